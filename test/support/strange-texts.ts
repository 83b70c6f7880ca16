/** What steers terminals, breaks formats, or is mistaken for something else. */
export const STRANGE_TEXTS: readonly string[] = [
  '\x1b[31mred\x1b[0m', '\x1b]0;title\x07', '\x9b2J', 'a\rb', 'a\nb', 'a\u0000b', 'a\u0085b', 'a\u2028b\u2029c', '\u202eevil', '\u2066x\u2069',
  '\u200fright', '\u061cmark', '\ufeff', '\ufffe\uffff', '\ud800', '\u{1f600}', '<script>&"\'</script>', ']]><!--', '::error::x', '%0A::x',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', 'null', '~', 'true', '0', '-1', '1e999', '30s', '1h', '99999999999999999999',
  '$(X)', '${X}', '$((1/0))', '`id`', '/..//../x', 'a/b~c', '"', "'", '\\', '|', '{{ .Values.x }}', 'x'.repeat(1_000),
  '%s%n', 'http://[::1', ':0', '65536', 'NaN', 'sleep 1e9', 'while :; do sleep 1; done', '(((((((', 'if', '<<EOF', "'unclosed", 'envoy', 'pilot-agent',
];

/** Values of every type. */
export const STRANGE_VALUES: readonly unknown[] = [
  null, true, false, 0, -0, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, Number.MIN_VALUE, '', 'text', [], {}, [[]], [{}], [null], [1, 'a'], { a: null }, { a: [{ b: {} }] },
  { name: 'envoy' }, [{ name: 'envoy', image: 'envoyproxy/envoy:v1.39.0' }], { exec: { command: 'sleep' } }, { exec: { command: ['sh', '-c', 'sleep 5'] } },
  { httpGet: { path: '/', port: 'none' } }, { tcpSocket: {} }, { sleep: { seconds: 5 } }, { length: 3 }, [['__proto__', 1]],
];

/** What only YAML can write; a placeholder stands for it until the document is a text. */
export const STRANGE_SOURCES: readonly string[] = [
  '1e999', '0x7f', '.inf', '-.inf', '.nan', '-0', '99999999999999999999', '0o17', '017', '1_000', '12:30', '+1', '2001-01-01', '~', 'yes',
  '!!python/object/apply:os.system [id]', '!!js/function "x"', '!!binary aGk=', '!!binary "?"', '!!timestamp 2001-01-01', '!!set {a}', '!!omap []', '!!int x',
  '!!float 1', '!!str 1', '!!null x', '!!map {}', '!!seq []', '!!map []', '!<tag:yaml.org,2002:str> x', '! 1', '!x y', '!!', '{{ .Values.x }}', '{{- if .x }}',
  '"{{ .Values.x }}"', '*nobody', '&own [*own]', '&own {a: *own}', '&a', '{<<: {a: 1}}', '{<<: [{a: 1}, {b: 2}]}', '{<<: 1}', '{<<: *nobody}', '{? [a] : b}',
  '"\\ud800"', '"\\uFFFE"', '"\\x1b[2J"', '"\\u2028"', '"\\0"', '"\\q"', '"unclosed', "'unclosed", '[unclosed', '{unclosed', '] }', '|', '>-', '|9', '"a\n---\nb"',
  '@x', '`x`', '%x', '- - - x', 'a: b: c', '[a: b, c]', '? x', '{a, b}', '[,]', '# nothing', '"\u2028---\u2028"', '\u0085', '\ufeff',
];

/** Fields that are read, so that renaming puts things where others are expected. */
export const KNOWN_FIELDS: readonly string[] = [
  'kind', 'apiVersion', 'metadata', 'name', 'namespace', 'annotations', 'labels', 'spec', 'template', 'jobTemplate', 'items', 'containers', 'initContainers',
  'image', 'command', 'args', 'env', 'value', 'valueFrom', 'ports', 'containerPort', 'hostPort', 'lifecycle', 'preStop', 'exec', 'httpGet', 'path', 'port', 'host',
  'scheme', 'sleep', 'seconds', 'livenessProbe', 'readinessProbe', 'startupProbe', 'periodSeconds', 'failureThreshold', 'terminationGracePeriodSeconds',
  'restartPolicy', 'volumes', 'volumeMounts', 'mountPath', 'emptyDir', 'resources', 'limits', 'cpu', 'hostNetwork', 'shareProcessNamespace', 'strategy',
  'rollingUpdate', 'maxSurge', 'maxUnavailable', 'replicas', 'selector', 'matchLabels', 'type', 'securityContext', 'data', '__proto__', 'constructor', 'toString',
];

/** Words of shells, put anywhere in scripts. */
export const SHELL_PIECES: readonly string[] = [
  ';', '&', '&&', '||', '|', '|&', '!', '(', ')', '{', '}', '((', '))', '[[', ']]', '[', '`', '"', "'", '\\', '\n', '\\\n', '#', '$', '$(', '${', '$((', '$@',
  '$1', '$?', '$!', '${x:-5}', '${x%%s}', '${#x}', '$((1/0))', '$((2**99))', '$[1]', "$'\\x1b'", '<(', '<<E', '<<<x', '>', '>&2', '2>&1', '>/dev/null', '< x',
  'if', 'then', 'else', 'elif', 'fi', 'while', 'until', 'for', 'for i in', 'do', 'done', 'case', 'in', 'esac', ';;', 'select', 'function', 'f()', 'time', 'coproc',
  'exec', 'eval', 'trap', 'wait', 'exit', 'exit 1', 'return', 'break', 'continue', 'break 99', 'set -e', 'set -euo pipefail', 'shift', 'local x=1', 'export x=2',
  'x=5', 'x=$x$x', 'i=$((i+1))', 'sleep', 'sleep 1', 'sleep -1', 'sleep 1e9', 'sleep infinity', 'sleep $x', 'sleep 5s 1m', 'timeout 5', 'timeout', 'nohup', 'sudo', 'env',
  'kill 1', 'kill -TERM $!', 'curl', 'curl -X POST', 'wget', 'nc -z localhost 80', 'true', 'false', ':', 'test', '[ -f /x ]', '[ $i -lt 5 ]', 'seq 1 5', '{1..5}', '*',
];
