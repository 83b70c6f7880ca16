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
