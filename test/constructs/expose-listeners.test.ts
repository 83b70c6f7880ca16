import { join } from 'path';
import { ServiceType } from 'cdk8s-plus-28';
import { EnvoyBootstrap, EnvoyProxyDeployment, ExposeListenersOptions, ExternalTrafficPolicy } from '../../src';
import { chartFor, manifestOf } from '../support/synth';

const PLAIN = join(__dirname, '..', 'fixtures', 'bootstraps', 'plain.yaml');
const ADS = join(__dirname, '..', 'fixtures', 'bootstraps', 'ads.yaml');

function serviceFor(options: ExposeListenersOptions = {}, bootstrap = EnvoyBootstrap.fromFile(PLAIN)): any {
  const proxy = new EnvoyProxyDeployment(chartFor('1.33', 'edge'), 'Proxy', { bootstrap });
  proxy.exposeListeners(options);
  return manifestOf(proxy, 'Service');
}

test('shifted ports are exposed as what they stand for, others as themselves', () => {
  expect(serviceFor().spec.ports).toEqual([
    { name: 'http', port: 80, protocol: 'TCP', targetPort: 10080 },
    { name: 'postgres', port: 15432, protocol: 'TCP', targetPort: 15432 },
  ]);
});

test.each([[10001, 1], [11023, 1023], [11024, 11024], [10000, 10000]])('a listener on %d is exposed on %d', (port, external) => {
  const bootstrap = EnvoyBootstrap.fromFile(ADS, { listeners: [{ name: 'one', port }] });
  expect(serviceFor({}, bootstrap).spec.ports[0].port).toBe(external);
});

test('readiness, statistics and the manager are never exposed', () => {
  const ports = serviceFor().spec.ports.map(({ targetPort }: any) => targetPort);
  for (const port of [19000, 19001, 19002, 19003]) expect(ports).not.toContain(port);
});

test('the traffic policy is Local for traffic from outside, unless chosen', () => {
  expect(serviceFor().spec.externalTrafficPolicy).toBeUndefined();
  for (const serviceType of [ServiceType.LOAD_BALANCER, ServiceType.NODE_PORT]) {
    expect(serviceFor({ serviceType }).spec.externalTrafficPolicy).toBe('Local');
    expect(serviceFor({ serviceType, externalTrafficPolicy: ExternalTrafficPolicy.CLUSTER }).spec.externalTrafficPolicy)
      .toBe('Cluster');
  }
});

test('name, annotations, chosen listeners, external ports and admitted networks are taken over', () => {
  const service = serviceFor({
    name: 'public', annotations: { 'example/lb': 'nlb' }, listeners: ['postgres'], externalPorts: { postgres: 5432 },
    serviceType: ServiceType.LOAD_BALANCER, loadBalancerSourceRanges: ['10.0.0.0/8'],
  });
  expect(service.metadata).toMatchObject({ name: 'public', namespace: 'edge', annotations: { 'example/lb': 'nlb' } });
  expect(service.spec.ports).toEqual([{ name: 'postgres', port: 5432, protocol: 'TCP', targetPort: 15432 }]);
  expect(service.spec.loadBalancerSourceRanges).toEqual(['10.0.0.0/8']);
});

test('without a name the Service is named after its construct', () => {
  expect(serviceFor().metadata.name).toMatch(/^chart-proxy-listeners-c8/);
});

test('names that are no port names are replaced, and each is used once', () => {
  const listeners = [
    { name: 'default/eg/http', port: 10080 }, { name: 'a-name-that-is-too-long', port: 10081 },
    { name: 'web', port: 10082 }, { name: '8080', port: 10083 },
  ];
  expect(serviceFor({}, EnvoyBootstrap.fromFile(ADS, { listeners })).spec.ports.map(({ name }: any) => name))
    .toEqual(['tcp-10080', 'tcp-10081', 'web', 'tcp-10083']);
});

test('a name that another port\'s made name has is not used twice', () => {
  const listeners = [{ name: 'tcp-10081', port: 10080 }, { name: 'no/name', port: 10081 }];
  expect(serviceFor({}, EnvoyBootstrap.fromFile(ADS, { listeners })).spec.ports.map(({ name }: any) => name))
    .toEqual(['tcp-10080', 'tcp-10081']);
});

test('a listener for each address family is one port', () => {
  const both = ['0.0.0.0', '"::"'].map((address, index) =>
    `    - {name: web${index || ''}, address: {socket_address: {address: ${address}, port_value: 10080}}}`).join('\n');
  const bootstrap = EnvoyBootstrap.fromYaml(`static_resources:\n  listeners:\n${both}\n`);
  expect(serviceFor({}, bootstrap).spec.ports).toEqual([{ name: 'web', port: 80, protocol: 'TCP', targetPort: 10080 }]);
});

test('fails when there is no listener to expose', () => {
  expect(() => serviceFor({}, EnvoyBootstrap.fromFile(ADS))).toThrow('declare those that come from a control plane');
  expect(() => serviceFor({ listeners: [] })).toThrow("'listeners' (none) must hold at least one listener");
});

test('fails when a listener is not there, or two get the same port', () => {
  expect(() => serviceFor({ listeners: ['https'] })).toThrow("'listeners' (https) must name listeners of the bootstrap (http, postgres)");
  expect(() => serviceFor({ externalPorts: { https: 443 } })).toThrow("'externalPorts' (https) must name listeners");
  expect(() => serviceFor({ externalPorts: { postgres: 80 } }))
    .toThrow("'externalPorts' (postgres: 80) must differ from that of 'http' (80)");
  expect(() => serviceFor({ externalPorts: { http: 0 } })).toThrow("'externalPorts.http' (0) must be a port from 1 to 65535");
});

test('fails when a Service inside the cluster gets a policy for traffic from outside', () => {
  expect(() => serviceFor({ externalTrafficPolicy: ExternalTrafficPolicy.LOCAL })).toThrow(
    "'externalTrafficPolicy' (Local) must go with 'serviceType' (ClusterIP) LoadBalancer or NodePort");
});
