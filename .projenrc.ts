import { cdk8s, javascript, TextFile } from 'projen';

/** The folders that lint and the type checker look at besides `src` and `test`. */
const DEV_DIRECTORIES = ['bench', 'drains', 'e2e', 'examples', 'fidelity', 'scripts'];

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
  bundledDeps: ['commander@^14', 'semver', 'yaml'],
  devDeps: [
    'cdk8s-plus-28@2.5.6', '@types/semver', '@types/node@^20', 'esbuild', 'js-yaml@^4', '@types/js-yaml@^4',
    'unbash@6.0.4',
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
  bin: { 'envoy-drain': 'lib/cli/main.js' },
  gitignore: ['/vendor/', '.cache/', 'examples/dist/', 'cdk8s.out/', '*.tsbuildinfo'],
});

quietNodeEndOfLife();
keepOutOfThePackage();
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
  for (const path of ['.cache', '.ci', '.nvmrc', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'FIDELITY.md', ...DEV_DIRECTORIES]) {
    project.addPackageIgnore(`/${path}`);
  }
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
  const facades = [
    'src/hazard-finding.ts', 'src/hazard-report.ts', 'src/termination-event.ts', 'src/termination-scenario.ts',
    'src/termination-timeline.ts',
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
    { target: simulator, from: [...constructs, 'src/cli'], message: 'the simulator is pure: no constructs' },
    { target: facades, from: [...constructs, 'src/cli'], message: 'facades know no constructs' },
    { target: constructs, from: ['src/cli'], message: 'the command line is above everything' },
    { target: './src', from: ['./test', './examples', './bench', './scripts', './fidelity', './drains', './e2e'] },
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
  project.testTask.prependSpawn(shellParser);
  for (const [name, description] of [
    ['fidelity', 'Holds a folder of recordings of kubelets against the simulator'],
    ['drains', 'Holds a file of recorded drains against the simulator'],
  ]) {
    project.addTask(name, {
      description, exec: `ts-node --transpile-only -P tsconfig.dev.json ${name}/main.ts`, receiveArgs: true,
    });
  }
  project.addTask('fidelity:update', {
    description: 'Compares the project\'s own recordings and writes FIDELITY.md',
    exec: 'ts-node --transpile-only -P tsconfig.dev.json fidelity/main.ts --update',
  });
  const tarball = project.addTask('test:tarball', {
    description: 'Installs the packed tarball with only its peers on Node 20, 22 and 24 and synthesizes an app',
  });
  tarball.exec('node scripts/tarball-test.mjs');
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
  const bench = project.addTask('bench', {
    description: 'Measures construct, synthesis and require against raw cdk8s-plus; fails above the limits',
  });
  bench.spawn(project.compileTask);
  bench.exec('node --expose-gc -r ts-node/register/transpile-only bench/main.ts', {
    env: { TS_NODE_PROJECT: 'tsconfig.dev.json' },
  });
  new TextFile(project, '.nvmrc', { lines: ['20'] });
}
