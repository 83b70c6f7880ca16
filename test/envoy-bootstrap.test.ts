import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { parse } from 'yaml';
import {
  EnvoyBootstrap, EnvoyListenerProtocol, EnvoyProxyDaemonSet, EnvoyProxyDeployment, KubernetesVersion, ShutdownManager,
} from '../src';
import { chartFor, manifestOf, named, PLAIN_BOOTSTRAP, podSpecOf, proxyFor, render } from './support/synth';
import * as complete from '../src/bootstrap/complete';

const FIXTURES = join(__dirname, 'fixtures', 'bootstraps');

function completedText(bootstrap: EnvoyBootstrap, shutdownManager = ShutdownManager.envoyGateway()): string {
  return manifestOf(proxyFor('1.33', { bootstrap, shutdownManager }), 'ConfigMap').data['envoy.yaml'];
}

function completedValue(text: string, shutdownManager = ShutdownManager.envoyGateway()): any {
  return parse(completedText(EnvoyBootstrap.fromYaml(text), shutdownManager));
}

describe('a configuration is completed', () => {
  test('with admin, readiness and statistics for Envoy Gateway\'s manager', () => {
    const { admin, static_resources: { listeners, clusters } } = completedValue(PLAIN_BOOTSTRAP);
    expect(admin.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 19000 });
    expect(listeners.map((listener: any) => [listener.name, listener.address.socket_address.port_value])).toEqual([
      ['http', 10080], ['envoy-readiness', 19003], ['envoy-statistics', 19001],
    ]);
    expect(named(clusters, 'envoy-admin').load_assignment.endpoints[0].lb_endpoints[0].endpoint.address)
      .toEqual({ socket_address: { address: '127.0.0.1', port_value: 19000 } });
  });

  test('with a unix socket and one listener for Contour\'s, under a prefix that it does not count', () => {
    const { admin, static_resources: { listeners } } = completedValue(PLAIN_BOOTSTRAP, ShutdownManager.contour());
    expect(admin.address.pipe).toEqual({ path: '/admin/admin.sock', mode: 0o644 });
    expect(listeners.map((listener: any) => listener.address.socket_address.port_value)).toEqual([10080, 8002]);
    expect(listeners[1].filter_chains[0].filters[0].typed_config.stat_prefix).toBe('stats-health');
  });

  test('also where nothing static is there', () => {
    const { static_resources: { listeners, clusters } } = completedValue('node: {id: x}');
    expect(listeners).toHaveLength(2);
    expect(clusters).toHaveLength(1);
  });

  test('and everything of the user stays as it was written: comments, quotes, numbers', () => {
    const text = `# ours\n${PLAIN_BOOTSTRAP}\n# a 64-bit number, an octal one and a string that looks like a number\n`
      + 'layered_runtime: {layers: [{name: l, static_layer: {big: 18446744073709551615, mode: 0o644, text: "1.10"}}]}\n';
    const completed = completedText(EnvoyBootstrap.fromYaml(text));
    for (const part of ['# ours', '18446744073709551615', '0o644', '"1.10"', 'connect_timeout: 1s']) {
      expect(completed).toContain(part);
    }
  });

  test.each([
    ['eg-style.yaml', ShutdownManager.envoyGateway()], ['contour-style.yaml', ShutdownManager.contour()],
  ])('not at all where all of it is there: %s keeps every byte', (file, manager) => {
    const bootstrap = EnvoyBootstrap.fromFile(join(FIXTURES, file));
    expect(completedText(bootstrap, manager)).toBe(readFileSync(join(FIXTURES, file), 'utf8'));
  });

  test('an admin section without address keeps what it has', () => {
    const { admin } = completedValue(`${PLAIN_BOOTSTRAP}\nadmin: {profile_path: /dev/null}\n`);
    expect(admin).toEqual({ profile_path: '/dev/null', address: { socket_address: { address: '127.0.0.1', port_value: 19000 } } });
  });

  test('on IPv6 where the user\'s own listeners are', () => {
    const text = PLAIN_BOOTSTRAP.replace('address: 0.0.0.0', 'address: "::"');
    const { listeners } = completedValue(text).static_resources;
    expect(listeners[1].address.socket_address).toEqual({ address: '::', port_value: 19003, ipv4_compat: true });
  });

  test('a UDP listener on the number of a TCP port is no conflict', () => {
    const text = PLAIN_BOOTSTRAP.replace('0.0.0.0, port_value: 10080', '0.0.0.0, protocol: UDP, port_value: 19003');
    expect(completedValue(text).static_resources.listeners).toHaveLength(3);
  });
});

describe('what stands in the way is an error with its line', () => {
  const at = (admin: string) => () => completedText(EnvoyBootstrap.fromYaml(`node: {id: x}\nadmin:\n  address: ${admin}\n`));
  test.each([
    ['another port', '{socket_address: {address: 127.0.0.1, port_value: 9901}}', '127.0.0.1:9901'],
    ['the pod network', '{socket_address: {address: 0.0.0.0, port_value: 19000}}', '0.0.0.0:19000'],
    ['a socket', '{pipe: {path: /tmp/admin.sock}}', '/tmp/admin.sock'],
  ])('an admin interface on %s', (_, address, shown) => {
    expect(at(address)).toThrow(`'admin.address' (${shown}) must be 127.0.0.1:19000`);
    expect(at(address)).toThrow('change bootstrap:3');
  });

  test('an admin interface on a port, for Contour', () => {
    const text = 'admin: {address: {socket_address: {address: 127.0.0.1, port_value: 9001}}}';
    expect(() => completedText(EnvoyBootstrap.fromYaml(text), ShutdownManager.contour()))
      .toThrow('must be /admin/admin.sock');
  });

  test.each([19000, 19001, 19002, 19003])('a listener of users on port %d', (port) => {
    const text = PLAIN_BOOTSTRAP.replace('10080', String(port));
    expect(() => completedText(EnvoyBootstrap.fromYaml(text)))
      .toThrow(new RegExp(`'port_value' \\(${port}, listener 'http' on 0.0.0.0\\) must be another port.*change bootstrap:5`));
  });

  test('a readiness listener that the kubelet cannot reach', () => {
    const text = readFileSync(join(FIXTURES, 'eg-style.yaml'), 'utf8').replaceAll('0.0.0.0, port_value: 19003', '127.0.0.1, port_value: 19003');
    expect(() => completedText(EnvoyBootstrap.fromYaml(text))).toThrow("the pod's /ready is looked for there");
  });

  test('a cluster of the library\'s name that goes elsewhere', () => {
    const text = PLAIN_BOOTSTRAP.replace('- name: backend', '- name: envoy-admin');
    expect(() => completedText(EnvoyBootstrap.fromYaml(text))).toThrow(/'cluster' \(envoy-admin\) must reach Envoy's admin/);
  });
});

describe('delivery', () => {
  test('the name stays when the content changes, and the checksum rolls the pods', () => {
    const podOf = (text: string) => manifestOf(proxyFor('1.33', { bootstrap: EnvoyBootstrap.fromYaml(text) }), 'Deployment')
      .spec.template;
    const [before, after] = [podOf(PLAIN_BOOTSTRAP), podOf(PLAIN_BOOTSTRAP.replace('connect_timeout: 1s', 'connect_timeout: 2s'))];
    expect(after.spec).toEqual(before.spec);
    expect(after.metadata.annotations['envoy-drain/bootstrap-checksum'])
      .not.toBe(before.metadata.annotations['envoy-drain/bootstrap-checksum']);
  });

  test('an immutable one has a name that changes with its content', () => {
    const configMapOf = (text: string) =>
      manifestOf(proxyFor('1.33', { bootstrap: EnvoyBootstrap.fromYaml(text, { immutable: true }) }), 'ConfigMap');
    const [before, after] = [configMapOf(PLAIN_BOOTSTRAP), configMapOf(PLAIN_BOOTSTRAP.replace('1s', '2s'))];
    expect(before.immutable).toBe(true);
    expect(after.metadata.name).not.toBe(before.metadata.name);
  });

  test('one ConfigMap for each content, manager and namespace', () => {
    const app = new App();
    const bootstrap = EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP);
    const charts = [['a', 'edge'], ['b', 'edge'], ['c', 'other'], ['d', undefined], ['e', undefined]]
      .map(([id, namespace]) => new Chart(app, id!, { namespace }));
    for (const chart of charts) new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap });
    new EnvoyProxyDeployment(charts[0], 'Contour', { bootstrap, shutdownManager: ShutdownManager.contour() });
    new EnvoyProxyDeployment(charts[0], 'Elsewhere', { bootstrap, metadata: { namespace: 'third' } });
    const configMaps = charts.map((chart) => render(chart).filter(({ kind }) => kind === 'ConfigMap')
      .map(({ metadata }) => metadata.namespace));
    expect(configMaps).toEqual([['edge', 'edge', 'third'], [], ['other'], [undefined], [undefined]]);
    expect(charts[1].node.dependencies).toContain(charts[0]);
    expect(() => app.synthYaml()).not.toThrow();
  });

  test('is rendered once for many proxies, and again only for another manager', () => {
    const rendering = jest.spyOn(complete, 'completed');
    const chart = chartFor('1.33');
    const bootstrap = EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP);
    for (let number = 0; number < 20; number++) new EnvoyProxyDeployment(chart, `P${number}`, { bootstrap });
    expect(render(chart).filter(({ kind }) => kind === 'ConfigMap')).toHaveLength(1);
    expect(rendering).toHaveBeenCalledTimes(1);
    new EnvoyProxyDeployment(chart, 'Contour', { bootstrap, shutdownManager: ShutdownManager.contour() });
    expect(rendering).toHaveBeenCalledTimes(2);
    rendering.mockRestore();
  });

  test('a mebibyte passes, a byte more fails', () => {
    const whole = readFileSync(join(FIXTURES, 'eg-style.yaml'), 'utf8');
    const padded = (bytes: number) => `${whole}#${'x'.repeat(bytes - whole.length - 2)}\n`;
    expect(Buffer.byteLength(completedText(EnvoyBootstrap.fromYaml(padded(2 ** 20))))).toBe(2 ** 20);
    expect(() => completedText(EnvoyBootstrap.fromYaml(padded(2 ** 20 + 1))))
      .toThrow("'bootstrap' (bootstrap, 1048577 bytes) must be at most 1048576 bytes");
  });

  test('node id and cluster of the configuration are not overridden', () => {
    const argsFor = (node: string) => podSpecOf(proxyFor('1.33', { bootstrap: EnvoyBootstrap.fromYaml(node) }))
      .containers[0].args;
    expect(argsFor('node: {id: edge-1}')).not.toContain('--service-node');
    expect(argsFor('node: {id: edge-1}')).toContain('--service-cluster');
    expect(argsFor('node: {cluster: edge}')).not.toContain('--service-cluster');
  });
});

describe('listeners', () => {
  const listenersOf = (bootstrap: EnvoyBootstrap, shutdownManager = ShutdownManager.envoyGateway()) =>
    proxyFor('1.33', { bootstrap, shutdownManager }).listeners.map(({ name, port }) => [name, port]);

  test('of a file are read, without admin, readiness, statistics and what only listens on loopback', () => {
    expect(listenersOf(EnvoyBootstrap.fromFile(join(FIXTURES, 'eg-style.yaml')))).toEqual([['default/eg/http', 10080]]);
    expect(listenersOf(EnvoyBootstrap.fromFile(join(FIXTURES, 'contour-style.yaml')), ShutdownManager.contour()))
      .toEqual([['ingress_http', 8080], ['ingress_tcp', 8444]]);
  });

  test('of a control plane are declared', () => {
    const bootstrap = EnvoyBootstrap.fromFile(join(FIXTURES, 'ads.yaml'), { listeners: [{ name: 'http', port: 10080 }] });
    expect(listenersOf(bootstrap)).toEqual([['http', 10080]]);
    expect(() => EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP, { listeners: [{ name: 'again', port: 10080 }] }))
      .toThrow("'listeners' (again on 10080) must leave out what 'bootstrap' has");
    expect(() => EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP, {
      listeners: [{ name: 'quic', port: 10080, protocol: EnvoyListenerProtocol.UDP }],
    })).not.toThrow();
  });

  test('with additional addresses have each of their ports', () => {
    const text = PLAIN_BOOTSTRAP.replace('filter_chains:',
      'additional_addresses: [{address: {socket_address: {address: 0.0.0.0, port_value: 10081}}}]\n      filter_chains:');
    expect(listenersOf(EnvoyBootstrap.fromYaml(text))).toEqual([['http', 10080], ['http', 10081]]);
  });
});

describe('Contour\'s bootstrap', () => {
  const proxy = (options = {}) => new EnvoyProxyDaemonSet(chartFor('1.33', 'projectcontour'), 'Envoy', {
    bootstrap: EnvoyBootstrap.contour(options), shutdownManager: ShutdownManager.contour(),
  });

  test('is written by an init container, as in Contour\'s manifests', () => {
    const spec = podSpecOf(proxy(), 'DaemonSet');
    const init = named(spec.initContainers, 'envoy-initconfig');
    expect(init.image).toBe('ghcr.io/projectcontour/contour:v1.33.6');
    expect(init.args).toEqual([
      'bootstrap', '/config/envoy.json', '--xds-address=contour', '--xds-port=8001', '--xds-resource-version=v3',
      '--resources-dir=/config/resources', '--envoy-cafile=/certs/ca.crt', '--envoy-cert-file=/certs/tls.crt',
      '--envoy-key-file=/certs/tls.key',
    ]);
    expect(named(spec.volumes, 'envoycert').secret.secretName).toBe('envoycert');
    expect(spec.containers[0].args.slice(0, 6)).toEqual([
      '--config-path', '/config/envoy.json', '--service-cluster', '$(CONTOUR_NAMESPACE)',
      '--service-node', '$(ENVOY_POD_NAME)',
    ]);
    expect(spec.containers[0].readinessProbe.httpGet).toMatchObject({ path: '/ready', port: 8002 });
    expect(spec.securityContext.runAsUser).toBe(65534);
  });

  test('starts before the manager, so that a pod deleted while it starts has no drain to wait for', () => {
    expect(podSpecOf(proxy(), 'DaemonSet').initContainers.map(({ name }: any) => name))
      .toEqual(['envoy-initconfig', 'shutdown-manager']);
  });

  test('takes what Contour\'s command line takes', () => {
    const { args } = named(podSpecOf(proxy({
      xdsAddress: 'contour.edge', xdsPort: 18001, certificateSecret: 'certs', overloadMaxHeapBytes: 2e9,
      overloadMaxDownstreamConnections: 5e4, image: 'registry.example/contour:v1.32.0',
    }), 'DaemonSet').initContainers, 'envoy-initconfig');
    expect(args).toEqual(expect.arrayContaining([
      '--xds-address=contour.edge', '--xds-port=18001', '--overload-max-heap=2000000000',
      '--overload-downstream-max-conn=50000',
    ]));
  });

  test('is exposed on the ports that clients know', () => {
    const envoy = proxy();
    envoy.exposeListeners();
    expect(manifestOf(envoy, 'Service').spec.ports.map(({ port, targetPort }: any) => [port, targetPort]))
      .toEqual([[80, 8080], [443, 8443]]);
  });

  test('fails with another manager, which would not find the admin interface', () => {
    expect(() => proxyFor('1.33', { bootstrap: EnvoyBootstrap.contour() }))
      .toThrow('must be ShutdownManager.contour with EnvoyBootstrap.contour');
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = (content: string | Buffer, name = 'envoy.yaml') => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('give the ConfigMap their name', () => {
    const bootstrap = EnvoyBootstrap.fromFile(written(PLAIN_BOOTSTRAP, 'Edge_Proxy.v2.yaml'));
    expect(manifestOf(proxyFor('1.33', { bootstrap }), 'ConfigMap').metadata.name).toMatch(/^chart-bootstrap-edge-proxy-v2-c8/);
  });

  test('that are broken fail with the line', () => {
    const broken = (content: string | Buffer) => () => EnvoyBootstrap.fromFile(written(content));
    expect(broken('a: 1\nb: [1, 2\nc: 3\n')).toThrow(/'bootstrap' \(.*envoy\.yaml:[23]\) must be one YAML document/);
    expect(broken('a: 1\n---\nb: 2\n')).toThrow(/must be one YAML document/);
    expect(broken('')).toThrow(/must be an Envoy configuration/);
    expect(broken('- 1\n')).toThrow(/must be an Envoy configuration/);
    expect(broken(Buffer.from([0x61, 0x3a, 0x20, 0xff]))).toThrow(/'path' \(.*\) must be a readable file in UTF-8/);
    expect(broken('static_resources: {listeners: {a: 1}}\n')).toThrow(/'listeners' \(.*:1\) must be a list/);
    expect(broken('static_resources:\n  listeners:\n    - address: {socket_address: {port_value: many}}\n'))
      .toThrow(/'port_value' \(many\) must be a port \(.*:3\)/);
  });

  test('that do not exist fail with the working directory', () => {
    expect(() => EnvoyBootstrap.fromFile('no-such.yaml')).toThrow(process.cwd());
  });

  test('with an alias bomb are refused, not expanded', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level}: &l${level} [${
      Array(9).fill(level === 0 ? '1' : `*l${level - 1}`).join(', ')}]`);
    expect(() => EnvoyBootstrap.fromYaml(levels.join('\n'))).toThrow(/'bootstrap' \(bootstrap\).*alias/);
  });
});

test('a version declared below is the one that counts', () => {
  const chart = chartFor('1.27');
  KubernetesVersion.declare(chart, KubernetesVersion.of('1.34'));
  const proxy = new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP) });
  expect(proxy.placement).toBe('NATIVE');
});
