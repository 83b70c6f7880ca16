import { HookStep } from '../../src/upstream/behaviour';
import { hookProgramOf } from '../../src/upstream/programs';

const wait = (seconds: number): HookStep => ({ step: 'wait', millis: seconds * 1000 });
const unknown = (command: string): HookStep => ({ step: 'unknown', command });
const exit = (code: number): HookStep => ({ step: 'exit', code });
const fail: HookStep = { step: 'fail-health-checks' };
const quit: HookStep = { step: 'quit-envoy' };
const hang: HookStep = { step: 'hang' };

const CALL = 'curl -X POST localhost:9901/healthcheck/fail';
const DRAIN = `${CALL}; sleep 15`;
const IN_DOUBT = [unknown(CALL), unknown('sleep 15')];

const stepsOf = (script: string, shell: readonly string[] = ['sh', '-c']): readonly HookStep[] =>
  hookProgramOf([...shell, script], { env: { X: '9' }, runsEnvoy: true, opensFirstProcess: true }).steps;

type Table = [string, readonly HookStep[]][];

const CONDITIONS: Table = [
  [`[ -f /nope ] && { ${DRAIN}; }`, IN_DOUBT],
  [`cd /nope && ${DRAIN}`, [unknown(CALL), wait(15)]],
  [`set -e; test -f /nope; ${DRAIN}`, IN_DOUBT],
  [`set -o errexit; test -f /nope; ${DRAIN}`, IN_DOUBT],
  [`set -e; set +e; test -f /nope; ${DRAIN}`, [fail, wait(15)]],
  [`set -e; [ -f /nope ] && echo; ${DRAIN}`, [fail, wait(15)]],
  [`set -e; [ -f /nope ] || true; ${DRAIN}`, [fail, wait(15)]],
  [`set -e; if test -f /nope; then echo; fi; ${DRAIN}`, [fail, wait(15)]],
  [`set -e; false; ${DRAIN}`, [exit(1)]],
  [`[ -f /nope ] && exit 0; ${DRAIN}`, [unknown('exit 0'), ...IN_DOUBT]],
  [`[ -f /x ] && { [ -f /y ] && exit 0; }; ${DRAIN}`, [unknown('exit 0'), ...IN_DOUBT]],
  [`set -e; if [ -f /x ]; then test -f /y; echo; fi; ${DRAIN}`, IN_DOUBT],
  ['echo > /nope/x && sleep 15', [{ step: 'write-file', file: '/nope/x', failure: 'ignored' }, unknown('sleep 15')]],
  [`${CALL} >/dev/null 2>&1 && sleep 15`, [fail, wait(15)]],
  ['x=$(test -f /y) && sleep 15', [unknown('sleep 15')]],
  ['[ 1 = 2 ] || sleep 15', [unknown('sleep 15')]],
  ['[ -f /x ] && echo > /tmp/done', [unknown('echo')]],
  [`${CALL} || true; sleep 15`, [fail, wait(15)]],
  [`${CALL} || :; sleep 15`, [fail, wait(15)]],
  [`${CALL} || echo failed && sleep 15`, [fail, wait(15)]],
  [`${CALL} || exit 1; sleep 15`, [fail, wait(15)]],
  [`${CALL} && sleep 15`, [fail, wait(15)]],
  [`sleep 5 && ${CALL}`, [wait(5), fail]],
  ['/app/drain || true; sleep 15', [unknown('/app/drain'), wait(15)]],
  ['/app/drain || true && sleep 15', [unknown('/app/drain'), wait(15)]],
  ['false && sleep 1; true || sleep 2; ! true || sleep 3', [wait(3)]],
  ['if true; then sleep 1; else sleep 2; fi; if false; then sleep 3; else sleep 4; fi', [wait(1), wait(4)]],
  ['if [ -f /x ]; then sleep 1; elif true; then sleep 2; else sleep 3; fi',
    [unknown('sleep 1'), unknown('sleep 2'), unknown('sleep 3')]],
  ['if exit 3; then sleep 1; fi', [exit(3)]],
  ['case $X in 9) sleep 9;; esac; sleep 1', [unknown('sleep 9'), wait(1)]],
];

const WRAPPED: Table = [
  ["trap 'sleep 15' EXIT; sleep 1", [wait(1), wait(15)]],
  ["trap 'sleep 15' EXIT; exit 3", [wait(15), exit(3)]],
  ["trap 'sleep 15' 0; trap - EXIT", []],
  ["trap 'sleep 15' EXIT; exec sleep 1", [wait(1)]],
  ["trap 'sleep 15' TERM; sleep 1", [wait(1)]],
  ["(trap 'sleep 15' EXIT); sleep 1", [wait(15), wait(1)]],
  ["trap 'if' EXIT", [unknown('if')]],
  ["trap 'sleep 15' ERR", [unknown('trap sleep 15 ERR')]],
  ["[ -f /x ] && trap 'sleep 15' EXIT", [unknown('trap sleep 15 EXIT')]],
  ['env A=1 B=2 sleep 15', [wait(15)]],
  ['env; env A=1', []],
  ['env -i sleep 15', [unknown('env -i sleep 15')]],
  ['x=$(sleep 15)', [wait(15)]],
  ['echo $(curl -X POST localhost:9901/quitquitquit)', [quit]],
  ['echo "`/app/drain`"', [unknown('/app/drain')]],
  ['echo $(date) $(hostname); sleep 1', [wait(1)]],
  ['cat /dev/zero', [unknown('cat /dev/zero')]],
  ['cat < /dev/zero', [unknown('cat')]],
  ['cat /dev/null /etc/hosts < /dev/null', []],
  ['wait; sleep 1', [wait(1)]],
  [`${CALL} & sleep 1; wait`, [fail, wait(1)]],
  ['/app/drain & wait', [unknown('/app/drain'), unknown('wait')]],
];

const HOSTS: Table = [
  ...['localhost:9901', '127.0.0.2:9901', '[::1]:9901', '0.0.0.0:9901', '$HOST:9901', '${POD_IP}:9901']
    .map((host): Table[number] => [`curl -X POST http://${host}/healthcheck/fail`, [fail]]),
  ...['example.com', '10.0.0.1:9901', 'localhost.example.com', '$HOST.example.com', '[::2]:9901']
    .map((host) => `curl -X POST http://${host}/healthcheck/fail`)
    .map((command): Table[number] => [command, [unknown(command)]]),
];

const NAMES: Table = [
  ['sleep() { :; }; sleep 15', [unknown('sleep 15')]],
  [`drain() { ${DRAIN}; }; drain`, [unknown('drain')]],
  ['X=1; sleep $X', [wait(1)]],
  ['export X=1; sleep $X', [wait(1)]],
  ['X=1 sleep $X', [wait(9)]],
  ['[ -f /x ] && X=1; sleep $X', [unknown('sleep $X')]],
  ['unset X; sleep ${X:-1}', [unknown('sleep ${X:-1}')]],
  ['for X in 1 2; do :; done; sleep $X', [unknown('sleep $X')]],
  ['(X=1); sleep $X', [wait(9)]],
];

const FLOW: Table = [
  ['while true; do break; done', [unknown('true; break')]],
  ['while true; do exit 0; done', [unknown('true; exit 0')]],
  ['while :; do if [ -f /x ]; then break; fi; sleep 1; done', [unknown(':; [ -f /x ]; break; sleep 1')]],
  ['while false; do sleep 1; done; until true; do sleep 1; done', []],
  ['until false; do sleep 1; done', [hang]],
  ['while [ -f /x ]; do sleep 1; done', [unknown('[ -f /x ]; sleep 1')]],
  ['until [ ! -f /x ]; do sleep 1; done', [unknown('[ ! -f /x ]; sleep 1')]],
  ['while ! [ -f /x ]; do sleep 1; done', [{ step: 'wait-for-file', file: '/x', pollMillis: 1_000 }]],
  ['for i in 1 2; do sleep 1; done', [wait(2)]],
  ['for i in $(seq 20); do sleep 5; done', [wait(100)]],
  ['for i in $(seq 3 5); do sleep 5; done', [wait(15)]],
  ['for i in {1..4}; do sleep 5; done', [wait(20)]],
  ['for i in $(cat /list); do sleep 5; done', [unknown('sleep 5')]],
  ['for i in *; do sleep 5; done', [unknown('sleep 5')]],
  ['for i in $(seq 60); do curl -s localhost:9901/stats | grep -q "downstream_cx_active: 0" && break; sleep 1; done',
    [unknown('curl -s localhost:9901/stats; grep -q downstream_cx_active: 0; break; sleep 1')]],
  ['until curl -s localhost:9901/stats | grep -q "downstream_cx_active: 0"; do sleep 1; done',
    [{ step: 'await-connections', wait: { pollMillis: 1_000, minMillis: 0, exitAt: 0, counts: 'all' } }]],
  ['until curl -s localhost:9901/stats | grep -q "server.live: 0"; do sleep 1; done',
    [unknown('curl -s localhost:9901/stats; grep -q server.live: 0; sleep 1')]],
  ['busybox sleep 20', [wait(20)]],
  ['exec 2>/dev/null; sleep 1', [wait(1)]],
  ['true | sleep 15', [wait(15)]],
  ['sleep 5 | sleep 15 | cat', [wait(15)]],
  [`${CALL} | jq .; sleep 1`, [fail, wait(1)]],
  [`${CALL} | sleep 1`, [unknown(`${CALL}; sleep 1`)]],
  [`(exit 0); ${DRAIN}`, [fail, wait(15)]],
  [`(exit 1) || ${DRAIN}`, [fail, wait(15)]],
  [`exit 1 | cat; ${DRAIN}`, [fail, wait(15)]],
  ["sh -c 'exit 0'; sleep 1", [wait(1)]],
  ['envoy-gateway envoy shutdown --wrong; sleep 1', [{ step: 'wait', millis: 20 }, wait(1)]],
  ['coproc sleep 5', [unknown('sleep 5')]],
];

describe('a script takes nothing for granted:', () => {
  test.each([...CONDITIONS, ...WRAPPED, ...HOSTS, ...NAMES, ...FLOW])('%s', (script, steps) => {
    expect(stepsOf(script)).toEqual(steps);
  });

  test.each([['sh', '-ec'], ['bash', '-euo', 'pipefail', '-c'], ['bash', '-o', 'errexit', '-c']])(
    'the shell ends at a failure with %s %s', (...shell) => {
      expect(stepsOf(`test -f /nope; ${DRAIN}`, shell)).toEqual(IN_DOUBT);
    });
});

test('env starts a hook as well without a shell', () => {
  expect(hookProgramOf(['env', 'A=1', 'sleep', '5']).steps).toEqual([wait(5)]);
});

test.each(['{ '.repeat(5000) + 'sleep 1' + '; }'.repeat(5000), '('.repeat(300) + 'sleep 1' + ')'.repeat(300)])(
  'a script that is nested too deep is not known', (script) => {
    expect(stepsOf(script)).toEqual([expect.objectContaining({ step: 'unknown' })]);
  });

test('four times as long a script takes about four times as long', () => {
  const cpuMillis = (commands: number): number => {
    const before = process.cpuUsage();
    expect(stepsOf('sleep 1\n'.repeat(commands))).toHaveLength(commands);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // a busy machine only makes single runs slower
  const best = (commands: number): number => Math.min(...Array.from({ length: 7 }, () => cpuMillis(commands)));
  expect(best(8_000)).toBeLessThan(12 * Math.max(20, best(2_000)));
});

test('one of more than 64 KiB is not known', () => {
  expect(stepsOf('sleep 1\n'.repeat(8_193))).toEqual([expect.objectContaining({ step: 'unknown' })]);
});

test('a negation of nothing is no fault', () => {
  expect(stepsOf('!; sleep 5')).toEqual([wait(5)]);
});
