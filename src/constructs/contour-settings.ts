import { isIP } from 'net';
import { BootstrapSource } from './bootstrap-source';
import { ContourBootstrap, ContourBootstrapSettings } from './contour-bootstrap';
import type { ContourBootstrapOptions } from '../envoy-bootstrap';
import { CONTOUR } from '../upstream/contour';
import { refusal, shown } from '../values/errors';
import { checkedImage, resolvedRelease } from '../values/images';
import { checkedName } from '../values/names';
import { checkedPort } from '../values/ports';

/** Contour's configuration. Throws for settings that contradict each other. */
export function contourBootstrap(options: ContourBootstrapOptions): BootstrapSource {
  return new ContourBootstrap(contourSettings(options));
}

/** Contour's own settings, which have defaults for all but the limits. */
function contourSettings(options: ContourBootstrapOptions): ContourBootstrapSettings {
  if (options.image !== undefined) checkedImage('image', options.image);
  const version = resolvedRelease({
    program: 'Contour', oldest: CONTOUR.firstVersion, fallback: CONTOUR.defaultVersion,
  }, options.image, options.version);
  const settings = { image: `${CONTOUR.imageRepository}:v${version}`, ...CONTOUR.bootstrap, ...options };
  for (const prop of ['httpPort', 'httpsPort', 'xdsPort'] as const) checkedPort(prop, settings[prop]);
  checkedHost(settings.xdsAddress);
  checkedName('certificateSecret', settings.certificateSecret);
  checkedLimit('overloadMaxHeapBytes', settings.overloadMaxHeapBytes);
  checkedLimit('overloadMaxDownstreamConnections', settings.overloadMaxDownstreamConnections);
  checkPortsDiffer(settings);
  if (settings.renderedAtSynthesis) checkRenderable(settings);
  return settings;
}

/** Each port of the pod has one listener: of the two, of Contour's statistics and of its manager. */
function checkPortsDiffer({ httpPort, httpsPort }: { readonly httpPort: number; readonly httpsPort: number }): void {
  const taken = new Map<number, string>([
    [CONTOUR.statisticsPort, 'Contour\'s statistics'], [CONTOUR.managerPort, 'Contour\'s shutdown manager'],
  ]);
  for (const [prop, port] of Object.entries({ httpPort, httpsPort })) {
    const other = taken.get(port);
    if (other !== undefined) {
      throw refusal({
        prop, got: String(port), must: `differ from the port of ${other} (${port})`,
        because: 'a port has one listener', fix: 'use another port',
      });
    }
    taken.set(port, `'${prop}'`);
  }
}

/** What was not seen in Contour's own output is not made up. */
function checkRenderable(settings: ContourBootstrapSettings): void {
  const { xdsAddress, overloadMaxHeapBytes, overloadMaxDownstreamConnections } = settings;
  if (isIP(xdsAddress) !== 0) {
    throw refusal({
      prop: 'xdsAddress', got: xdsAddress, must: 'be a name with \'renderedAtSynthesis\'',
      because: 'Contour writes another configuration for an address', fix: 'write the name of Contour\'s Service',
    });
  }
  if (overloadMaxDownstreamConnections === undefined || overloadMaxHeapBytes !== undefined) return;
  throw refusal({
    prop: 'overloadMaxDownstreamConnections', got: String(overloadMaxDownstreamConnections),
    must: 'go with \'overloadMaxHeapBytes\' and \'renderedAtSynthesis\'',
    because: 'what Contour writes for the one alone is not known', fix: 'give both, or let Contour write the configuration in the pod',
  });
}

function checkedHost(host: string): string {
  if (typeof host === 'string' && /^[A-Za-z0-9.:_-]+$/.test(host)) return host;
  throw refusal({
    prop: 'xdsAddress', got: shown(host), must: 'be a host name or an address',
    because: 'Envoy asks there for its configuration', fix: 'write the name of Contour\'s Service',
  });
}

function checkedLimit(prop: string, limit: number | undefined): number | undefined {
  if (limit === undefined || (Number.isInteger(limit) && limit > 0)) return limit;
  throw refusal({
    prop, got: shown(limit), must: 'be a whole number above 0',
    because: 'Contour takes 0 for no limit', fix: 'leave it out for no limit',
  });
}
