import { spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { homedir } from 'os';
import { join } from 'path';

const MODULES = {
  'kubeconform': 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
};

type Peer = keyof typeof MODULES;

/** Outside of the project, so that a clean checkout need not build them again. */
const HOME = join(homedir(), '.cache', 'cdk8s-envoy-proxy', 'bin');

/** The peers that are installed, or can be; a note says of the others why not. */
export function installedPeers(): { readonly [Name in Peer]?: string } {
  const found = (Object.keys(MODULES) as Peer[]).flatMap((name) => {
    const binary = join(HOME, name);
    return existsSync(binary) || install(name) ? [[name, binary]] : [];
  });
  return Object.fromEntries(found);
}

function install(name: Peer): boolean {
  const { error, status, stderr } = spawnSync('go', ['install', MODULES[name]], {
    encoding: 'utf8', env: { ...process.env, GOBIN: HOME },
  });
  if (status === 0) return true;
  const reason = error ? 'there is no Go' : `go install ${MODULES[name]}: ${stderr.trim().split('\n').at(-1)}`;
  process.stdout.write(`${name}: skipped, ${reason}\n`);
  return false;
}
