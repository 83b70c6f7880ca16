import { currentManager, flavourOf, imageFor } from './current-manager';
import { CannotMend, ManagerFlavour, MendCase, Mended } from './mend-request';
import { placementFor } from './placement';
import { asOneUser, fittingGrace, withoutOwnHooks } from './preparation';
import { hookNotes, withoutNoise } from './quiet';
import { drainTimingFor } from './timing';
import { DrainTiming } from '../drain-timing';
import { ContainerStory } from '../hazards/container-story';
import { KubernetesVersion } from '../kubernetes-version';
import { Manifest, mapPodTemplate, podTemplateOf } from '../pod/manifest';
import { weave, WeavingPlan } from '../pod/weave';
import { ShutdownManager } from '../shutdown-manager';
import { IShutdownManager } from '../shutdown-manager-parts';
import { ShutdownManagerProgram } from '../shutdown-manager-program';
import { SidecarPlacement } from '../sidecar-placement';
import { ENVOY } from '../upstream/envoy';

/** Weaves a shutdown manager into somebody else's pod, in place of a hook that did not work. */
export function weaveIn(mendCase: MendCase, neededMillis?: number): Mended | CannotMend | undefined {
  const envoy = envoyToDrain(mendCase);
  if (!envoy) return nativeEnvoy(mendCase);
  const bare = mendCase.story.envoys.filter(({ program }) => program.program === ENVOY.programName);
  if (bare.length > 1) {
    return { reason: `the pod has ${bare.length} Envoys, and a manager drains the one at its admin port: give each a pod of its own, or a hook that drains it` };
  }
  try {
    return woven(mendCase, envoy.lifecycle.name, neededMillis);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** An Envoy that is an ordinary container; agents have an Envoy of their own kind, at other places. */
function envoyToDrain({ story, finding: { container } }: MendCase): ContainerStory | undefined {
  const bare = story.envoys.filter(({ lifecycle, program }) =>
    lifecycle.kind === 'regular' && program.program === ENVOY.programName);
  const isOfManager = container === undefined || story.managers.some(({ lifecycle }) => lifecycle.name === container);
  return bare.find(({ lifecycle }) => lifecycle.name === container)
    ?? (isOfManager && bare.length === 1 ? bare[0] : undefined);
}

function nativeEnvoy({ story, finding }: MendCase): CannotMend | undefined {
  const native = story.envoys.find(({ lifecycle, program }) =>
    lifecycle.name === finding.container && lifecycle.kind === 'sidecar' && program.program === ENVOY.programName);
  return native && {
    reason: `${native.lifecycle.name} is a native sidecar, and a manager goes beside an ordinary container only: make it one, `
      + 'or give it a hook that drains',
  };
}

function woven(mendCase: MendCase, envoyContainer: string, neededMillis?: number): Mended {
  const { object, story, declared, request } = mendCase;
  const current = currentManager(podTemplateOf(object).spec, story.managers);
  const flavour = current ? flavourOf(current, request.flavour) : request.flavour;
  const { image, note } = imageFor(flavour, current, request.managerImage);
  const plan = planFor(mendCase, { envoyContainer, flavour, image, current, neededMillis });
  const prepared = mapPodTemplate(object, (template) => {
    const spec = withoutOwnHooks(template.spec, envoyContainer, current?.name);
    const terminationGracePeriodSeconds = fittingGrace(spec, plan, declared.graceCeilingMillis);
    return { ...template, spec: { ...spec, terminationGracePeriodSeconds } };
  });
  const { manager, placement, drainTiming } = plan;
  return {
    object: withoutNoise(object, mapPodTemplate(prepared, (template) =>
      asOneUser(template, (own) => weave(own, plan)))),
    notes: [...note === undefined ? [] : [note], ...hookNotes(object, envoyContainer, manager.managerName)],
    newManager: current && note === undefined ? undefined : {
      envoyContainer, twoContainers: placement !== SidecarPlacement.ENVOY_CONTAINER,
      parts: manager.bind({ placement, drainTiming }),
    },
  };
}

interface Wanted {
  readonly envoyContainer: string;
  readonly flavour: ManagerFlavour;
  readonly image?: string;
  readonly current?: Manifest;
  readonly neededMillis?: number;
}

/** A plan whose times are decided. */
type TimedPlan = WeavingPlan & { readonly drainTiming: DrainTiming };

function planFor({ story, declared, request }: MendCase, wanted: Wanted): TimedPlan {
  const kubernetesVersion = declared.kubernetesVersion ?? KubernetesVersion.UNKNOWN;
  const isNative = story.managers.some(({ lifecycle }) => lifecycle.kind === 'sidecar');
  const { placement, program } = placementFor(request.placement, kubernetesVersion, isNative);
  const manager = managerOf(wanted, program);
  const { current, neededMillis, envoyContainer } = wanted;
  const drainTiming = drainTimingFor({ asked: request.times, declared, current, manager, neededMillis });
  return { manager, drainTiming, placement, kubernetesVersion, envoyContainer, ceilings: [] };
}

function managerOf({ flavour, image }: Wanted, program: ShutdownManagerProgram | undefined): IShutdownManager {
  return flavour === 'contour' ? ShutdownManager.contour({ image, program }) : ShutdownManager.envoyGateway({ image, program });
}
