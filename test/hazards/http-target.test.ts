import { isNode, listenerOn, requestOf } from '../../src/hazards/http-target';
import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { portOf } from '../../src/pod/http-get';
import { PodLifecycle } from '../../src/pod/pod-lifecycle';
import { readPods } from '../../src/pod/read';
import { app, contour, envoy, gateway, NATIVE, pod } from '../support/hazards';

function podOf(parts: any[], hostNetwork = false): PodLifecycle {
  const manifest = pod(...parts);
  manifest.spec.template.spec.hostNetwork = hostNetwork;
  return readPods(manifest)[0];
}

test.each<[string | undefined, boolean]>([
  ['127.0.0.1', true], ['localhost', true], ['::1', true], ['[::1]', true], ['10.0.0.1', false], ['', false], [undefined, false],
])('the host %s is the node: %s', (host, node) => {
  expect(isNode(host)).toBe(node);
});

describe('a hook by HTTP asks', () => {
  const hook = (port: number | string, host?: string) => ({ kind: 'httpGet', path: '/', port, host, scheme: 'HTTP', pointer: '' }) as any;
  const ports = [{ name: 'http', containerPort: 8080 }, { name: 'admin', containerPort: 9901 }];

  test.each<[string, boolean, any, unknown]>([
    ['the pod', false, hook(80), { port: 80, toNode: false }],
    ['a port by its name', false, hook('admin'), { port: 9901, toNode: false }],
    ['nobody, where no port has that name', false, hook('metrics'), 'refused'],
    ['the node, where nothing of the pod listens', false, hook(80, '127.0.0.1'), 'refused'],
    ['somebody else', false, hook(80, '10.0.0.1'), 'elsewhere'],
    ['the node on the host network', true, hook(80, 'localhost'), { port: 80, toNode: true }],
    ['nobody on the host network without a host', true, hook(80), 'refused'],
    ['somebody else on the host network', true, hook(80, '10.0.0.1'), 'elsewhere'],
    ['somebody else by the name of a port that is not there', false, hook('metrics', '10.0.0.1'), 'elsewhere'],
  ])('%s', (_, hostNetwork, get, request) => {
    const read = podOf([envoy({ ports })], hostNetwork);
    expect(requestOf(read, read.containers[0], get)).toEqual(request);
  });

  test('a number as it is, though no port of the container has it', () => {
    expect(portOf(podOf([envoy({ ports })]).containers[0], hook(1))).toBe(1);
  });
});

describe('who answers', () => {
  const who = (parts: any[], port: number, path: string, toNode = false) => {
    const read = podOf(parts);
    const found: any = listenerOn({ pod: read, ...recognisedPrograms(read) } as any, { port, toNode }, path);
    return found.container ?? found.because ?? found.kind;
  };
  const manager = gateway([], NATIVE);

  test.each<[string, any[], number, string, string, boolean?]>([
    ['a manager', [envoy(), manager], 19002, '/shutdown/ready', 'shutdown-manager'],
    ['a manager, asked with a query', [envoy(), manager], 19002, '/shutdown/ready?x=1', 'shutdown-manager'],
    ['nobody for another path', [envoy(), manager], 19002, '/shutdown', 'path'],
    ['nobody on another port', [envoy(), manager], 19003, '/shutdown/ready', 'port'],
    ['nobody for an init container', [envoy(), { ...gateway([]), isInit: true }], 19002, '/shutdown/ready', 'port'],
    ['Contour\'s manager', [envoy(), contour([], NATIVE)], 8090, '/shutdown', 'shutdown-manager'],
    ['perhaps a program that nobody knows', [envoy(), app()], 19002, '/x', 'unknown'],
    ['no program that ends before', [envoy(), { ...app(), isInit: true }], 19002, '/x', 'port'],
    ['perhaps an Envoy that declares the port', [envoy({ ports: [{ containerPort: 19002 }] })], 19002, '/x', 'unknown'],
    ['no Envoy that declares another', [envoy({ ports: [{ containerPort: 19003 }] })], 19002, '/x', 'port'],
  ])('%s', (_, parts, port, path, answer, toNode = false) => {
    expect(who(parts, port, path, toNode)).toBe(answer);
  });
});
