import { Chart } from 'cdk8s';
import {
  EnvoyProxyDeployment, EnvoyProxyDeploymentProps, ExposeListenersOptions, KubernetesVersion, ShutdownManager,
} from '../../../src';
import { podOf } from '../checks/accepted';
import { Manifest } from '../server/client';
import { drainOptions, Flavour, ownBootstrap, Placing } from '../variants/flavours';
import { synthesized } from '../variants/variant';

type Path = readonly (string | number)[];

/** A copy with one field replaced; undefined removes it. */
export function changed(manifest: Manifest, path: Path, value: unknown): Manifest {
  const copy = JSON.parse(JSON.stringify(manifest)) as { [field: string]: unknown };
  const owner = path.slice(0, -1).reduce<{ [field: string]: unknown }>(
    (object, field) => object[field] as { [field: string]: unknown }, copy);
  owner[path[path.length - 1]] = value;
  return copy;
}

/** Makes a proxy with the fixture's bootstrap, unless it is given another. */
export function proxy(chart: Chart, props: Partial<EnvoyProxyDeploymentProps> = {}): EnvoyProxyDeployment {
  return new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: ownBootstrap(), ...props });
}

export function exposed(chart: Chart, options: ExposeListenersOptions = {}): void {
  proxy(chart).exposeListeners({ name: 'refused', ...options });
}

/** A custom manager that has nothing but a way to wait. */
export function customManager(wait: { waitPath?: string; waitPort?: number; waitCommand?: string[] }): void {
  ShutdownManager.custom({ image: 'registry.example.org/drainer:v1.0.0', drainCommand: ['/bin/drainer'], ...wait });
}

/** A proxy's pod with one field of its spec replaced, under a name that stays, so that the server's words do. */
export function podWith(
  version: KubernetesVersion, [flavour, placing]: [Flavour, Placing], path: Path, value: unknown,
  props: Partial<EnvoyProxyDeploymentProps> = {},
): Manifest {
  return changed(pod(version, [flavour, placing], props), ['spec', ...path], value);
}

export function pod(
  version: KubernetesVersion, [flavour, placing]: [Flavour, Placing], props: Partial<EnvoyProxyDeploymentProps> = {},
): Manifest {
  const { metadata, ...rest } = podOf(deployment(version, [flavour, placing], props).spec.template);
  return { ...rest, metadata: { labels: metadata.labels, name: 'refused' } };
}

export function deployment(
  version: KubernetesVersion, [flavour, placing]: [Flavour, Placing], props: Partial<EnvoyProxyDeploymentProps> = {},
): Manifest {
  const build = (chart: Chart): void => { proxy(chart, { ...drainOptions(flavour, placing), ...props }); };
  const manifest = ofKind(synthesized({ name: 'refused', build }, version), 'Deployment');
  return { ...manifest, metadata: { name: 'refused' } };
}

export function serviceWith(version: KubernetesVersion, path: Path, value: unknown): Manifest {
  return changed(ofKind(synthesized({ name: 'refused', build: exposed }, version), 'Service'), path, value);
}

/** A bootstrap's ConfigMap under a name of its own. */
export function configMapNamed(version: KubernetesVersion, name: string): Manifest {
  const configMap = ofKind(synthesized({ name: 'refused', build: exposed }, version), 'ConfigMap');
  return { ...configMap, metadata: { name } };
}

function ofKind(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind);
  if (!found) throw new Error(`no ${kind} was synthesized`);
  return found;
}
