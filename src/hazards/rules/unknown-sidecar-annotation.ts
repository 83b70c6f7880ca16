import { HazardRule } from '../rule';

export const unknownSidecarAnnotation: HazardRule = {
  id: 'unknown-sidecar-annotation',
  severity: 'warning',
  title: 'The mesh does not read this annotation',
  why: 'A misspelt annotation changes nothing: the proxy stays an ordinary container, and ends before the app.',
  remedy: 'Write the annotation that the mesh reads.',
  sources: [
    'https://istio.io/latest/docs/reference/config/annotations/', 'https://linkerd.io/2/reference/proxy-configuration/',
    'https://developer.hashicorp.com/consul/docs/reference/k8s/annotation-label',
  ],
  anyPod: true,
  check: ({ pod }) => Object.keys(pod.annotations).flatMap((name) => {
    const mesh = MESHES.find(({ domain }) => domain.test(name));
    if (!mesh || !MEANS_SIDECAR.test(name) || mesh.keys.includes(name)) return [];
    return [{
      pointer: pod.annotationPointers?.[name] ?? pod.pointer, message: `the annotation ${name} is none that ${mesh.name} reads, and changes nothing: ${mesh.keys.length > 0
        ? `${mesh.name} reads ${mesh.keys[0]}` : `${mesh.name} decides by the version of the cluster`}`,
    }];
  }),
};

const MEANS_SIDECAR = /native-?_?sidecar|sidecar-?_?container|as-?sidecar|sidecar-?init/i;

/** Where they read which key: facts of each mesh's source. */
const MESHES: readonly { readonly name: string; readonly domain: RegExp; readonly keys: readonly string[] }[] = [
  { name: 'Istio', domain: /(^|\.)istio\.io\//, keys: ['sidecar.istio.io/nativeSidecar'] },
  {
    name: 'Linkerd', domain: /(^|\.)linkerd\.io\//,
    keys: [
      'config.linkerd.io/proxy-enable-native-sidecar', 'config.beta.linkerd.io/proxy-enable-native-sidecar',
      'config.alpha.linkerd.io/proxy-enable-native-sidecar',
    ],
  },
  { name: 'Consul', domain: /^consul\.hashicorp\.com\//, keys: ['consul.hashicorp.com/enable-consul-dataplane-as-sidecar'] },
  { name: 'Kuma', domain: /^kuma\.io\//, keys: [] },
];
