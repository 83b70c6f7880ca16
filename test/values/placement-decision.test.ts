import { KubernetesVersion, SidecarPlacement } from '../../src';
import { decidePlacement } from '../../src/values/placement-decision';

const { AUTO, ENVOY_CONTAINER, NATIVE, SIBLING } = SidecarPlacement;

type Row = [version: string | undefined, requested: SidecarPlacement, placement: SidecarPlacement, reason: RegExp];

const DEFECT = /runs (native sidecars|it).*without a startup probe.*1\.35\.0 to 1\.35\.5.*kubernetes#136910/;

test.each<Row>([
  [undefined, AUTO, SIBLING, /version is unknown/],
  ['1.24', AUTO, SIBLING, /Kubernetes 1\.24 does not run native sidecars for certain \(general since 1\.33\)/],
  ['1.28', AUTO, SIBLING, /Kubernetes 1\.28 does not run native sidecars for certain/],
  ['1.29', AUTO, SIBLING, /Kubernetes 1\.29 does not run native sidecars for certain/],
  ['v1.32.9+k3s1', AUTO, SIBLING, /Kubernetes v1\.32\.9\+k3s1 does not run native sidecars for certain/],
  ['v1.33.0-alpha.3', AUTO, SIBLING, /Kubernetes v1\.33\.0-alpha\.3 does not run native sidecars for certain/],
  ['1.33', AUTO, NATIVE, /^Kubernetes 1\.33 runs native sidecars \(general since 1\.33\)$/],
  ['v1.33.0-rc.1', AUTO, NATIVE, /^Kubernetes v1\.33\.0-rc\.1 runs native sidecars \(general since 1\.33\)$/],
  ['v1.33.1-gke.1386000', AUTO, NATIVE, /^Kubernetes v1\.33\.1-gke\.1386000 runs native sidecars/],
  ['1.34.9', AUTO, NATIVE, /^Kubernetes 1\.34\.9 runs native sidecars \(general since 1\.33\)$/],
  ['1.35', AUTO, NATIVE, DEFECT],
  ['1.35.0', AUTO, NATIVE, DEFECT],
  ['1.35.5', AUTO, NATIVE, DEFECT],
  ['1.35.6', AUTO, NATIVE, /^Kubernetes 1\.35\.6 runs native sidecars \(general since 1\.33\)$/],
  ['v1.35.9+k3s1', AUTO, NATIVE, /^Kubernetes v1\.35\.9\+k3s1 runs native sidecars \(general since 1\.33\)$/],
  ['1.36', AUTO, NATIVE, /^Kubernetes 1\.36 runs native sidecars \(general since 1\.33\)$/],

  ['1.29', NATIVE, NATIVE, /^a native sidecar was asked for, Kubernetes 1\.29 runs it$/],
  ['v1.29.0-eks-c417bb3', NATIVE, NATIVE, /asked for, Kubernetes v1\.29\.0-eks-c417bb3 runs it$/],
  ['1.32', NATIVE, NATIVE, /asked for, Kubernetes 1\.32 runs it$/],
  ['1.33', NATIVE, NATIVE, /asked for, Kubernetes 1\.33 runs it$/],
  ['1.35.0', NATIVE, NATIVE, DEFECT],
  ['1.35.5', NATIVE, NATIVE, DEFECT],
  ['1.35.6', NATIVE, NATIVE, /asked for, Kubernetes 1\.35\.6 runs it$/],

  [undefined, SIBLING, SIBLING, /ordinary container beside Envoy was asked for/],
  ['1.24', SIBLING, SIBLING, /ordinary container beside Envoy was asked for/],
  ['1.33', SIBLING, SIBLING, /ordinary container beside Envoy was asked for/],
  ['1.35.0', SIBLING, SIBLING, /ordinary container beside Envoy was asked for/],

  [undefined, ENVOY_CONTAINER, ENVOY_CONTAINER, /inside Envoy's container was asked for/],
  ['1.24', ENVOY_CONTAINER, ENVOY_CONTAINER, /inside Envoy's container was asked for/],
  ['1.36', ENVOY_CONTAINER, ENVOY_CONTAINER, /inside Envoy's container was asked for/],
])('with version %s, %s is %s, and says why: %s', (version, requested, placement, reason) => {
  const decision = decidePlacement(versionOf(version), requested);

  expect(decision.placement).toBe(placement);
  expect(decision.reason).toMatch(reason);
});

test.each<[version: string | undefined, fix: RegExp]>([
  [undefined, /\(unknown\) of 1\.29 or later.*KubernetesVersion\.declare/],
  ['1.24', /\(1\.24\) of 1\.29 or later.*use AUTO or SIBLING/],
  ['v1.28.101-akslts', /\(v1\.28\.101-akslts\) of 1\.29 or later.*use AUTO or SIBLING/],
  ['v1.29.0-alpha.3', /\(v1\.29\.0-alpha\.3\) of 1\.29 or later.*use AUTO or SIBLING/],
])('fails when a native sidecar is asked for on %s', (version, fix) => {
  const decide = () => decidePlacement(versionOf(version), NATIVE);

  expect(decide).toThrow(/'placement' \(NATIVE\) must go with a 'kubernetesVersion'/);
  expect(decide).toThrow(/never ends, and the pod never starts/);
  expect(decide).toThrow(fix);
});

test.each<[requested: unknown, shown: string]>([
  ['SIDEWAYS', '"SIDEWAYS"'],
  ['native', '"native"'],
  ['', '""'],
  [undefined, 'nothing'],
  [null, 'null'],
  [1, '1'],
])('fails when the placement is %j', (requested, shown) => {
  expect(() => decidePlacement(versionOf('1.33'), requested as SidecarPlacement)).toThrow(
    `'placement' (${shown}) must be AUTO, NATIVE, SIBLING or ENVOY_CONTAINER`);
});

function versionOf(text: string | undefined): KubernetesVersion {
  return text === undefined ? KubernetesVersion.UNKNOWN : KubernetesVersion.of(text);
}
