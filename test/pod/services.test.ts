import { readServices, selects } from '../../src/pod/services';

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'n' }, spec: { type: 'LoadBalancer', selector: { app: 'a' } } };
const READ = { name: 's', namespace: 'n', type: 'LoadBalancer', selector: { app: 'a' } };
const { apiVersion, kind, ...WITHOUT_KIND } = SERVICE;

test.each<[string, unknown, unknown[]]>([
  ['a Service', SERVICE, [READ]],
  ['one without a type', { apiVersion, kind, spec: { selector: { app: 'a' } } }, [{ type: 'ClusterIP', selector: { app: 'a' } }]],
  ['those of a List', { apiVersion, kind: 'List', items: [SERVICE, { ...SERVICE, kind: 'Pod' }, SERVICE] }, [READ, READ]],
  ['those of a ServiceList, whose items need no kind', { apiVersion, kind: 'ServiceList', items: [WITHOUT_KIND] }, [READ]],
  ['those of a List in a List', { apiVersion, kind: 'List', items: [{ apiVersion, kind: 'List', items: [SERVICE] }] }, [READ]],
])('%s is read', (_, document, services) => {
  expect(readServices(document)).toEqual(services);
});

test.each<[string, unknown]>([
  ['nothing', null], ['a text', 'Service'], ['another kind', { ...SERVICE, kind: 'Endpoints' }], ['another group', { ...SERVICE, apiVersion: 'serving.knative.dev/v1' }],
  ['a Service without selector', { ...SERVICE, spec: { type: 'LoadBalancer' } }], ['one with an empty selector', { ...SERVICE, spec: { selector: {} } }],
  ['one without spec', { ...SERVICE, spec: undefined }], ['a List of objects without kind', { apiVersion, kind: 'List', items: [WITHOUT_KIND] }],
  ['a List without items', { apiVersion, kind: 'List' }], ['items that are no list', { apiVersion, kind: 'List', items: SERVICE }],
  ['items of another kind', { apiVersion, kind: 'Other', items: [SERVICE] }],
  ['a kind that only ends like a list', { apiVersion, kind: 'MyList', items: [SERVICE] }], ['a kind that only begins like one', { apiVersion, kind: 'Listing', items: [SERVICE] }],
  ['a kind that is no text', { apiVersion, kind: ['List'], items: [SERVICE] }],
])('%s has no Services', (_, document) => {
  expect(readServices(document)).toEqual([]);
});

test.each<[string, string | undefined, object, string | undefined, boolean]>([
  ['all labels', 'n', { app: 'a', tier: 'b' }, 'n', true], ['a label too few', 'n', { tier: 'b' }, 'n', false],
  ['another value', 'n', { app: 'b' }, 'n', false], ['another namespace', 'n', { app: 'a' }, 'm', false],
  ['no namespace on either side', undefined, { app: 'a' }, undefined, true], ['default and none', 'default', { app: 'a' }, undefined, true],
  ['none and default', undefined, { app: 'a' }, 'default', true], ['none and another', undefined, { app: 'a' }, 'n', false],
])('whether a Service selects pods: %s', (_, namespace, labels, podNamespace, selected) => {
  expect(selects({ type: 'ClusterIP', selector: { app: 'a' }, namespace }, labels as any, podNamespace)).toBe(selected);
});
