import { suppressedRules } from '../../src/hazards/suppression';
import { joined, time } from '../../src/hazards/words';
import { consul, envoy, findingsOf, kuma, pod, scripted } from '../support/hazards';

test.each([[0, '0 s'], [49, '0 s'], [50, '0.1 s'], [500, '0.5 s'], [35_000, '35 s'], [35_049, '35 s'], [Infinity, 'for ever']])(
  'a finding writes %d ms as %s', (millis, text) => {
    expect(time(millis)).toBe(text);
  });

test.each<[readonly string[], string]>([[[], ''], [['a'], 'a'], [['a', 'b'], 'a and b'], [['a', 'b', 'c'], 'a, b and c']])(
  'a finding writes %j as %s', (names, text) => {
    expect(joined(names)).toBe(text);
  });

test('a rule is passed over by an annotation or an option with a reason, and by nothing else', () => {
  const annotations = { 'envoy-drain/ignore-a': 'known', 'envoy-drain/ignore-b': ' ', 'other/ignore-c': 'known', 'x/envoy-drain/ignore-d': 'known' };
  expect(suppressedRules({ annotations }, { e: 'known', f: '  ', g: '' })).toEqual(['a', 'e']);
});

test.each<[string, any, string]>([
  ['by its hook', scripted('curl -X POST localhost:9901/healthcheck/fail; sleep 20'),
    'the drain of envoy begins with the hook, at 0 s: clients that are told to leave come back to it until endpoints and load balancers know'],
  ['by itself', kuma(),
    'the drain of kuma-sidecar begins when it gets SIGTERM, at 0 s: clients that are told to leave come back to it until endpoints and load balancers know'],
])('a drain that begins at once %s', (_, proxy, words) => {
  expect(findingsOf('drain-before-propagation', pod(60, proxy)).map(({ message }) => message)).toEqual([words]);
});

test.each<[string, any, string]>([
  ['the deletion', envoy({ lifecycle: { preStop: { sleep: { seconds: 20 } } } }),
    'the load balancer takes 90 s to notice, and envoy takes new connections for only 20 s after the pod was deleted: those that it still sends are refused'],
  ['a failing health check', scripted('sleep 10; curl -X POST localhost:9901/healthcheck/fail; sleep 20'),
    'the load balancer takes 90 s to notice, and envoy takes new connections for only 20 s after its health checks begin to fail: those that it still sends are refused'],
])('a load balancer that notices %s too late', (_, proxy, words) => {
  const found = findingsOf('drain-shorter-than-load-balancer', pod(300, proxy), { detection: '90s', kubernetes: '1.34' });
  expect(found.map(({ message }) => message)).toEqual([words]);
});

test('a proxy that drains by itself as long as a load balancer needs is told of nothing', () => {
  const proxy = consul(['-shutdown-drain-listeners', '-shutdown-grace-period-seconds=120', '-envoy-drain-time-seconds=119']);
  expect(findingsOf('drain-shorter-than-load-balancer', pod(300, proxy), { detection: '90s' })).toEqual([]);
});
