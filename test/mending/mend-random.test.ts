import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { load } from 'js-yaml';
import { KubernetesVersion, SidecarPlacement } from '../../src';
import { Declared } from '../../src/hazards/declared';
import { errorsOf, findingsOf, mend } from '../../src/mending/mend';
import { ManagerFlavour, MendRequest } from '../../src/mending/mend-request';
import { Manifest } from '../../src/pod/manifest';
import { readPods } from '../../src/pod/read';
import { Dice, diceOf } from '../support/random-pods';

const FOLDER = join(__dirname, '..', 'cases');
const PODS = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))
  .map((name) => load(readFileSync(join(FOLDER, name), 'utf8')) as Manifest);
const CONTAINERS = PODS.flatMap((pod) => [...specOf(pod).containers, ...specOf(pod).initContainers ?? []]);
const HOOKS = CONTAINERS.flatMap(({ lifecycle }) => lifecycle?.preStop ?? []);
const PROBES = CONTAINERS.flatMap(({ readinessProbe: ready = [], livenessProbe: live = [] }) => [ready, live].flat());

/** What is wrong in public cases, put together anew. */
describe('any pod', () => {
  test.each(Array.from({ length: 20 }, (_, batch) => batch))('mending comes to an end, and brings no new error, batch %d', (batch) => {
    for (let seed = batch * 40; seed < batch * 40 + 40; seed++) {
      const dice = diceOf(seed);
      const pod = randomPod(dice);
      const request = randomRequest(dice);
      try {
        readPods(pod);
      } catch {
        continue; // what the API server would refuse
      }
      const before = new Set(errorsOf(findingsOf(pod, request)).map(({ rule }) => rule));
      const result = mend(pod, request);
      const after = errorsOf(findingsOf(result.object, request)).map(({ rule }) => rule);
      const brought = after.filter((rule) => !before.has(rule));
      expect([seed, brought]).toEqual([seed, []]);
      expect([seed, mend(result.object, request).object]).toEqual([seed, result.object]);
    }
  });
});

function specOf({ kind, spec }: Manifest): any {
  return kind === 'Pod' ? spec : spec.template.spec;
}

function randomRequest(dice: Dice): MendRequest {
  const version = dice.of([undefined, '1.24', '1.27', '1.29', '1.31', '1.33', '1.35.2', '1.36']);
  const declared: Declared = {
    kubernetesVersion: version === undefined ? undefined : KubernetesVersion.of(version),
    loadBalancerDetectionMillis: dice.once(4) ? 40_000 : undefined,
    graceCeilingMillis: dice.once(5) ? dice.of([25_000, 120_000]) : undefined,
    longestRequestMillis: dice.once(5) ? 45_000 : undefined,
  };
  const flavour: ManagerFlavour = dice.once(3) ? 'contour' : 'envoy-gateway';
  return { declared, flavour, placement: dice.once(4) ? SidecarPlacement.SIBLING : SidecarPlacement.AUTO, times: {} };
}

function randomPod(dice: Dice): Manifest {
  const pod = structuredClone(dice.of(PODS)) as any;
  const spec = specOf(pod);
  for (let changes = dice.from(1, 4); changes > 0; changes--) {
    dice.of(CHANGES)(spec, dice.of(spec.containers), dice, pod);
  }
  const names = new Set<string>();
  const once = (list: Manifest[]): Manifest[] => list.filter(({ name }) => !names.has(name) && names.add(name));
  if (pod.kind === 'Pod') return { ...pod, spec: withLists(spec) };
  return { ...pod, spec: { ...pod.spec, template: { ...pod.spec.template, spec: withLists(spec) } } };

  function withLists({ initContainers, ...others }: any): Manifest {
    const init = once(initContainers ?? []);
    return { ...others, ...init.length > 0 ? { initContainers: init } : {}, containers: once(others.containers) };
  }
}

const CHANGES: readonly ((spec: any, container: any, dice: Dice, pod: any) => void)[] = [
  ({ containers }, _, dice) => { containers.push(structuredClone(dice.of(CONTAINERS))); },
  (_, container, dice) => { container.lifecycle = { preStop: structuredClone(dice.of(HOOKS)) }; },
  (_, container) => { delete container.lifecycle; },
  (spec, _, dice) => { spec.terminationGracePeriodSeconds = dice.of([0, 1, 5, 30, 45, 90, 600]); },
  (spec) => { spec.hostNetwork = true; },
  (spec) => { spec.shareProcessNamespace = true; },
  (_, container, dice) => { container.livenessProbe = structuredClone(dice.of(PROBES)); },
  (_, container, dice) => {
    container.securityContext = { readOnlyRootFilesystem: dice.once(2), runAsUser: dice.of([0, 1000, 65532]) };
  },
  (spec, _, dice) => {
    const more = { ...structuredClone(dice.of(CONTAINERS)), ...dice.once(2) ? { restartPolicy: 'Always' } : {} };
    spec.initContainers = [...spec.initContainers ?? [], more];
  },
  (spec, _, dice) => { spec.securityContext = { runAsUser: dice.of([1000, 65534, 65532]) }; },
  (spec, container, dice) => {
    const readOnly = dice.once(2);
    container.volumeMounts = [{ name: 'tmp', mountPath: '/tmp' }, { name: 'x', mountPath: '/admin', readOnly }];
    spec.volumes = [{ name: 'tmp', emptyDir: {} }, { name: 'x', emptyDir: {} }];
  },
  (_, container) => { container.ports = [{ containerPort: 8080, hostPort: 80 }]; },
  (_, container) => { container.resources = { limits: { cpu: '50m' } }; },
  (_, __, dice, pod) => { pod.kind = pod.kind === 'Pod' ? 'Pod' : dice.of(['DaemonSet', 'StatefulSet', 'Deployment']); },
];
