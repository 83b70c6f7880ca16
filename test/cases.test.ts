import { join } from 'path';
import { parseCase, readCases } from '../cases/case-file';
import { agrees, judge, summaryOf } from '../cases/judge';
import { readStatement } from '../cases/reading/reader';
import { createStage } from '../cases/stage';

const CASES = readCases(join(__dirname, 'cases'));
/** Of reports that nobody had looked at when the rules were written; their statements were not measured. */
const LATER_CASES = readCases(join(__dirname, 'cases-own'));
const verdicts = [...CASES, ...LATER_CASES].map(judge);

afterAll(() => {
  process.stderr.write(`pods from public reports: ${summaryOf(verdicts).replace(/\n/g, ', ')}\n`);
});

describe('a pod from a public report', () => {
  test.each(verdicts.map(({ testCase, simulated }) => [testCase.name, simulated] as const))(
    '%s is simulated as it was', (_, simulated) => {
      expect(simulated).toEqual([]);
    });

  test.each(verdicts.map(({ testCase, hazards }) => [testCase.name, hazards] as const))(
    '%s is judged as it should be', (_, hazards) => {
      expect(hazards).toEqual([]);
    });

  test('has nothing in its statement that is not checked', () => {
    expect(verdicts.slice(0, CASES.length).flatMap(({ notChecked }) => notChecked)).toEqual([]);
  });
});

/** What of a statement about one of the cases is otherwise, and what is not understood. */
function read(name: string, statement: string): { wrong: string[]; notChecked: string[] } {
  const testCase = CASES.find((candidate) => candidate.name.startsWith(name))!;
  const stage = createStage(testCase)!;
  const clauses = readStatement(statement, testCase.kubernetes, stage);
  return {
    wrong: clauses.filter(({ check, condition }) => check?.(stage, condition) !== undefined).map(({ text }) => text),
    notChecked: clauses.filter(({ check }) => !check).map(({ text }) => text),
  };
}

describe('the reader of statements', () => {
  test.each<[string, string]>([
    ['76', 'hook ends at 30 s, SIGTERM then, no SIGKILL; no request is lost; the pod is gone at 30 s'],
    ['76', 'deleted with 10 s: the hook is cut at 10 s, SIGTERM then; node shutdown of 20 s: hook is abandoned at 20 s'],
    ['73', 'if the manager dies at 2 s, Envoy\'s hook fails at 2 s and Envoy gets SIGTERM then'],
    ['73', 'with an old ready file Envoy gets SIGTERM at 0 s'],
    ['73', 'without the file Envoy\'s hook waits until 70 s, then SIGTERM'],
    ['41', 'the hook holds 300 s, the container is killed at 600 s (1.28 and later: SIGKILL at 302 s)'],
    ['41', 'SIGTERM at the end of the grace period (1.27 and earlier: SIGKILL at 600 s)'],
    ['26', 'kuma-dp gets SIGTERM at 0 s, health checks fail then, it exits at 30 s; the worker is killed at 60 s'],
    ['11', 'curl is missing, so the hook fails at 0 s'],
    ['66', 'liveness restart of Envoy: its hook hangs until 70 s, then SIGTERM; Envoy comes back'],
  ])('understands what is said of case %s: %s', (name, statement) => {
    expect(read(name, statement)).toEqual({ wrong: [], notChecked: [] });
  });

  test.each<[string, string]>([
    ['76', 'SIGTERM at 20 s'], ['76', 'health checks fail at 9 s'], ['76', 'requests in flight are cut'], ['76', 'nothing drains'],
    ['76', 'grace period 60 s'], ['76', 'curl is missing'], ['13', 'no request is lost'], ['13', 'Envoy gets SIGTERM by 5 s and is gone at 9 s'],
    ['73', 'with no connection both hooks end at 25 to 27 s'], ['73', 'both hooks end at 15 to 40 s'], ['73', 'at the latest at 80 s'],
    ['01', 'manager\'s hook drains for 10 to 80 s'], ['01', 'manager\'s hook drains for 20 to 60 s'], ['18', 'the app\'s hook runs until 9 s'],
    ['25', 'its listeners close at 20 s'], ['02', 'liveness restart of the manager: Envoy goes on running, nothing drains'],
    ['20', 'the proxy gets SIGTERM at 0 s'], ['41', 'SIGKILL at 302 s'], ['79', 'SIGTERM at 300 s'], ['14', 'no SIGKILL'],
  ])('sees that it is otherwise in case %s: %s', (name, statement) => {
    const { wrong } = read(name, statement);
    expect(wrong.length + read(name, statement).notChecked.length).toBeGreaterThan(0);
    expect(statement).toContain(wrong[0] ?? 'at the latest');
  });

  test('says what it does not understand', () => {
    expect(read('76', 'the moon is full; SIGTERM at 30 s, the neighbour\'s hook ends at 5 s'))
      .toEqual({ wrong: [], notChecked: ['the moon is full', 'the neighbour\'s hook ends at 5 s'] });
  });

  test('notices every time that is shifted, but for bounds that hold all the more', () => {
    const shifted = CASES.flatMap(({ name, simulate, kubernetes, ...testCase }) => {
      const stage = simulate === undefined ? undefined : createStage({ name, kubernetes, ...testCase });
      const statement = simulate?.replace(/(?<![\d.])(\d+)( to (\d+))? s\b/g, (_, from, more, to) =>
        (more ? `${+from + 7} to ${+to + 7} s` : `${+from + 7} s`)) ?? '';
      return stage ? readStatement(statement, kubernetes, stage)
        .filter(({ text, check }) => check && /\d s\b/.test(text) && !/\bby \d|latest$|at most|goes on until|long before/.test(text))
        .map((clause) => ({ name, ...clause, problem: clause.check?.(stage, clause.condition) })) : [];
    });
    const missed = shifted.filter(({ problem }) => problem === undefined).map(({ name, text }) => `${name}: ${text}`);
    // its ceiling is shifted as well
    expect(missed).toEqual([expect.stringMatching(/^65.*both hooks are cut/), expect.stringMatching(/^65.*SIGKILL/)]);
    expect(shifted.length).toBeGreaterThan(90);
  });
});

describe('the comparison', () => {
  const [good] = CASES.filter(({ name }) => name.startsWith('76'));
  const [bad] = CASES.filter(({ name }) => name.startsWith('13'));

  test('sees what is not reported, and what is reported beyond the case', () => {
    expect(judge({ ...good, expect: ['no-drain-trigger'] }).hazards).toEqual(['no-drain-trigger is not reported']);
    expect(judge({ ...bad, expect: [], may: [] }).hazards.join()).toContain('no-drain-trigger is reported: ');
    expect(agrees(judge({ ...bad, expect: [] }))).toBe(false);
  });

  test('lets a good layout have findings of severity info only', () => {
    expect(judge({ ...bad, source: 'own', expect: [], may: ['no-drain-trigger', 'no-propagation-hold'] }).hazards.join())
      .toContain('no-drain-trigger is reported with severity error though all is well');
  });

  test('sees what is simulated otherwise', () => {
    const verdict = judge({ ...bad, simulate: 'Envoy gets SIGTERM at 5 s' });
    expect(verdict.simulated).toEqual([expect.stringContaining('\'Envoy gets SIGTERM at 5 s\': SIGTERM of gateway-proxy is simulated at ')]);
    expect(agrees(verdict)).toBe(false);
  });
});

describe('a file', () => {
  const HEADER = '# case: a\n# source: own\n# kubernetes: 1.33\n# options: load-balancer-detection=10s, grace-ceiling=50s\n'
    + '# expect: none\n# may: one, two\n# simulate: -\n';

  test('is read with its header', () => {
    expect(parseCase('x/01-a.yaml', `${HEADER}kind: Pod\n---\nkind: Service\n`)).toEqual({
      name: '01-a', title: 'a', source: 'own', kubernetes: '1.33',
      options: { 'load-balancer-detection': '10s', 'grace-ceiling': '50s' }, expect: [], may: ['one', 'two'],
      manifests: [{ kind: 'Pod' }, { kind: 'Service' }],
    });
  });

  test.each<[string, string, RegExp]>([
    ['a header out of order', HEADER.replace('# source: own\n', ''), /^x\.yaml:2: the header must have '# source: \.\.\.' here$/],
    ['broken YAML', `${HEADER}a: [`, /^x\.yaml: /],
  ])('is refused with its place for %s', (_, text, error) => {
    expect(() => parseCase('x.yaml', text)).toThrow(error);
  });

  test('is refused for an option that nobody knows', () => {
    const testCase = parseCase('x.yaml', HEADER.replace('grace-ceiling=50s', 'grace=1s'));
    expect(() => judge(testCase)).toThrow('x: the option grace is not known');
  });

  test('must be in a folder that is there', () => {
    expect(() => readCases('/nowhere')).toThrow('there is no folder /nowhere');
  });
});
