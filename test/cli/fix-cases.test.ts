import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { load } from 'js-yaml';
import { Manifest } from '../../src/pod/manifest';
import { fixed } from '../support/fixing';

const FOLDER = join(__dirname, '..', 'cases');
const CASES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

/** What no mend is safe for, and why. */
const LEFT: { readonly [name: string]: string } = {
  '47-database-proxy-ends-first.yaml': 'has no sleep that is known of',
  '67-native-sidecar-on-1-27.yaml': 'would keep the job from completing',
};

/** The header says with which version and facts a case is judged. */
function optionsOf(text: string): string[] {
  const header = (field: string): string => new RegExp(`^# ${field}: (.*)$`, 'm').exec(text)![1];
  const [version, options] = [header('kubernetes'), header('options')];
  return [
    ...version === 'unknown' ? [] : ['--kubernetes-version', version],
    ...options === '-' ? [] : options.split(', ').flatMap((option) => [`--${option.split('=')[0]}`, option.split('=')[1]]),
  ];
}

describe.each(CASES)('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const first = fixed(['-', '--write', ...optionsOf(text)], text);

  test('no error is left, or it is told why', () => {
    expect([first.code, first.error]).toEqual(LEFT[name] === undefined
      ? [0, expect.not.stringContaining(': error: ')] : [1, expect.stringContaining(LEFT[name])]);
  });

  test('mending it again changes nothing', () => {
    expect(fixed(['-', ...optionsOf(text)], first.out).out).toBe('');
  });

  test('comments, names and all that is none of its business stay', () => {
    for (const line of text.split('\n').filter((candidate) => /^\s*#/.test(candidate))) expect(first.out).toContain(line.trim());
    const [before, after] = [load(text), load(first.out)] as Manifest[];
    const unrelated = ({ kind, metadata, spec: { selector } }: Manifest): unknown => ({ kind, metadata, selector });
    expect(unrelated(after)).toEqual(unrelated(before));
    expect(imagesOf(after)).toEqual(expect.arrayContaining(imagesOf(before).filter((image) => !/contour:v1\.(6|17)/.test(image))));
  });
});

function imagesOf({ kind, spec }: Manifest): string[] {
  const { containers, initContainers = [] } = kind === 'Pod' ? spec : spec.template.spec;
  return [...containers, ...initContainers].map(({ image }: Manifest) => image);
}

test('good pods stay byte for byte', () => {
  const good = CASES.filter((name) => /-good-|plain-web-app|job-with-envoy/.test(name));
  expect(good.length).toBeGreaterThan(5);
  for (const name of good) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    expect(fixed(['-', ...optionsOf(text)], text)).toEqual({ code: 0, out: '', error: '' });
  }
});
