import { parse } from 'yaml';
import { EnvoyBootstrap, ShutdownManager } from '../../src';
import { realEnvoy, validate } from '../support/real-envoy';
import { manifestOf, PLAIN_BOOTSTRAP, proxyFor } from '../support/synth';

jest.setTimeout(360_000);

function completed(text: string, shutdownManager = ShutdownManager.envoyGateway()): string {
  const bootstrap = EnvoyBootstrap.fromYaml(text);
  return manifestOf(proxyFor('1.33', { bootstrap, shutdownManager }), 'ConfigMap').data['envoy.yaml'];
}

test.each([
  ['an octal mode', 'admin: {address: {pipe: {path: /admin/admin.sock, mode: 0660}}}', 'mode: 0660', ShutdownManager.contour()],
  ['a huge number', 'layered_runtime: {layers: [{name: l, static_layer: {n: 1E400}}]}', 'n: 1E400', undefined],
  ['a long fraction', 'layered_runtime: {layers: [{name: l, static_layer: {n: 1.0000000000000001}}]}', '1.0000000000000001', undefined],
  ['a comment', '# ours', '# ours', undefined],
])('%s stays as it was written', (_, addition, written, manager) => {
  expect(completed(`${PLAIN_BOOTSTRAP}\n${addition}\n`, manager)).toContain(written);
});

describe('what a real Envoy accepts is accepted when completed', () => {
  test.each([
    ['sections with nothing in them', 'static_resources:\nadmin:\n'],
    ['lists with nothing in them', 'static_resources: {listeners: , clusters: null}\nadmin: ~\n'],
    ['empty lists', 'static_resources: {listeners: [], clusters: []}\n'],
    ['an alias for a list', 'static_resources:\n  listeners: &none []\n  clusters: *none\n'],
    ['YAML 1.1', `%YAML 1.1\n---\n${PLAIN_BOOTSTRAP}`],
    ['windows line ends', PLAIN_BOOTSTRAP.replace(/\n/g, '\r\n')],
  ])('%s', (_, text) => {
    const envoy = realEnvoy();
    const result = completed(text);
    expect(parse(result).admin.address.socket_address.address).toBe('127.0.0.1');
    if (envoy) expect(validate(envoy, result)).toMatch(/configuration '.*' OK/);
  });
});

test.each([
  ['two spellings', `${PLAIN_BOOTSTRAP}\nstaticResources: {}\n`, "'bootstrap' (static_resources and staticResources) must spell a field in one way"],
  ['a port with a leading zero', PLAIN_BOOTSTRAP.replace('10080', '010080'), "'port_value' (010080) must be written without a leading zero (bootstrap:5)"],
  ['a section of another type', 'static_resources: []\n', "'static_resources' ([]) must be a map"],
  ['clusters that are a map', 'static_resources: {clusters: {a: 1}}\n', "'static_resources.clusters' ({\"a\":1}) must be a list"],
  ['a listener of a name that is added', PLAIN_BOOTSTRAP.replace('name: http', 'name: envoy-readiness'), "'name' (envoy-readiness) must be the name of one listener"],
  ['an admin address without one', 'admin: {address: {}}\n', "'admin.address' (no address:0) must be 127.0.0.1:19000"],
  ['an admin cluster elsewhere', PLAIN_BOOTSTRAP.replace('- name: backend', '- name: envoy-admin').replace('127.0.0.1, port_value: 9080', '10.0.0.9, port_value: 19000'), "'cluster' (envoy-admin) must reach Envoy's admin interface"],
  ['a text far above a ConfigMap', `${PLAIN_BOOTSTRAP}#${'x'.repeat(2 ** 21)}`, 'must be at most 1048576 bytes'],
])('fails for %s', (_, text, words) => {
  expect(() => completed(text)).toThrow(words);
});

test('an admin cluster of the user\'s own serves, in either spelling', () => {
  const text = `${PLAIN_BOOTSTRAP}    - name: envoy-admin
      connectTimeout: 1s
      loadAssignment:
        clusterName: envoy-admin
        endpoints: [{lbEndpoints: [{endpoint: {address: {socketAddress: {address: 127.0.0.1, portValue: "19000"}}}}]}]
`;
  expect(parse(completed(text)).static_resources.clusters).toHaveLength(2);
});
