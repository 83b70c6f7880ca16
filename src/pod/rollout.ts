import { countAt, isLeftOut, Place, placeAt, textAt, wrongField } from './fields';
import { RolloutLifecycle } from './pod-lifecycle';

/** How a workload replaces its pods, with the API's defaults; empty for kinds that do not roll. */
export function readRollout(kind: string, spec: Place): RolloutLifecycle {
  const replicas = kind === 'DaemonSet' ? undefined : countAt(spec, 'replicas') ?? 1;
  const field = kind === 'Deployment' ? 'strategy' : 'updateStrategy';
  const place = placeAt(spec, field);
  const strategy = (place && textAt(place, 'type')) || 'RollingUpdate';
  const bounds = strategy === 'RollingUpdate' ? BOUNDS[kind](place && placeAt(place, 'rollingUpdate'), replicas) : {};
  return { strategy, replicas, ...bounds, pointer: place?.pointer ?? spec.pointer };
}

/** The replicas of a kind that knows nothing else about rolling. */
export function readReplicas(spec: Place): RolloutLifecycle {
  return { replicas: countAt(spec, 'replicas') ?? 1 };
}

type Bounds = Pick<RolloutLifecycle, 'maxSurge' | 'maxUnavailable'>;

const BOUNDS: { [kind: string]: (rollingUpdate: Place | undefined, replicas: number | undefined) => Bounds } = {
  Deployment: deploymentBounds,
  DaemonSet: daemonSetBounds,
  StatefulSet: statefulSetBounds,
};

/**
 * Surge is rounded up and unavailability down; where both come to none, one pod may go.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/deployment/util/deployment_util.go
 */
function deploymentBounds(rollingUpdate: Place | undefined, replicas = 1): Bounds {
  const maxSurge = scaled(rollingUpdate, 'maxSurge', '25%', replicas, Math.ceil);
  const maxUnavailable = scaled(rollingUpdate, 'maxUnavailable', '25%', replicas, Math.floor);
  const going = maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable;
  return { maxSurge, maxUnavailable: Math.min(going, replicas) };
}

/** Both are rounded up. How many nodes there are is not known: a percentage counts for one of them. */
function daemonSetBounds(rollingUpdate: Place | undefined): Bounds {
  return {
    maxSurge: scaled(rollingUpdate, 'maxSurge', 0, 1, Math.ceil),
    maxUnavailable: scaled(rollingUpdate, 'maxUnavailable', 1, 1, Math.ceil),
  };
}

/** It never has more pods than replicas, and never none that may go. */
function statefulSetBounds(rollingUpdate: Place | undefined, replicas = 1): Bounds {
  return { maxSurge: 0, maxUnavailable: Math.max(1, scaled(rollingUpdate, 'maxUnavailable', 1, replicas, Math.floor)) };
}

function scaled(
  rollingUpdate: Place | undefined, field: string, byDefault: number | string, replicas: number,
  rounded: (amount: number) => number,
): number {
  const given: unknown = rollingUpdate?.value[field];
  const value = isLeftOut(given) ? byDefault : given;
  if (typeof value === 'string') {
    const percent = /^(\d{1,4})%$/.exec(value);
    if (percent) return rounded(Number(percent[1]) * replicas / 100);
    throw wrongField(field, value, rollingUpdate!.pointer, 'be a number or a percentage', 'write for example 1 or 25%');
  }
  return isLeftOut(given) ? Number(byDefault) : countAt(rollingUpdate!, field)!;
}
