import { existsSync, readdirSync } from 'fs';
import { homedir } from 'os';
import { join } from 'path';

/**
 * The release that stands for a minor version: known to build unmodified with Go 1.26. 1.27 and 1.28
 * do not (their answers are recorded in `refusals.json`).
 */
const PINNED: { readonly [minor: string]: string } = {
  1.29: '1.29.15',
  1.34: '1.34.4',
  1.37: '1.37.2',
};

const BINARY = /^kube-apiserver-(\d+\.\d+\.\d+)$/;

/** `1.34` is a pinned release of it; `1.34.2` and `v1.34.2` stand for themselves. */
export function releaseOf(text: string): string {
  const version = text.replace(/^v/, '');
  if (/^\d+\.\d+\.\d+$/.test(version)) return version;
  const release = PINNED[version];
  if (release) return release;
  throw new Error(`--kubernetes ${text}: give a full release such as ${text}.0, or one of ${
    Object.keys(PINNED).join(', ')}`);
}

/** The minor number of a release: 34 of 1.34.4. */
export function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}

/** Where built servers are kept: outside the repository, they are 70 to 120 MB each. */
export function cacheFolder(): string {
  return process.env.E2E_CACHE ?? join(homedir(), '.cache', 'cdk8s-envoy-proxy');
}

export function cachedBinary(release: string): string {
  return join(cacheFolder(), `kube-apiserver-${release}`);
}

/** The newest release for which a server was built; undefined if there is none. */
export function newestCached(): string | undefined {
  if (!existsSync(cacheFolder())) return undefined;
  const releases = readdirSync(cacheFolder())
    .map((file) => BINARY.exec(file)?.[1])
    .filter((release): release is string => release !== undefined);
  return releases.sort(byVersion).pop();
}

export function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
