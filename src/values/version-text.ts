import { MinorAndPatch } from './kubernetes-features';

/**
 * `v1.35.9+k3s1`, `1.29+`, `v1.29.0-eks-c417bb3`, `v1.28.7_vmware.1`: major, minor, patch, and a
 * suffix that is nobody's business but for upstream's own prereleases.
 */
const VERSION_TEXT = /^v?1\.(0|[1-9]\d{0,2})(?:\+|(?:\.(0|[1-9]\d{0,3}))?([-+_][0-9A-Za-z][0-9A-Za-z.+_-]*)?)$/;

/** An upstream alpha of 1.N still has features of 1.(N-1): their defaults change during the alphas. */
const UPSTREAM_ALPHA = /^-alpha\.\d+/;

/** The version that a text stands for, or undefined where it stands for none. */
export function parseVersionText(text: string): MinorAndPatch | undefined {
  const match = VERSION_TEXT.exec(text);
  if (!match) return undefined;
  const [, minorText, patchText, suffix] = match;
  const minor = Number(minorText);
  if (suffix !== undefined && UPSTREAM_ALPHA.test(suffix)) return { minor: minor - 1, patch: 0 };
  return { minor, patch: patchText === undefined ? 0 : Number(patchText) };
}

/** Reads the answer of the `/version` endpoint, or what `kubectl version -o json` prints. */
export function versionTextOfJson(json: string): string {
  const info = serverInfo(parsedObject(json));
  const text = emulatedVersion(info) ?? (info.gitVersion || majorAndMinor(info));
  if (typeof text !== 'string') {
    throw new Error('version information has neither \'gitVersion\' nor \'major\' and \'minor\': '
      + 'pass the JSON of the /version endpoint or of `kubectl version -o json`');
  }
  return text;
}

interface VersionInfo {
  readonly [field: string]: unknown;
}

function parsedObject(json: string): VersionInfo {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`version information is not JSON (${(error as Error).message}): `
      + 'pass the JSON of the /version endpoint or of `kubectl version -o json`');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('version information must be a JSON object: '
      + 'pass the JSON of the /version endpoint or of `kubectl version -o json`');
  }
  return value as VersionInfo;
}

/** kubectl wraps the server's answer, and leaves it out when it could not reach one. */
function serverInfo(info: VersionInfo): VersionInfo {
  if (typeof info.serverVersion === 'object' && info.serverVersion !== null) {
    return info.serverVersion as VersionInfo;
  }
  if ('clientVersion' in info) {
    throw new Error('version information has a \'clientVersion\' but no \'serverVersion\': '
      + 'kubectl did not reach the cluster, and its own version says nothing about it; run it again');
  }
  return info;
}

/**
 * From 1.33 on a server can behave like an older minor while `gitVersion` still shows the binary.
 *
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-architecture/4330-compatibility-versions
 */
function emulatedVersion(info: VersionInfo): string | undefined {
  const { emulationMajor, emulationMinor, major, minor } = info;
  if (!emulationMinor || digits(emulationMinor) === digits(minor)) return undefined;
  return `${digits(emulationMajor ?? major ?? '1')}.${digits(emulationMinor)}`;
}

function majorAndMinor(info: VersionInfo): string | undefined {
  return info.major && info.minor ? `${digits(info.major)}.${digits(info.minor)}` : undefined;
}

/** EKS and GKE write `29+`. */
function digits(field: unknown): string {
  return String(field).replace(/\+$/, '');
}
