import { readFileSync } from 'fs';
import { parse as parsePath } from 'path';
import { parseBootstrap } from './bootstrap/document';
import { BootstrapSource } from './constructs/bootstrap-source';
import { DocumentBootstrap } from './constructs/document-bootstrap';
import { EnvoyListener } from './envoy-listener';
import { ShutdownManagerParts } from './shutdown-manager-parts';
import { refusal, shown } from './values/errors';
import { checkedListeners } from './values/listeners';
import { checkedName } from './values/names';
import { given } from './values/objects';

/** How a configuration of your own is delivered. */
export interface EnvoyBootstrapOptions {
  /**
   * Listeners that a control plane will send, so that they can be exposed.
   *
   * @default - the static listeners of the configuration
   */
  readonly listeners?: EnvoyListener[];

  /**
   * Deliver it as an immutable ConfigMap whose name changes with its content.
   *
   * Pods of an old revision then keep their configuration until they are gone.
   *
   * @default false
   */
  readonly immutable?: boolean;

  /**
   * What the ConfigMap is called below the chart's name.
   *
   * @default - `bootstrap`, after a file `bootstrap-` and its name
   */
  readonly name?: string;
}

/** How Contour makes the configuration. */
export interface ContourBootstrapOptions {
  /**
   * Release of Contour that runs as init container.
   *
   * @default - by the image's tag, else 1.33.6
   */
  readonly version?: string;

  /**
   * Image of the init container.
   *
   * @default - ghcr.io/projectcontour/contour in that version
   */
  readonly image?: string;

  /**
   * Host of Contour's xDS server.
   *
   * @default contour
   */
  readonly xdsAddress?: string;

  /**
   * Port of Contour's xDS server.
   *
   * @default 8001
   */
  readonly xdsPort?: number;

  /**
   * Secret with `ca.crt`, `tls.crt` and `tls.key` for that server.
   *
   * @default envoycert
   */
  readonly certificateSecret?: string;

  /**
   * Port of the HTTP listener that Contour sends.
   *
   * @default 8080
   */
  readonly httpPort?: number;

  /**
   * Port of the HTTPS listener that Contour sends.
   *
   * @default 8443
   */
  readonly httpsPort?: number;

  /**
   * Heap at which Envoy begins to refuse work, in bytes.
   *
   * @default - no limit
   */
  readonly overloadMaxHeapBytes?: number;

  /**
   * Whether the configuration is written at synthesis, into a ConfigMap, instead of by an init container in each pod.
   *
   * The pod then has one emptyDir less, which `kubectl drain` would refuse to delete. Needs a namespace.
   *
   * @default false
   * @see https://github.com/projectcontour/contour/issues/4322
   */
  readonly renderedAtSynthesis?: boolean;

  /**
   * Connections at which Envoy refuses new ones.
   *
   * @default - no limit
   */
  readonly overloadMaxDownstreamConnections?: number;
}

/**
 * Envoy's configuration: your own, completed with what the shutdown manager needs, or Contour's.
 *
 * Nothing of yours is changed. An admin address or a listener that stands in the manager's way is an
 * error that names the line.
 */
export class EnvoyBootstrap {
  /**
   * Reads a configuration in YAML or JSON, relative to the working directory.
   *
   * Throws if there is no such file, or if it is not one Envoy configuration.
   *
   * @param path the file that you would give to `envoy --config-path`
   */
  public static fromFile(path: string, options: EnvoyBootstrapOptions = {}): EnvoyBootstrap {
    return EnvoyBootstrap.fromDocument(textOfFile(path), path, { name: `bootstrap-${nameOf(path)}`, ...given(options) });
  }

  /**
   * Takes a configuration from a text in YAML or JSON.
   *
   * Throws if it is not one Envoy configuration.
   *
   * @param text what would be in the file
   */
  public static fromYaml(text: string, options: EnvoyBootstrapOptions = {}): EnvoyBootstrap {
    if (typeof text !== 'string') {
      throw refusal({
        prop: 'text', got: shown(text), must: 'be the YAML of an Envoy configuration',
        because: 'it is delivered as it is written', fix: 'pass the file\'s text',
      });
    }
    return EnvoyBootstrap.fromDocument(text, 'bootstrap', options);
  }

  /**
   * Contour's own: an init container `contour bootstrap`, the rest over xDS.
   *
   * Goes with `ShutdownManager.contour`. Throws for a version before 1.19 and for impossible ports.
   *
   * @see https://projectcontour.io/docs/main/deploy-options/
   */
  public static contour(options: ContourBootstrapOptions = {}): EnvoyBootstrap {
    return new EnvoyBootstrap(contour().contourBootstrap(given(options)));
  }

  private static fromDocument(text: string, source: string, options: EnvoyBootstrapOptions): EnvoyBootstrap {
    const { listeners = [], immutable = false, name = 'bootstrap' } = given(options);
    return new EnvoyBootstrap(new DocumentBootstrap({
      declaredListeners: checkedListeners(listeners),
      document: parseBootstrap(text, source),
      immutable,
      name: checkedName('name', name),
    }));
  }

  private constructor(
    /** @internal */
    public readonly _source: BootstrapSource) {}

  /** @internal */
  public _dataListeners(parts: ShutdownManagerParts): EnvoyListener[] {
    return this._source.dataListeners(parts);
  }
}

function textOfFile(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw refusal({
      prop: 'path', got: shown(path), must: 'be a readable file in UTF-8',
      because: (error as Error).message, fix: `check it (the working directory is ${process.cwd()})`,
    });
  }
}

/** The file's name as part of a Kubernetes name. */
function nameOf(path: string): string {
  return parsePath(path).name.toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'file';
}

/** Most apps have no Contour. */
function contour(): typeof import('./constructs/contour-settings') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./constructs/contour-settings');
}
