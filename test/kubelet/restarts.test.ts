import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { Faults, NO_FAULTS, NO_TRAFFIC, Scenario } from '../../src/kubelet/scenario';
import { simulate } from '../../src/kubelet/simulate';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';

/** What happens, each with its container and its usual time in tenths of a second. */
function told(spec: any, scenario: Partial<Scenario> & Pick<Scenario, 'action'>, faults: Partial<Faults> = {}, version = '1.34'): string[] {
  const [pod] = readPods({ kind: 'Pod', metadata: { name: 'p' }, spec: { terminationGracePeriodSeconds: 10, ...spec } });
  const { events } = simulate({
    pod, version: KubernetesVersion.of(version), ...recognisedPrograms(pod),
    scenario: { faults: { ...NO_FAULTS, ...faults }, traffic: NO_TRAFFIC, ...scenario },
  });
  return events.map(({ kind, container = 'pod', code, typicalMillis }) =>
    `${(typicalMillis / 1000).toFixed(1)} ${container} ${kind}${code === undefined ? '' : ` ${code}`}`);
}

/** Ends at SIGTERM. */
const ENVOY = { name: 'envoy', image: 'envoyproxy/envoy:v1.36.2', command: ['envoy'] };
/** Only SIGKILL ends it. */
const STUBBORN = { name: 'stubborn', image: 'registry.example/app:1', command: ['sh', '-c', 'sleep 1000'] };
const sleeps = (seconds: number) => ({ lifecycle: { preStop: { exec: { command: ['sleep', String(seconds)] } } } });

describe('a container that ends by itself', () => {
  const crash = (code: number) => ({ action: { kind: 'crash', container: 'envoy', code } as const });

  test.each<[string, any, number, boolean]>([
    ['is started again where the policy is Always', { restartPolicy: 'Always', containers: [ENVOY] }, 0, true],
    ['is started again where no policy is given', { containers: [ENVOY] }, 1, true],
    ['is started again after a failure where the policy is OnFailure', { restartPolicy: 'OnFailure', containers: [ENVOY] }, 1, true],
    ['is not where it succeeded', { restartPolicy: 'OnFailure', containers: [ENVOY] }, 0, false],
    ['is never where the policy is Never', { restartPolicy: 'Never', containers: [ENVOY] }, 1, false],
    ['is started again where it is a native sidecar', {
      restartPolicy: 'Never', initContainers: [{ ...ENVOY, restartPolicy: 'Always' }], containers: [STUBBORN],
    }, 0, true],
  ])('%s', (_, spec, code, again) => {
    const events = told(spec, crash(code));
    expect(events[0]).toBe(`0.0 envoy EXITED ${code}`);
    expect(events.includes('0.3 envoy RESTARTED')).toBe(again);
  });

  test('takes the pod with it where it was the last regular one', () => {
    const spec = { restartPolicy: 'Never', initContainers: [{ ...STUBBORN, restartPolicy: 'Always' }], containers: [ENVOY] };
    expect(told(spec, crash(1))).toContain('10.1 stubborn EXITED 137');
    expect(told({ ...spec, containers: [ENVOY, { ...STUBBORN, name: 'other' }] }, crash(1))).toEqual(['0.0 envoy EXITED 1']);
  });
});

describe('a container whose probe fails', () => {
  const failing = (probe: 'liveness' | 'startup', secondDeletion?: Scenario['secondDeletion']) =>
    ({ action: { kind: 'probe-failure', container: 'envoy', probe } as const, secondDeletion });
  const tcpSocket = { port: 1 };
  const probed = {
    ...ENVOY, ...sleeps(30),
    livenessProbe: { tcpSocket, terminationGracePeriodSeconds: 4 }, startupProbe: { tcpSocket },
  };

  test('has the grace period of the probe, and then is started again', () => {
    const events = told({ containers: [probed] }, failing('liveness'));
    expect(events).toContain('4.0 envoy HOOK_ABANDONED');
    expect(events.at(-1)).toMatch(/^4\.4 envoy RESTARTED$/);
    expect(events.some((event) => event.includes('POD_GONE'))).toBe(false);
  });

  test('has that of the pod where the probe has none', () => {
    expect(told({ containers: [probed] }, failing('startup'))).toContain('10.0 envoy HOOK_ABANDONED');
  });

  test('is deleted after its restart where somebody asked for it meanwhile, with the grace of the deletion', () => {
    const events = told({ containers: [probed] }, failing('liveness', { atMillis: 20_000, graceSeconds: 3 }));
    expect(events).toContain('4.4 envoy RESTARTED');
    expect(events).toContain('23.0 envoy HOOK_ABANDONED');
    expect(events.at(-1)).toMatch(/^2\d\.\d pod POD_GONE$/);
  });
});

describe('a deletion', () => {
  const DELETION = { action: { kind: 'deletion' } as const };

  test('begins with the hook, and is over a moment after the exit', () => {
    expect(told({ containers: [{ ...ENVOY, ...sleeps(5) }] }, DELETION)).toEqual([
      '0.1 envoy HOOK_STARTED', '5.1 envoy HOOK_ENDED', '5.1 envoy SIGTERM', '5.2 envoy EXITED 0', '6.2 pod POD_GONE',
    ]);
  });

  test('ends with SIGKILL what does not end by itself, the hook\'s time counted', () => {
    expect(told({ containers: [{ ...STUBBORN, ...sleeps(5) }] }, DELETION)).toEqual([
      '0.1 stubborn HOOK_STARTED', '5.1 stubborn HOOK_ENDED', '5.1 stubborn SIGTERM', '10.1 stubborn SIGKILL', '10.1 stubborn EXITED 137',
      '11.1 pod POD_GONE',
    ]);
  });

  test('leaves 2 s after a hook that took all', () => {
    expect(told({ containers: [{ ...STUBBORN, ...sleeps(30) }] }, DELETION)).toEqual(expect.arrayContaining([
      '10.0 stubborn HOOK_ABANDONED', '10.0 stubborn SIGTERM', '12.1 stubborn SIGKILL',
    ]));
  });

  test('stops sidecars after the regular containers, the last first', () => {
    const sidecar = (name: string) => ({ ...ENVOY, name, restartPolicy: 'Always' });
    const events = told({ initContainers: [sidecar('first'), sidecar('second')], containers: [{ ...ENVOY, ...sleeps(5) }] }, DELETION);
    expect(events.filter((event) => event.includes('SIGTERM'))).toEqual(['5.1 envoy SIGTERM', '5.3 second SIGTERM', '5.5 first SIGTERM']);
  });

  test('stops them when they have waited as long as the grace period', () => {
    const events = told({ initContainers: [{ ...ENVOY, restartPolicy: 'Always' }], containers: [STUBBORN] }, DELETION);
    expect(events.filter((event) => event.includes('SIGTERM'))).toEqual(['0.0 stubborn SIGTERM', '10.0 envoy SIGTERM']);
  });

  test('does nothing with a container that does not run', () => {
    expect(told({ containers: [ENVOY, { ...STUBBORN, ...sleeps(1) }] }, DELETION, { notRunning: ['stubborn'] })
      .filter((event) => /SIGTERM|SIGKILL|EXITED/.test(event))).toEqual(['0.0 envoy SIGTERM', '0.1 envoy EXITED 0']);
  });

  test('finds a container gone that something else killed, whose hook fails', () => {
    const events = told({ containers: [{ ...ENVOY, ...sleeps(5) }] }, DELETION, { killed: [{ container: 'envoy', atMillis: 2_000 }] });
    expect(events).toEqual(['0.1 envoy HOOK_STARTED', '2.0 envoy EXITED 137', '2.0 envoy HOOK_FAILED', '3.0 pod POD_GONE']);
  });

  test('waits in vain for a frozen Envoy, which takes a call of its admin interface and never answers', () => {
    const drains = { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'curl -X POST localhost:9901/healthcheck/fail; sleep 1'] } } } };
    const spec = { containers: [{ ...ENVOY, image: 'registry.example/edge/envoy:1.39', ...drains }] };
    expect(told(spec, DELETION)).toEqual(expect.arrayContaining(['0.1 envoy HEALTH_CHECKS_FAIL', '1.1 envoy HOOK_ENDED']));
    const events = told(spec, DELETION, { frozen: ['envoy'] });
    expect(events).toEqual(expect.arrayContaining(['10.0 envoy HOOK_ABANDONED', '12.1 envoy SIGKILL']));
    expect(events).not.toContain('0.1 envoy HEALTH_CHECKS_FAIL');
  });

  test('lets a sidecar that does not run block those before it on kubelets with the defect', () => {
    const sidecar = (name: string) => ({ ...ENVOY, name, restartPolicy: 'Always' });
    const spec = { initContainers: [sidecar('first'), sidecar('second')], containers: [ENVOY] };
    const firstEnds = (version: string): string | undefined =>
      told(spec, DELETION, { notRunning: ['second'] }, version).find((event) => event.includes('first SIGTERM'));
    expect([firstEnds('1.29.0'), firstEnds('1.34')]).toEqual(['10.0 first SIGTERM', '0.2 first SIGTERM']);
  });

  test('is begun again by a kubelet that comes back', () => {
    const kubeletRestart = { atMillis: 1_000, backAtMillis: 4_000 };
    const events = told({ containers: [{ ...STUBBORN, ...sleeps(3) }] }, DELETION, { kubeletRestart });
    expect(events.filter((event) => event.includes('HOOK_STARTED'))).toEqual(['0.1 stubborn HOOK_STARTED', '5.2 stubborn HOOK_STARTED']);
    expect(events.filter((event) => event.includes('HOOK_ENDED'))).toEqual(['8.2 stubborn HOOK_ENDED']);
    expect(events.filter((event) => event.includes('SIGKILL'))).toEqual(['15.2 stubborn SIGKILL']);
  });
});
