import Ajv from 'ajv';
import { githubOf } from '../../src/cli/formats/github';
import { jsonOf } from '../../src/cli/formats/json';
import { sarifOf } from '../../src/cli/formats/sarif';
import { textOf } from '../../src/cli/formats/text';
import { LintResult, LocatedFinding } from '../../src/cli/lint-result';
import { printable, printableLine } from '../../src/cli/printable';
import { createProgress } from '../../src/cli/progress';
import { run } from '../../src/cli/run';
import { progressOn } from '../../src/cli/terminal';
import { HAZARD_RULES } from '../../src/hazards/rules';

const FINDING: LocatedFinding = {
  rule: 'no-drain-trigger', severity: 'error', message: 'nothing drains', remedy: 'Weave it in.',
  object: { kind: 'Deployment', namespace: 'edge', name: 'proxy' }, container: 'envoy', pointer: '/spec', file: 'a/b.yaml', line: 7,
};

const NAMELESS: LocatedFinding = {
  rule: 'not-a-known-rule', severity: 'info', message: 'm', remedy: 'r', object: { kind: 'Pod' }, pointer: '', file: 'standard input', line: 1,
};

const EVIL = '\x1b]0;title\x07\x9b31m\u202e\u2028\u200f\r::error::\n%2C';

const result = (findings: LocatedFinding[], more: Partial<LintResult> = {}): LintResult => ({
  findings, undeclared: [], documents: 3, pods: 1, proxied: 1, unclear: 0, skipped: 2, errors: [], ...more,
});

describe('text', () => {
  test('groups by file, and ends with what was looked at and what could be declared', () => {
    const other = { ...FINDING, severity: 'warning' as const, file: 'c.yaml', container: undefined };
    const undeclared = [{ fact: 'loadBalancerDetection', rules: ['x', 'y'] }, { fact: 'kubernetesVersion', rules: ['z'] }];
    const text = textOf(result([FINDING, FINDING, other], { undeclared }), false);
    expect(text).toBe([
      'a/b.yaml:7 error no-drain-trigger [Deployment edge/proxy envoy] nothing drains',
      '    Weave it in.',
      'a/b.yaml:7 error no-drain-trigger [Deployment edge/proxy envoy] nothing drains',
      '    Weave it in.',
      '',
      'c.yaml:7 warning no-drain-trigger [Deployment edge/proxy] nothing drains',
      '    Weave it in.',
      '',
      '3 documents, 1 pod, 2 skipped: 2 errors, 1 warning, 0 info',
      'more could be said with --load-balancer-detection (x, y), --kubernetes-version (z)',
      '',
    ].join('\n'));
  });

  test('says so where there is nothing', () => {
    expect(textOf(result([], { documents: 1, errors: [{ file: 'x', message: 'm' }] }), false))
      .toBe('1 document, 1 pod, 2 skipped, 1 not readable: nothing found\n');
  });

  test.each<[Partial<LintResult>, string]>([
    [{ documents: 0, pods: 0, proxied: 0, errors: [{ file: 'x', message: 'm' }] }, '0 documents, 0 pods, 2 skipped, 1 not readable\n'],
    [{ pods: 2, proxied: 0 }, '3 documents, 2 pods (no Envoy or other proxy was recognised), 2 skipped: nothing found\n'],
    [{ pods: 2, proxied: 1 }, '3 documents, 2 pods (1 without an Envoy or another proxy that is known), 2 skipped: nothing found\n'],
    [{ pods: 2, proxied: 2, unclear: 1 }, '3 documents, 2 pods (1 with an Envoy whose hook is not understood), 2 skipped: nothing found\n'],
    [{ pods: 3, proxied: 2, unclear: 2 }, '3 documents, 3 pods (1 without an Envoy or another proxy that is known, 2 with an Envoy whose hook is not understood), 2 skipped: nothing found\n'],
  ])('does not praise what nobody looked at (%#)', (more, expected) => {
    expect(textOf(result([], more), false)).toBe(expected);
  });

  test('has colours only where they are asked for', () => {
    expect(textOf(result([FINDING]), true)).toContain('\x1b[31merror\x1b[39m');
    expect(textOf(result([FINDING]), false)).not.toContain('\x1b');
  });
});

describe('JSON', () => {
  test('has every field, always', () => {
    const written = jsonOf(result([FINDING, NAMELESS], {
      undeclared: [{ fact: 'graceCeiling', rules: ['x'] }], errors: [{ file: 'x', message: 'm' }, { file: 'standard input', line: 3, message: 'm' }],
    }));
    expect(JSON.parse(written)).toEqual({
      findings: [{
        rule: 'no-drain-trigger', severity: 'error', message: 'nothing drains', remedy: 'Weave it in.',
        object: { kind: 'Deployment', namespace: 'edge', name: 'proxy' }, container: 'envoy', pointer: '/spec', file: 'a/b.yaml', line: 7,
      }, {
        rule: 'not-a-known-rule', severity: 'info', message: 'm', remedy: 'r',
        object: { kind: 'Pod', namespace: null, name: null }, container: null, pointer: '', file: '-', line: 1,
      }],
      summary: {
        documents: 3, pods: 1, skipped: 2, errors: [{ file: 'x', line: null, message: 'm' }, { file: '-', line: 3, message: 'm' }],
      },
      undeclared: [{ fact: 'graceCeiling', option: '--grace-ceiling', rules: ['x'] }],
    });
  });
});

describe('SARIF', () => {
  const ajv = new Ajv({ schemaId: 'auto', validateSchema: false, unknownFormats: ['uri-reference'] });
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the package has no types for it
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a JSON file inside a package
  const validate = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
  const log = (given: LintResult): any => {
    const parsed = JSON.parse(sarifOf(given, HAZARD_RULES));
    expect([validate(parsed), validate.errors]).toEqual([true, null]);
    return parsed.runs[0];
  };

  test('validates against its schema, and the schema refuses others', () => {
    log(result([]));
    log(result([FINDING, NAMELESS, { ...FINDING, message: EVIL, file: EVIL }], { errors: [{ file: 'x', message: 'm' }, { file: 'y', line: 2, message: 'm' }] }));
    expect(validate({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false);
  });

  test('holds rules, levels and places', () => {
    const { tool: { driver }, results, invocations } = log(result([FINDING, { ...FINDING, severity: 'warning' }, NAMELESS]));
    expect(driver.rules.map(({ id }: any) => id)).toEqual(HAZARD_RULES.map(({ id }) => id));
    expect(driver.rules.every(({ id, helpUri }: any) => helpUri.endsWith(`HAZARDS.md#${id}`))).toBe(true);
    expect(results.map(({ level }: any) => level)).toEqual(['error', 'warning', 'note']);
    expect(driver.rules[results[0].ruleIndex].id).toBe('no-drain-trigger');
    expect(results[0].locations).toEqual([{
      physicalLocation: { artifactLocation: { uri: 'a/b.yaml' }, region: { startLine: 7 } },
      logicalLocations: [
        { name: 'proxy', kind: 'object', fullyQualifiedName: 'Deployment/edge/proxy' },
        { name: 'envoy', kind: 'container', fullyQualifiedName: 'Deployment/edge/proxy/envoy' },
      ],
    }]);
    expect(invocations[0].executionSuccessful).toBe(true);
  });

  test.each([
    ['a b/ü#.yaml', 'a%20b/%C3%BC%23.yaml'], [`${process.cwd()}/x.yaml`, 'x.yaml'], ['/else/x.yaml', 'file:///else/x.yaml'],
    ['./a/../x.yaml', 'x.yaml'], ['..x/y.yaml', '..x/y.yaml'], ['standard input', 'standard-input'],
  ])('the URI of %s is %s', (file, uri) => {
    expect(log(result([{ ...FINDING, file }])).results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
  });

  test('what could not be read is a notification', () => {
    const [{ executionSuccessful, toolExecutionNotifications }] = log(result([], { errors: [{ file: 'x', line: 3, message: 'm' }] })).invocations;
    expect([executionSuccessful, toolExecutionNotifications[0].message.text]).toEqual([false, 'm']);
  });
});

describe('GitHub', () => {
  test('a command a finding, with everything escaped', () => {
    const lines = githubOf(result([FINDING, { ...FINDING, severity: 'warning', file: 'a,b:c%.yaml' }, NAMELESS], {
      errors: [{ file: 'x.yaml', line: 2, message: 'bad\nline' }],
    })).split('\n');
    expect(lines).toEqual([
      '::error file=a/b.yaml,line=7,title=no-drain-trigger%3A Deployment edge/proxy envoy::nothing drains%0AWeave it in.',
      '::warning file=a%2Cb%3Ac%25.yaml,line=7,title=no-drain-trigger%3A Deployment edge/proxy envoy::nothing drains%0AWeave it in.',
      '::notice title=not-a-known-rule%3A Pod (no name)::m%0Ar',
      '::error file=x.yaml,line=2,title=envoy-drain::bad%0Aline',
      '',
    ]);
  });

  test('a name cannot begin another command', () => {
    const written = githubOf(result([{ ...FINDING, message: EVIL, object: { kind: EVIL, name: EVIL }, file: EVIL }]));
    expect(written.trimEnd().split(/[\r\n\u2028]/)).toHaveLength(1);
  });
});

describe('what steers a terminal is written out', () => {
  const evil: LocatedFinding = {
    ...FINDING, message: EVIL, remedy: EVIL, container: EVIL, file: EVIL,
    object: { kind: EVIL, namespace: EVIL, name: EVIL },
  };

  test('in every format', () => {
    const given = result([evil], { errors: [{ file: EVIL, message: EVIL }] });
    for (const written of [textOf(given, false), jsonOf(given), githubOf(given), sarifOf(given, HAZARD_RULES)]) {
      // eslint-disable-next-line no-control-regex -- control characters are what it looks for
      expect(written).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\u200f]/);
    }
    expect(JSON.parse(jsonOf(given)).findings[0].message).toBe(EVIL);
    expect(textOf(result([evil]), false).split('\n')).toHaveLength(5);
  });

  test.each([
    ['a\tb\nc', 'a\tb\nc', 'a\\tb\\nc'], ['\x1b[31m', '\\u001b[31m', '\\u001b[31m'], ['ü€😀', 'ü€😀', 'ü€😀'],
  ])('%j', (text, lines, line) => {
    expect([printable(text), printableLine(text)]).toEqual([lines, line]);
  });

  test('in errors too', () => {
    let error = '';
    const code = run(['lint', '\x1b[2Jno.yaml'], { out: () => undefined, error: (text) => { error += text; }, standardInput: () => '' });
    expect([code, error.includes('\x1b'), error.startsWith('\\u001b[2Jno.yaml: ')]).toEqual([2, false, true]);
  });
});

describe('progress', () => {
  const shown = (millis: readonly number[]): string[] => {
    const texts: string[] = [];
    let now = 0;
    const progress = createProgress({
      progress: (text) => texts.push(text), out: () => undefined, error: () => undefined, standardInput: () => '',
    }, () => now);
    millis.forEach((at, index) => {
      now = at;
      progress.passed(index);
    });
    progress.end();
    return texts;
  };

  test.each([
    [[0, 500, 1_999], []],
    [[2_000], ['1 documents, 0 findings', '']],
    [[1_000, 2_100, 2_200, 2_299, 2_300], ['2 documents, 1 findings', '5 documents, 4 findings', '']],
  ])('after %j ms: %j', (millis, texts) => {
    expect(shown(millis)).toEqual(texts);
  });

  test('is shown on a terminal only, in one line', () => {
    let written = '';
    const write = (text: string): void => { written += text; };
    expect(progressOn({ write })).toBeUndefined();
    progressOn({ write, isTTY: true })?.('x');
    expect(written).toBe('\r\x1b[Kx');
  });
});
