import { CommandLine } from '../../src/upstream/behaviour';
import { programOf } from '../../src/upstream/programs';

const script = (text: string, more: Partial<CommandLine> = {}): CommandLine =>
  ({ kind: 'regular', argv: ['/bin/bash', '-c', text], commandGiven: true, env: {}, ...more });

const START = '/opt/engine &\nenvoy -c /x --drain-time-s 9 &\nrouter=$!\n';

describe('a script that stays as the first process', () => {
  test.each<[string, string, object]>([
    ['hands SIGTERM on', `${START}trap 'kill -TERM "$router"' TERM\nwait "$router"`,
      { program: 'envoy', known: true, onSigterm: { kind: 'exits', drains: false }, envoy: { drainTimeMillis: 9_000 } }],
    ['has no trap, so that nothing happens', `${START}wait`, { known: true, onSigterm: { kind: 'ignores' }, envoy: {} }],
    ['traps it with nothing', `trap '' TERM\n${START}wait`, { onSigterm: { kind: 'ignores' }, envoy: {} }],
    ['drains in its trap', `${START}trap 'curl -X POST localhost:9901/healthcheck/fail; sleep 20; kill $router' TERM\nwait $router`,
      { onSigterm: { kind: 'exits', drains: true, closesListeners: false, steps: [{ step: 'fail-health-checks' }, { step: 'wait', millis: 20_000 }] } }],
    ['only waits in its trap', `${START}trap 'sleep 20; kill $router' SIGTERM\nwait`,
      { onSigterm: { drains: false, steps: [{ step: 'wait', millis: 20_000 }] } }],
    ['goes round for ever', 'trap \'\' TERM\nwhile true; do sleep 5; done', { program: 'a shell script', known: true, onSigterm: { kind: 'ignores' } }],
    ['calls a function in its trap', `stop() {\n  wget --post-data '' localhost:9901/healthcheck/fail\n  sleep 8\n  kill $router\n}\n${START}trap stop TERM\nwait`,
      { onSigterm: { drains: true, steps: [{ step: 'fail-health-checks' }, { step: 'wait', millis: 8_000 }] } }],
    ['does something else in its trap', `${START}trap '/app/stop' TERM\nwait`, { program: 'envoy', known: false, envoy: {} }],
    ['calls a function that nobody sees', `${START}trap stop TERM\nwait`, { program: 'envoy', known: false }],
    ['goes on with something else', `${START}/app/main --serve`, { program: 'envoy', known: false, onSigterm: { kind: 'unknown' } }],
  ])('%s', (_, text, expected) => {
    expect(programOf(script(text))).toMatchObject(expected);
  });

  test('is left alone where it ends in another program', () => {
    expect(programOf(script('trap "" TERM; exec envoy -c x'))).toMatchObject({ program: 'envoy', onSigterm: { kind: 'exits' } });
  });
});
