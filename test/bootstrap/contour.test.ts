import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { contourFiles } from '../../src/bootstrap/contour';

const FIXTURES = 'test/fixtures/bootstraps/contour-bootstrap';
const COMMON = { xdsAddress: 'contour', xdsPort: 8001, adminSocket: '/admin/admin.sock' };

/** What Contour 1.33.6 wrote, by the paths in its directory. */
function writtenBy(name: string): { [path: string]: string } {
  const folder = join(FIXTURES, name);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

test('the files are those of contour bootstrap, byte for byte', () => {
  expect(contourFiles({ ...COMMON, namespace: 'projectcontour' })).toEqual(writtenBy('default'));
});

test('with limits they are, too, but for the family of addresses, which no option asks for here', () => {
  const files = contourFiles({ ...COMMON, namespace: 'edge', overloadMaxHeapBytes: 2_000_000_000, overloadMaxDownstreamConnections: 50_000 });
  const written = writtenBy('overload');
  expect(files).toEqual({ ...written, 'envoy.json': written['envoy.json'].replace('"dns_lookup_family":"V4_ONLY",', '') });
});

test('other names and places are those that were asked for', () => {
  const { 'envoy.json': text } = contourFiles({ namespace: 'edge', xdsAddress: 'contour.edge', xdsPort: 9001, adminSocket: '/tmp/admin.sock' });
  const { admin, static_resources: { clusters: [contour, own] } } = JSON.parse(text);
  expect(contour.load_assignment.endpoints[0].lb_endpoints[0].endpoint.address).toEqual({ socket_address: { address: 'contour.edge', port_value: 9001 } });
  expect([contour.alt_stat_name, own.alt_stat_name]).toEqual(['edge_contour_9001', 'edge_envoy-admin_9001']);
  expect(admin.address).toEqual({ pipe: { path: '/tmp/admin.sock', mode: 0o644 } });
  expect(own.load_assignment.endpoints[0].lb_endpoints[0].endpoint.address).toEqual(admin.address);
});
