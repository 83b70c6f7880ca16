import { hook, isImageOf } from './recogniser';
import { baseName } from '../../values/paths';
import { HookProgram, HookSurroundings, MissingProgram } from '../behaviour';
import { CONTOUR } from '../contour';
import { ENVOY } from '../envoy';
import { ENVOY_GATEWAY } from '../envoy-gateway';

/** Images that are known to hold some tools and to lack others, whoever keeps them. */
interface KnownImage {
  readonly repositories: readonly string[];
  readonly tag?: RegExp;
  readonly has: readonly string[];
  /** `everything`: no shell, no tool but those that it has. */
  readonly lacks: readonly string[] | 'everything';
}

const NETWORK_TOOLS = ['curl', 'wget', 'nc', 'ncat', 'netcat', 'socat'];

/** Programs that hooks call and that images rarely bring. */
const RARE_TOOLS = [...NETWORK_TOOLS, 'jq', 'python', 'python3'];

const SHELLS = ['sh', 'bash', 'ash', 'dash', 'ksh', 'zsh', 'busybox'];

const TOOLS = [...RARE_TOOLS, ...SHELLS, 'sleep', 'kill', 'pkill', 'killall', 'touch', 'cat', 'env', 'timeout', 'true'];

/** The first that fits counts. */
const KNOWN_IMAGES: readonly KnownImage[] = [
  // with busybox: https://github.com/GoogleContainerTools/distroless#debug-images
  { repositories: ['*'], tag: /distroless.*debug/, has: [], lacks: [] },
  // https://github.com/linkerd/linkerd2/blob/00bf278b/Dockerfile-proxy copies one tool into a distroless image
  { repositories: ['linkerd/proxy'], tag: /:(?!stable-2\.([0-9]|10|11)\.)/, has: ['sleep'], lacks: 'everything' },
  // distroless, but for the tags that name another base: https://github.com/GoogleCloudPlatform/cloud-sql-proxy#container-images
  {
    repositories: ['cloud-sql-connectors/cloud-sql-proxy'], tag: /:(?!.*(alpine|buster|bullseye|bookworm|trixie))/,
    has: [], lacks: 'everything',
  },
  { repositories: ['*'], tag: /distroless/, has: [], lacks: 'everything' },
  // from scratch: https://github.com/projectcontour/contour/blob/v1.33.6/Dockerfile
  { repositories: ['projectcontour/contour'], has: [], lacks: 'everything' },
  // https://github.com/envoyproxy/gateway/blob/v1.9.0/tools/docker/envoy-gateway/Dockerfile
  { repositories: ['envoyproxy/gateway', 'envoyproxy/gateway-dev'], has: [], lacks: 'everything' },
  // https://github.com/hashicorp/consul-dataplane/blob/001cf1fa/Dockerfile
  { repositories: ['consul-dataplane'], tag: /:(?!.*ubi)/, has: [], lacks: 'everything' },
  // https://github.com/emissary-ingress/emissary/blob/017c37e4/builder/Dockerfile
  {
    repositories: ['emissary', 'ambassador', 'datawire/aes'],
    has: ['bash', 'curl', 'wget', 'nc', 'python', 'python3'], lacks: [],
  },
  // https://github.com/istio/istio/blob/1.20.0/docker/Dockerfile.base
  { repositories: ['proxyv2'], has: ['curl', 'nc', 'netcat'], lacks: [] },
  // their charts' own hooks call it: https://github.com/solo-io/gloo (8d57572e)
  { repositories: ['gloo-envoy-wrapper', 'kgateway-dev/envoy-wrapper'], has: ['wget'], lacks: [] },
  { repositories: ['*'], tag: /(^|\/)(alpine|busybox)(:|$)|:.*alpine|envoy-alpine/, has: ['wget', 'nc'], lacks: ['bash', 'curl', 'jq', 'python'] },
  { repositories: ['curlimages/curl'], has: ['curl'], lacks: [] },
  /*
   * Ubuntu with ca-certificates, and nothing recommended: read in several years of
   * https://github.com/envoyproxy/envoy/blob/0252c88f/distribution/docker/Dockerfile-envoy, and reported missing in
   * https://github.com/projectcontour/contour/issues/1254, https://github.com/envoyproxy/envoy/issues/31614 and
   * https://github.com/vllm-project/semantic-router/issues/308 (0.13 to 1.31)
   */
  { repositories: ENVOY.imageNames, has: ['bash'], lacks: [...RARE_TOOLS, 'killall'] },
];

/** A program that an image lacks for certain, or may lack; undefined where it is there, or likely is. */
export function missingIn(image: string | undefined, path: string): MissingProgram | undefined {
  const name = baseName(path);
  if (!TOOLS.includes(name)) return undefined;
  const known = image === undefined ? undefined : KNOWN_IMAGES.find((candidate) => isOf(image, candidate));
  if (known?.has.includes(name)) return undefined;
  if (known && (known.lacks === 'everything' || known.lacks.includes(name))) return { name, certain: true };
  return RARE_TOOLS.includes(name) && image !== undefined ? { name, certain: false } : undefined;
}

function isOf(image: string, { repositories, tag }: KnownImage): boolean {
  const repository = repositories.includes('*') || isImageOf(image, repositories);
  return repository && (tag === undefined || tag.test(image));
}

/** Managers' programs, and the images that hold them. */
const MANAGERS: { readonly [program: string]: readonly string[] } = {
  [ENVOY_GATEWAY.programName]: ['envoyproxy/gateway', 'envoyproxy/gateway-dev'],
  [CONTOUR.programName]: ['projectcontour/contour'],
};

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Whether a manager's program cannot be where a hook looks for it: another official image has none, unless a
 * volume brings it. Of other images nobody knows what they were built from.
 */
export function lacksManager(path: string, { image, env, mountPaths }: HookSurroundings): boolean {
  const name = baseName(path);
  if (mountPaths === undefined || isImageOf(image, MANAGERS[name])) return false;
  const official = [...ENVOY.imageNames, ...Object.values(MANAGERS).flat()];
  if (!isImageOf(image, official)) return false;
  const places = path.includes('/') ? [path] : (env.PATH ?? DEFAULT_PATH).split(':').map((directory) => `${directory}/${name}`);
  return !places.some((place) => mountPaths.some((mount) => place === mount || place.startsWith(`${mount.replace(/\/$/, '')}/`)));
}

/** The runtime does not find the program of a hook, which fails at once. */
export function notFound(program: string, missing: MissingProgram): HookProgram {
  return { ...hook(program, { step: 'exit', code: 127 }), missing };
}
