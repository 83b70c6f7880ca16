import { envoyContainerName } from '../container-names';
import { DrainTiming } from '../drain-timing';
import { isObject, Manifest, objectsAt, podTemplateOf } from '../pod/manifest';
import { listed, refusal, shown } from '../values/errors';

/** What the drain needs of Envoy's command line. */
export function drainArgs(drainTiming: DrainTiming): string[] {
  return [
    '--drain-strategy', 'immediate', '--drain-time-s', String(drainTiming.drainTimeout.toSeconds()), '--disable-hot-restart',
  ];
}

/** Fails if a patch of the user's took away what the proxy was made to have. */
export function checkRendered(manifest: Manifest, drainTiming: DrainTiming): Manifest {
  const containers = objectsAt(podTemplateOf(manifest).spec, 'containers', 'the pod');
  const envoy = containers.find(({ name }) => name === envoyContainerName)!;
  checkArgs(envoy, drainTiming);
  checkLiveness(envoy, drainTiming);
  return manifest;
}

function checkArgs({ args }: Manifest, drainTiming: DrainTiming): void {
  const wanted = drainArgs(drainTiming).join(' ');
  if (Array.isArray(args) && args.join(' ').includes(wanted)) return;
  throw refusal({
    prop: 'args', got: Array.isArray(args) ? listed(args.map(String)) : shown(args), must: `keep ${wanted}`,
    because: 'a patch took it away, and clients would not be told to leave in time',
    fix: 'use \'extraArgs\' for what you want to add',
  });
}

function checkLiveness({ livenessProbe }: Manifest, { drainTimeout }: DrainTiming): void {
  if (!isObject(livenessProbe)) return;
  const { periodSeconds = 10, failureThreshold = 3 } = livenessProbe;
  const windowSeconds = Number(periodSeconds) * Number(failureThreshold);
  if (windowSeconds > drainTimeout.toSeconds()) return;
  throw refusal({
    prop: 'livenessProbe', got: `${windowSeconds}s until it fails`, must: `be longer than 'drainTimeout' (${drainTimeout.toSeconds()}s)`,
    because: 'a patch made it shorter, and a drain that something else started would end in a kill',
    fix: 'raise periodSeconds or failureThreshold',
  });
}
