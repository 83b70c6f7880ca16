// What `npm run mutation` gives to Stryker: MUTATION_AREA names the folder whose code is changed.

/** Fast ones that say most come first: a mutant is done with at the first test that fails. */
const PURE_TESTS = [
  'test/values/**/*.test.ts', 'test/kubernetes-version.test.ts', 'test/drain-timing.test.ts', 'test/load-balancer.test.ts',
  'test/termination-ceiling.test.ts', 'test/pod/!(weave).test.ts', 'test/kubelet/**/!(properties).test.ts',
  'test/hazards/!(self-check|verdict|witnesses).test.ts', 'test/hazard-validation.test.ts', 'test/upstream/**/!(scripts).test.ts',
  'mutation/cases.test.ts', 'mutation/drains.test.ts', 'mutation/recordings.test.ts',
  'test/termination-timeline.test.ts', 'test/hazards/verdict.test.ts', 'test/kubelet/properties.test.ts', 'test/hazards/witnesses.test.ts',
];

/** Of what constructs do to a pod. */
const CONSTRUCT_TESTS = [
  'test/pod/weave.test.ts', 'test/placements.test.ts', 'test/shutdown-manager-sidecar.test.ts', 'test/shutdown-manager.test.ts',
  'test/envoy-proxy-*.test.ts', 'test/bad-input*.test.ts', 'test/mending/mend.test.ts', 'test/hazards/self-check.test.ts',
];

const AREAS = {
  hazards: { mutate: ['src/hazards/**/*.ts'], tests: PURE_TESTS },
  kubelet: { mutate: ['src/kubelet/**/*.ts'], tests: PURE_TESTS },
  pod: { mutate: ['src/pod/**/*.ts'], tests: [...PURE_TESTS, ...CONSTRUCT_TESTS] },
  values: {
    mutate: [
      'src/values/**/*.ts', 'src/drain-timing.ts', 'src/envoy-listener.ts', 'src/kubernetes-version.ts', 'src/load-balancer.ts',
      'src/sidecar-placement.ts', 'src/termination-ceiling.ts',
    ],
    tests: [...PURE_TESTS, ...CONSTRUCT_TESTS],
  },
};

const area = process.env.MUTATION_AREA;
const { mutate, tests } = AREAS[area];

export default {
  testRunner: 'mocha-once',
  mochaOptions: { config: 'mutation/mocharc.json', spec: tests },
  plugins: ['@stryker-mutator/mocha-runner', './mutation/plugins.mjs'],
  ignorers: ['sample'],
  mutate,
  coverageAnalysis: 'perTest',
  // Only what new tests or new code may change, where that is asked for.
  incremental: true,
  incrementalFile: `reports/${area}.incremental.json`,
  force: process.env.MUTATION_AGAIN === undefined,
  // Texts and tables that are evaluated when a file is loaded.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 3_000,
  timeoutFactor: 1.25,
  disableTypeChecks: true,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
  jsonReporter: { fileName: `reports/${area}.json` },
};
