import { asNativeSidecar, done, withContainer, withHook } from './edits';
import { CannotMend, MendCase, Mended } from './mend-request';
import { envWith, withFlag } from './own-drain';
import { weaveIn } from './weave-in';
import { ContainerStory, ownDrainMillis } from '../hazards/container-story';
import { PodStory } from '../hazards/pod-story';
import { Manifest } from '../pod/manifest';
import { ENVOY } from '../upstream/envoy';
import { missingIn } from '../upstream/programs/image-tools';
import { isImageOf } from '../upstream/programs/recogniser';
import { baseName } from '../values/paths';

/** The API's default, with which nobody meant anything. */
const DEFAULT_GRACE_SECONDS = 30;


/** How long an app beside a proxy may need it, from the start of the hooks; nothing where there is no app. */
export function neededByApps({ apps, pod, envoys }: PodStory): number | undefined {
  if (apps.length === 0) return undefined;
  const hooks = apps.map(({ hook }) => hook?.leastMillis ?? 0).filter((millis) => Number.isFinite(millis));
  const longest = Math.max(0, ...hooks);
  if (longest > 0) return longest;
  const raised = pod.graceSeconds > DEFAULT_GRACE_SECONDS && envoys.every(({ hook }) => hook === undefined);
  return raised ? pod.graceSeconds * 1000 : undefined;
}

/** A proxy that ends before its app: native where that is certain, else held for as long as the app needs it. */
export function proxyOutlivesApp(mendCase: MendCase): Mended | CannotMend | undefined {
  const { story, finding } = mendCase;
  const proxy = story.proxies.find(({ lifecycle }) => lifecycle.name === finding.container);
  if (!proxy) return undefined;
  const endless = story.apps.find(({ hook }) => hook?.leastMillis === Infinity);
  if (endless) return { reason: `the hook of ${endless.lifecycle.name} never ends by itself: no proxy can outlast it` };
  const neededMillis = neededByApps(story) ?? story.pod.graceSeconds * 1000;
  const stops = proxy.hook?.effects.some(({ kind }) => kind === 'quit-envoy') === true;
  if (proxy.lifecycle.kind === 'sidecar') return stops ? withoutHook(mendCase, proxy) : undefined;
  if (proxy.program.program === ENVOY.programName) return weaveIn(mendCase, neededMillis);
  // An agent that is a native sidecar ends at once on SIGTERM: its own drain would be lost.
  const isAgent = proxy.program.envoy !== undefined;
  if (!isAgent && mendCase.declared.kubernetesVersion?.nativeSidecarsGeneral) return native(mendCase, proxy, stops);
  return lasting(mendCase, proxy, neededMillis);
}

function withoutHook({ object }: MendCase, { lifecycle: { name } }: ContainerStory): Mended {
  return done(withContainer(object, name, (container) => withHook(container, undefined)),
    `the preStop hook of ${name}, which stopped it while the app still worked, is gone: a native sidecar ends after the app by itself`);
}

function native({ object }: MendCase, { lifecycle: { name } }: ContainerStory, stops: boolean): Mended {
  const moved = asNativeSidecar(object, name);
  return done(stops ? withContainer(moved, name, (container) => withHook(container, undefined)) : moved,
    `${name} is a native sidecar now: it starts before the app and ends after it; whatever injects it must leave it so`);
}

function lasting(mendCase: MendCase, proxy: ContainerStory, neededMillis: number): Mended | CannotMend {
  const { object, declared } = mendCase;
  const { lifecycle: { name }, hook } = proxy;
  const seconds = Math.ceil((neededMillis - ownDrainMillis(proxy.program).min) / 1000);
  const sleep = sleepHook(proxy, Math.max(1, seconds), declared.kubernetesVersion?.sleepHookPossible === true);
  const ownDrain = hook === undefined && mendCase.story.apps.some((app) => app.hook !== undefined)
    ? longerOwnDrain(object, proxy, Math.ceil(neededMillis / 1000)) : undefined;
  if (sleep) {
    return done(withContainer(object, name, (container) => withHook(container, sleep)),
      `${name} stays ${seconds} s for the app by a hook that sleeps${proxy.program.envoy ? ''
        : '; from Kubernetes 1.33 on (--kubernetes-version) it would be a native sidecar'}`);
  }
  if (ownDrain) return ownDrain;
  return {
    reason: `the image of ${name} (${proxy.lifecycle.image ?? 'none'}) has no sleep that is known of, so that no hook can hold it; declare `
      + '--kubernetes-version 1.30 or later for a hook of the kubelet\'s own, 1.33 or later for a native sidecar',
  };
}

/** The kubelet's own sleep where the version has it, else the program, where the image has that. */
export function sleepHook(
  { lifecycle }: ContainerStory, seconds: number, kubeletSleeps: boolean,
): Manifest | undefined {
  if (kubeletSleeps) return { sleep: { seconds } };
  return hasSleep(lifecycle.image) ? { exec: { command: ['/bin/sleep', String(seconds)] } } : undefined;
}

/** Only what is known to have it: a hook whose program is missing drains nothing. */
function hasSleep(image: string | undefined): boolean {
  if (image === undefined || missingIn(image, 'sleep') !== undefined) return false;
  return isImageOf(image, WITH_SLEEP) || /:.*(alpine|debian|ubuntu|bookworm|bullseye|buster|jammy|ubi)/.test(image);
}

const WITH_SLEEP = ['linkerd/proxy', 'istio/proxyv2', 'kumahq/kuma-dp', 'emissaryingress/emissary', ...ENVOY.imageNames];

/** A wrapper that drains on SIGTERM by itself, told to do so for longer. */
export function longerOwnDrain(
  object: Manifest, { lifecycle, program }: ContainerStory, seconds: number,
): Mended | undefined {
  const change = Object.hasOwn(OWN_DRAINS, program.program) ? OWN_DRAINS[program.program](seconds) : undefined;
  if (!change || lifecycle.kind !== 'regular') return undefined;
  return done(withContainer(object, lifecycle.name, change),
    `${lifecycle.name} drains for ${seconds} s after SIGTERM now, and goes on accepting meanwhile`);
}

const OWN_DRAINS: { readonly [program: string]: (seconds: number) => (container: Manifest) => Manifest } = {
  'pilot-agent': (seconds) => (container) => envWith(container, 'TERMINATION_DRAIN_DURATION_SECONDS', String(seconds)),
  'kuma-dp': (seconds) => (container) => envWith(container, 'KUMA_DATAPLANE_DRAIN_TIME', `${seconds}s`),
  'consul-dataplane': (seconds) => (container) =>
    withFlag(withFlag(container, '-shutdown-grace-period-seconds', String(seconds)), '-shutdown-drain-listeners'),
};

/** A sleep in an image without one: the kubelet's own, or the wrapper's own drain. */
export function sleepElsewhere(mendCase: MendCase): Mended | CannotMend | undefined {
  const { story, finding, object, declared } = mendCase;
  const container = story.containers.find(({ lifecycle }) => lifecycle.name === finding.container);
  const hook = container?.lifecycle.preStop;
  const seconds = hook?.kind === 'exec' && baseName(hook.command[0]) === 'sleep' ? Number(hook.command[1]?.replace(/s$/, '')) : NaN;
  if (!container || !Number.isInteger(seconds) || seconds < 1) return undefined;
  if (declared.kubernetesVersion?.sleepHookPossible) {
    return done(withContainer(object, container.lifecycle.name, (found) => withHook(found, { sleep: { seconds } })));
  }
  const bare = withContainer(object, container.lifecycle.name, (found) => withHook(found, undefined));
  return longerOwnDrain(bare, container, seconds) ?? {
    reason: `declare --kubernetes-version 1.30 or later: its kubelets sleep by themselves, without a program in the image of ${container.lifecycle.name}`,
  };
}

/** Emissary's Envoy takes its drain from a hook that its image has the tools for. */
export function emissaryHook({ object, story, finding, declared }: MendCase): Mended | undefined {
  const container = story.envoys.find(({ lifecycle }) => lifecycle.name === finding.container);
  if (!container || !isImageOf(container.lifecycle.image, ['emissaryingress/emissary', 'datawire/emissary', 'datawire/ambassador'])) return undefined;
  const { name } = container.lifecycle;
  const { loadBalancerDetectionMillis = 0, longestRequestMillis = 0 } = declared;
  const noticedSeconds = Math.ceil(loadBalancerDetectionMillis / 1000);
  const drainSeconds = Math.max(EMISSARY_DRAIN_SECONDS, noticedSeconds - EMISSARY_DELAY_SECONDS);
  const seconds = drainSeconds + Math.ceil(longestRequestMillis / 1000);
  const script = `sleep ${EMISSARY_DELAY_SECONDS}; curl -s -X POST "http://localhost:8001/drain_listeners?graceful"; sleep ${seconds}`;
  return done(withContainer(object, name, (found) => withHook(
    envWith(found, 'AMBASSADOR_DRAIN_TIME', String(drainSeconds)), { exec: { command: ['/bin/sh', '-c', script] } })),
  `${name} drains its Envoy for ${drainSeconds} s by a hook now, as in emissary-ingress/emissary#1473: check that its image has curl`);
}

/** Endpoints lag; then clients are told. */
const EMISSARY_DELAY_SECONDS = 5;
const EMISSARY_DRAIN_SECONDS = 20;

/** A job's proxy ends with the job where it is a native sidecar. */
export function nativeInJob(mendCase: MendCase): Mended | CannotMend | undefined {
  const { story, finding, declared, object } = mendCase;
  const proxy = story.containers.find(({ lifecycle }) => lifecycle.name === finding.container);
  if (!proxy) return undefined;
  if (!declared.kubernetesVersion?.nativeSidecarsPossible) {
    return { reason: `declare --kubernetes-version 1.29 or later to make ${proxy.lifecycle.name} a native sidecar, or let the work tell it to quit when it is done` };
  }
  return done(asNativeSidecar(object, proxy.lifecycle.name), `${proxy.lifecycle.name} is a native sidecar now: it ends when the work is done`);
}
