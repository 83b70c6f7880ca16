import { ShellCommand, shellScriptOf, simpleCommands } from '../../src/upstream/shell';

/** Commands as lines: their words, and what is unusual about them. */
function lines(script: string): string[] | undefined {
  return simpleCommands(script)?.map(line);
}

function line(command: ShellCommand): string {
  const { conditional, loop, condition, background, functionName, joinedBy } = command;
  const marks = Object.entries({ conditional, loop, condition, background, [`in ${functionName}`]: functionName !== undefined })
    .flatMap(([name, on]) => (on ? [name] : []));
  return [joinedBy ?? '', command.argv.join(' '), ...marks.length > 0 ? [`(${marks.join(', ')})`] : []].join(' ').trim();
}

test.each<[string, string, string[]]>([
  ['statements', 'a; b\nc', ['a', 'b', 'c']],
  ['lists', 'sleep 5 && curl x || true', ['sleep 5', '&& curl x', '|| true']],
  ['pipelines', 'a | b', ['a', '| b']],
  ['comments', '# no\na # no', ['a']],
  ['continued lines', 'curl \\\n  -X POST', ['curl -X POST']],
  ['quotes', 'echo "a b" \'c $d\'', ['echo a b c $d']],
  ['background', 'a & b', ['a (background)', 'b']],
  ['a list in the background', 'a && b & c', ['a (background)', '&& b (background)', 'c']],
  ['branches', 'if a; then b; elif c; then d; else e; fi; f', [
    'a (condition)', 'b (conditional)', 'c (conditional, condition)', 'd (conditional)', 'e (conditional)', 'f',
  ]],
  ['cases', 'case $1 in x) a;; *) b;; esac', ['a (conditional)', 'b (conditional)']],
  ['while', 'while a; do b; done', ['a (loop, condition)', 'b (loop)']],
  ['until', 'until a; do b; done; c', ['a (loop, condition)', 'b (loop)', 'c']],
  ['for', 'for i in 1 2; do sleep $i; done', ['sleep $i (loop)']],
  ['a branch in a loop', 'while a; do if b; then break; fi; done', [
    'a (loop, condition)', 'b (loop, condition)', 'break (conditional, loop)',
  ]],
  ['groups', '{ a; b; } && (c; d)', ['a', 'b', '&& c', 'd']],
  ['functions', 'f() { kill 1; }; trap f TERM', ['kill 1 (in f)', 'trap f TERM']],
  ['negations', '! a', ['a']],
  ['tests of bash', '[[ $a -gt 1 ]] && ((n++))', ['[[ $a -gt 1 ]]', '&& ((n++))']],
  ['nothing', '', []],
])('reads %s', (_, script, expected) => {
  expect(lines(script)).toEqual(expected);
});

test('redirections are recorded, also those of a group', () => {
  const [open, write, inGroup] = simpleCommands('exec 3<>/dev/tcp/127.0.0.1/9901\nprintf x >&3 2>/dev/null\n{ a; } <f')!;
  expect(open.redirections).toEqual([{ descriptor: 3, operator: '<>', target: '/dev/tcp/127.0.0.1/9901' }]);
  expect(open.argv).toEqual(['exec']);
  expect(write.redirections).toEqual([
    { operator: '>&', target: '3' }, { descriptor: 2, operator: '>', target: '/dev/null' },
  ]);
  expect(inGroup.redirections).toEqual([{ operator: '<', target: 'f' }]);
});

test('a here-document is no command', () => {
  expect(lines('cat <<END\nsleep 100\nEND\nsleep 1')).toEqual(['cat', 'sleep 1']);
});

test('assignments stand apart', () => {
  expect(simpleCommands('A=1 B="$C d" e f=g')).toMatchObject([{ argv: ['e', 'f=g'], assignments: { A: '1', B: '$C d' } }]);
  expect(simpleCommands('p=$!')).toMatchObject([{ argv: [], assignments: { p: '$!' } }]);
});

test('commands of substitutions belong to the command whose words they make', () => {
  const [test, sleep] = simpleCommands('while [ $(netstat -plunt | grep -c envoy) -ne 0 ]; do sleep 1; done')!;
  expect(test.argv).toEqual(['[', '$(netstat -plunt | grep -c envoy)', '-ne', '0', ']']);
  expect(test.substitutions.map(({ argv }) => argv[0])).toEqual(['netstat', 'grep']);
  expect(sleep.substitutions).toEqual([]);
});

test('commands in backticks and in assignments are found as well', () => {
  const [command] = simpleCommands('n=`curl -s "x"` b')!;
  expect(command.substitutions.map(({ argv }) => argv)).toEqual([['curl', '-s', 'x']]);
});

test.each(['if a; then', 'a "b', 'a | ', 'echo $(if)', 'done', '('.repeat(5000)])('%j is no script', (script) => {
  expect(simpleCommands(script)).toBeUndefined();
});

test.each<[readonly string[], string | undefined]>([
  [['sh', '-c', 'a'], 'a'], [['/bin/bash', '-ec', 'a'], 'a'], [['/bin/sh', '-e', '-c', 'a', 'b'], 'a'],
  [['bash', '-euo', 'pipefail', '-c', 'a'], 'a'], [['bash', '-c', '-e', 'a'], 'a'], [['sh', '-c', '--', 'a'], 'a'],
  [['bash', '--norc', '-c', 'a'], 'a'], [['busybox', 'sh', '-c', 'a'], 'a'], [['/usr/bin/env', 'bash', '-c', 'a'], 'a'],
  [['sh', 'script.sh'], undefined], [['sh', '-c'], undefined], [['envoy', '-c', 'a'], undefined],
  [['sh', '-e', 'x', '-c'], undefined], [[], undefined],
])('the script of %j is %j', (argv, expected) => {
  expect(shellScriptOf(argv)).toBe(expected);
});
