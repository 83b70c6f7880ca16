import {
  asNativeSidecar, asOrdinaryContainer, done, preStopOf, withContainer, withContainers, withHook, withSpec,
} from './edits';
import { CannotMend, MendCase, Mended } from './mend-request';
import { sleepHook } from './proxies';
import { isObject, Manifest } from '../pod/manifest';
import { flagValue } from '../upstream/arguments';
import { ENVOY } from '../upstream/envoy';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { withoutUndefined } from '../values/objects';
import { baseName } from '../values/paths';

const LOOPBACK = '127.0.0.1';

/** Every client is told at once, and not only some of them by and by. */
export function immediateDrain({ object, finding, story }: MendCase): Mended | undefined {
  const envoy = story.envoys.find(({ lifecycle }) => lifecycle.name === finding.container);
  const isPlain = envoy?.program.program === ENVOY.programName && !/(^|\/)(ba|da|a)?sh$/.test(envoy.lifecycle.argv[0] ?? '');
  if (!isPlain || flagValue(envoy.lifecycle.argv, ['--drain-strategy']) !== undefined) return undefined;
  return done(withContainer(object, finding.container!, (container) => (Array.isArray(container.args)
    ? { ...container, args: [...container.args, '--drain-strategy', 'immediate'] } : container)));
}

/** Without a host, the kubelet asks the pod. */
export function hookWithoutHost({ object, finding }: MendCase): Mended {
  return done(withHttpHook(object, finding.container!, ({ host: _, ...httpGet }) => httpGet));
}

/** On the host network, what listens on 127.0.0.1 of the pod is there for the kubelet as well. */
export function hookWithHost({ object, finding }: MendCase): Mended {
  return done(withHttpHook(object, finding.container!, (httpGet) => ({ host: LOOPBACK, ...httpGet })));
}

function withHttpHook(object: Manifest, name: string, change: (httpGet: Manifest) => Manifest): Manifest {
  return withContainer(object, name, (container) => {
    const hook = preStopOf(container);
    return isObject(hook?.httpGet) ? withHook(container, { ...hook, httpGet: change(hook.httpGet) }) : container;
  });
}

/** The ready file of Envoy Gateway's manager lies in the root filesystem, from which a restart removes it. */
export function writableRoot({ object, finding, story }: MendCase): Mended | undefined {
  const manager = story.containers.find(({ lifecycle }) => lifecycle.name === finding.container);
  const command = manager?.lifecycle.preStop?.kind === 'exec' ? manager.lifecycle.preStop.command : [];
  const writesRoot = baseName(command[0]) === ENVOY_GATEWAY.programName;
  if (!manager?.lifecycle.readOnlyRootFilesystem || !writesRoot) return undefined;
  return done(withContainer(object, finding.container!, (container) =>
    ({ ...container, securityContext: { ...container.securityContext, readOnlyRootFilesystem: false } })));
}

/** One user for all of a pod that holds nothing but Envoy and its manager. */
export function oneUser({ object, story }: MendCase): Mended | CannotMend | undefined {
  const { pod, containers, envoys, managers } = story;
  if (pod.hostPID) return { reason: 'Envoy Gateway\'s shutdown command cannot run beside the processes of the node: turn hostPID off' };
  if (containers.length > envoys.length + managers.length) {
    return { reason: 'other containers of the pod may need a user of their own: turn shareProcessNamespace off, or set one runAsUser for the whole pod' };
  }
  const users = containers.flatMap(({ lifecycle }) => lifecycle.runAsUser ?? []);
  const user = pod.runAsUser ?? users[0] ?? ENVOY_GATEWAY.user;
  const changed = withSpec(object, (spec) => ({
    ...withContainers(spec, (container) => withUser(container, user)),
    securityContext: { ...isObject(spec.securityContext) ? spec.securityContext : {}, runAsUser: user },
  }));
  return done(changed, `all containers run as user ${user} now, so that the shutdown command may log: check that Envoy can read its files and listen on its ports as that user`);
}

function withUser(container: Manifest, user: number): Manifest {
  const { securityContext } = container;
  if (!isObject(securityContext) || securityContext.runAsUser === undefined) return container;
  return { ...container, securityContext: { ...securityContext, runAsUser: user } };
}

/** What the API server calls an init container with hooks or probes: a native sidecar. */
export function restartedAlways({ object, finding, declared }: MendCase): Mended | CannotMend {
  if (!declared.kubernetesVersion?.nativeSidecarsPossible) {
    return { reason: `declare --kubernetes-version 1.29 or later to make ${finding.container} a native sidecar, or take its hooks and probes away` };
  }
  return done(withContainer(object, finding.container!, (container) => ({ ...container, restartPolicy: 'Always' })),
    `${finding.container} is a native sidecar now (restartPolicy: Always): if it is a task that ends, take its hooks and probes away instead`);
}

/** Beside the others instead of before them; a job would never complete with it. */
export function ordinary({ object, finding, story }: MendCase): Mended | CannotMend {
  if (story.isJob) {
    return { reason: `as an ordinary container ${finding.container} would keep the job from completing: let the work end it, or use Kubernetes 1.29` };
  }
  return done(asOrdinaryContainer(object, finding.container!),
    `${finding.container} is an ordinary container now: it no longer starts before the others, nor ends after them`);
}

/** The old pod lets go of its ports first. */
export function withoutSurge({ object, story }: MendCase): Mended {
  const field = object.kind === 'DaemonSet' ? 'updateStrategy' : 'strategy';
  const strategy: Manifest = isObject(object.spec[field]) ? object.spec[field] : {};
  const rolling: Manifest = isObject(strategy.rollingUpdate) ? strategy.rollingUpdate : {};
  const maxUnavailable = (story.pod.rollout.maxUnavailable ?? 0) > 0 ? rolling.maxUnavailable ?? 1 : 1;
  const rollingUpdate = { ...rolling, maxSurge: 0, maxUnavailable };
  return done({ ...object, spec: { ...object.spec, [field]: { type: 'RollingUpdate', ...strategy, rollingUpdate } } });
}

/** What Envoy calls stays as long as Envoy: natively, or by waiting for what Envoy's hook waits for. */
export function companionStays({ object, finding, story, declared }: MendCase): Mended | CannotMend | undefined {
  const companion = story.companions.find(({ lifecycle }) => lifecycle.name === finding.container);
  if (!companion) return undefined;
  const { name } = companion.lifecycle;
  if (declared.kubernetesVersion?.nativeSidecarsGeneral) {
    return done(asNativeSidecar(object, name), `${name} is a native sidecar now: it starts before Envoy and ends after it`);
  }
  const waiting = story.envoys.find(({ hook }) => hook?.lifecycle.kind === 'httpGet' && hook.waits.length > 0)?.hook?.lifecycle;
  if (waiting?.kind === 'httpGet') {
    const { host, path, port, scheme } = waiting;
    const hook = { httpGet: withoutUndefined({ host, path, port, scheme }) };
    return done(withContainer(object, name, (container) => withHook(container, hook)),
      `${name} waits for the end of the drain as Envoy does; from Kubernetes 1.33 on (--kubernetes-version) it would be a native sidecar`);
  }
  const millis = Math.max(...story.envoys.map(({ sigterm }) => sigterm.mostMillis));
  const kubeletSleeps = declared.kubernetesVersion?.sleepHookPossible === true;
  const sleep = Number.isFinite(millis) ? sleepHook(companion, Math.ceil(millis / 1000), kubeletSleeps) : undefined;
  return sleep ? done(withContainer(object, name, (container) => withHook(container, sleep)))
    : { reason: `give ${name} a hook that lasts as long as the drain, or declare --kubernetes-version 1.33 or later to make it a native sidecar` };
}
