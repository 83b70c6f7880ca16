import { execFileSync } from 'child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { cachedBinary, cacheFolder, minorOf } from './versions';

const PACKAGE = 'k8s.io/kubernetes/cmd/kube-apiserver';

/** Up to here the cloud providers' code and a linkname into net keep an unmodified build from linking. */
const LAST_MINOR_WITH_PROVIDERS = 30;

interface DownloadedModule {
  readonly Dir: string;
  readonly GoMod: string;
}

/**
 * The path of kube-apiserver in a release: built as an ordinary Go package if the cache lacks it.
 *
 * Kubernetes cannot be built by `go install`: its go.mod replaces its own libraries by folders beside
 * it. So a small module requires it and replaces them by their published versions.
 */
export function builtServer(release: string): string {
  const binary = cachedBinary(release);
  if (existsSync(binary)) return binary;
  mkdirSync(cacheFolder(), { recursive: true });
  const folder = mkdtempSync(join(cacheFolder(), `build-${release}-`));
  try {
    console.error(`building kube-apiserver ${release}: 5 to 15 minutes, once`);
    writeModule(folder, release);
    build(folder, release);
    renameSync(join(folder, 'kube-apiserver'), binary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return binary;
}

function writeModule(folder: string, release: string): void {
  const kubernetes = download(folder, release);
  writeFileSync(join(folder, 'go.mod'), moduleText(readFileSync(kubernetes.GoMod, 'utf8'), release));
  // the sums of what others publish, as the release was checked with; only the staging modules' are new
  writeFileSync(join(folder, 'go.sum'), readFileSync(join(kubernetes.Dir, 'go.sum')));
}

function download(folder: string, release: string): DownloadedModule {
  const json = execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${release}`], {
    cwd: folder, encoding: 'utf8', env: goEnvironment(), stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(json) as DownloadedModule;
}

/** The main module's Go version and godebug settings count, not a dependency's: both are taken over. */
function moduleText(kubernetesGoMod: string, release: string): string {
  const staging = release.replace(/^1\./, 'v0.');
  const modules = [...kubernetesGoMod.matchAll(/^\s*(?:replace )?(\S+) => \.\/staging\//gm)].map((match) => match[1]);
  const settings = kubernetesGoMod.match(/^(go|godebug) [^(]+$/gm) ?? [];
  return [
    'module kube-apiserver-for-e2e', ...settings,
    `require k8s.io/kubernetes v${release}`,
    'replace (', ...modules.map((module) => `\t${module} => ${module} ${staging}`), ')', '',
  ].join('\n');
}

function build(folder: string, release: string): void {
  const minor = minorOf(release);
  const old = minor <= LAST_MINOR_WITH_PROVIDERS;
  const stamp = (name: string, value: string) => `-X k8s.io/component-base/version.${name}=${value}`;
  const linkerFlags = [
    '-s -w', ...(old ? ['-checklinkname=0'] : []),
    stamp('gitVersion', `v${release}`), stamp('gitMajor', '1'), stamp('gitMinor', String(minor)),
  ];
  execFileSync('go', [
    'build', '-mod=mod', '-trimpath', ...(old ? ['-tags', 'providerless'] : []),
    '-ldflags', linkerFlags.join(' '), '-o', join(folder, 'kube-apiserver'), PACKAGE,
  ], { cwd: folder, env: goEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The installed Go builds everything: a release's own toolchain would have to be downloaded. */
function goEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
}
