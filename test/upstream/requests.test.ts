import { HookStep, HookSurroundings } from '../../src/upstream/behaviour';
import { hookProgramOf } from '../../src/upstream/programs';

const wait = (seconds: number): HookStep => ({ step: 'wait', millis: seconds * 1000 });
const unknown = (command: string): HookStep => ({ step: 'unknown', command });
const fail: HookStep = { step: 'fail-health-checks' };
const refused: HookStep = { step: 'refused-admin-call', path: '/healthcheck/fail' };
const drain: HookStep = { step: 'drain-listeners', graceful: true, skipExit: false };

const around = (more: Partial<HookSurroundings> = {}): HookSurroundings =>
  ({ env: {}, runsEnvoy: true, opensFirstProcess: true, ...more });

const OPEN = 'exec 3<>/dev/tcp/127.0.0.1/9901';
const POST = "printf 'POST /healthcheck/fail HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' >&3";
const CLOSING = "printf 'POST /healthcheck/fail HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n' >&3";

describe('a request through /dev/tcp', () => {
  test.each<[string, readonly HookStep[]]>([
    [`${OPEN}; ${POST}; sleep 60`, [fail, wait(60)]],
    [`${OPEN}\nprintf 'POST /drain_listeners?graceful HTTP/1.1\\r\\n\\r\\n' >&3\nsleep 60`, [drain, wait(60)]],
    [`${OPEN}; echo -e "POST /healthcheck/fail HTTP/1.1\\nhost: x\\n" >&3; sleep 5`, [fail, wait(5)]],
    [`${OPEN}; printf 'GET /healthcheck/fail HTTP/1.1\\r\\n\\r\\n' >&3; sleep 5`, [refused, wait(5)]],
    [`${OPEN}; printf 'GET /stats HTTP/1.1\\r\\n\\r\\n' >&3; sleep 5`, [wait(5)]],
    [`${OPEN}; ${CLOSING}; cat <&3; sleep 5`, [fail, wait(5)]],
    [`${OPEN}; ${POST}; printf 'Connection: close\\r\\n\\r\\n' >&3; cat <&3 >/dev/null; sleep 5`, [fail, wait(5)]],
    [`${OPEN}; ${POST}; cat <&3; sleep 5`, [fail, unknown('cat'), wait(5)]],
    [`${OPEN}; ${POST}; timeout 2 cat <&3; sleep 5`, [fail, wait(2), wait(5)]],
    [`${OPEN}; ${POST}; head -n 1 <&3; exec 3>&-; sleep 5`, [fail, wait(5)]],
    ["printf 'POST /healthcheck/fail HTTP/1.0\\r\\n\\r\\n' > /dev/tcp/localhost/9901; sleep 5", [fail, wait(5)]],
    ['exec 3<>/dev/tcp/10.0.0.1/9901; sleep 5', [unknown('exec'), wait(5)]],
    ['exec 3<>/dev/tcp/127.0.0.1/${ADMIN_PORT:-9001}; echo -ne "POST /healthcheck/fail HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3', [fail]],
    [`${OPEN}; [ -f /x ] && ${POST}`, [unknown('printf POST /healthcheck/fail HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n')]],
  ])('%s', (script, steps) => {
    const { steps: found } = hookProgramOf(['/bin/bash', '-c', script], around());
    expect(found.map((step) => (step.step === 'unknown' && step.command.startsWith('exec') ? unknown('exec') : step))).toEqual(steps);
  });

  test('fails in the shells of Ubuntu and Alpine, and is not known in others', () => {
    const stepsIn = (image?: string) => hookProgramOf(['sh', '-c', `${OPEN}; ${POST}; sleep 60`], around({ image })).steps;
    expect(stepsIn('envoyproxy/envoy:v1.30.0')).toEqual([{ step: 'exit', code: 2 }]);
    expect(stepsIn('registry.example/edge:1-alpine')).toEqual([{ step: 'exit', code: 2 }]);
    expect(stepsIn('registry.example/edge:1')[0].step).toBe('unknown');
  });
});

describe('a request by another program', () => {
  test.each<[string, readonly HookStep[]]>([
    ["printf 'POST /healthcheck/fail HTTP/1.0\\r\\n\\r\\n' | nc localhost 9901; sleep 5", [fail, wait(5)]],
    ["printf 'POST /healthcheck/fail HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n' | nc 127.0.0.1 9901", [fail]],
    ["echo -e 'POST /healthcheck/fail HTTP/1.1\\r\\n\\r\\n' | nc -w 2 127.0.0.1 9901", [fail, wait(2)]],
    ["echo 'POST /healthcheck/fail HTTP/1.1' | nc -N localhost 9901", [fail, wait(0)]],
    ["echo 'POST /healthcheck/fail HTTP/1.1' | nc localhost 9901", [fail, unknown('nc localhost 9901')]],
    ["echo 'POST /healthcheck/fail HTTP/1.1' | socat - TCP:localhost:9901", [fail, wait(0.5)]],
    ["echo 'POST /healthcheck/fail HTTP/1.0' | nc -U /admin/admin.sock", [fail]],
    ["echo 'POST /healthcheck/fail HTTP/1.0' | nc example.com 80", [unknown('nc example.com 80')]],
    ["python3 -c 'import time; time.sleep(4.5)'", [wait(4.5)]],
  ])('%s', (script, steps) => {
    expect(hookProgramOf(['sh', '-c', script], around()).steps).toEqual(steps);
  });

  test.each<[string, readonly HookStep[]]>([
    ['import requests, time; requests.post("http://localhost:8001/healthcheck/fail"); time.sleep(20)', [fail, wait(20)]],
    ['import urllib.request as r\nr.urlopen("http://127.0.0.1:8001/healthcheck/fail", data=b"")', [fail]],
    ['import urllib.request as r\nr.urlopen("http://127.0.0.1:8001/healthcheck/fail")', [refused, { step: 'exit', code: 1 }]],
  ])('python: %s', (script, steps) => {
    expect(hookProgramOf(['python3', '-c', script], around()).steps).toEqual(steps);
  });

  test('python that does anything else is not known', () => {
    const [step] = hookProgramOf(['python3', '-c', 'import os; os.system("x")'], around()).steps;
    expect(step.step).toBe('unknown');
  });
});
