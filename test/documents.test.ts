import { readdirSync } from 'fs';
import { join } from 'path';
import {
  blocksIn, brokenLinks, commandsIn, missing, missingInFile, readDocument, ROOT, runDocumented,
} from './support/documents';

const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];

describe.each(DOCUMENTS)('%s', (path) => {
  const document = readDocument(path);
  const commands = commandsIn(document);
  const excerpts = blocksIn(document).filter(({ source }) => source !== '');

  test('says of each command what it does', () => {
    expect(commands.map((command) => {
      const { code, printed } = runDocumented(command);
      return [command.line, code, command.output && missing(command.output, printed)];
    })).toEqual(commands.map(({ line, exitCode }) => [line, exitCode, undefined]));
    expect(commands).toHaveLength(document.match(/^(\$ )?npx envoy-drain /gm)?.length ?? 0);
  });

  test('shows what stands in its files', () => {
    expect(excerpts.map((excerpt) => [excerpt.source, missingInFile(excerpt)]))
      .toEqual(excerpts.map(({ source }) => [source, undefined]));
  });

  test('refers to files that are there', () => {
    expect(brokenLinks(path)).toEqual([]);
  });
});

test.each<[string, string[], string[], string | undefined]>([
  ['everything', ['a', 'b'], ['a', 'b'], undefined], ['less at the end', ['a'], ['a', 'b'], 'b'],
  ['less at the start', ['b'], ['a', 'b'], 'b'], ['dots at the end', ['a', '...'], ['a', 'b'], undefined],
  ['dots at the start', ['...', 'b'], ['a', 'b'], undefined], ['dots between', ['a', '...', 'c'], ['a', 'b', 'c'], undefined],
  ['another order', ['...', 'b', '...', 'a', '...'], ['a', 'b'], 'a'], ['a gap without dots', ['a', 'c', '...'], ['a', 'b', 'c'], 'a\nc'],
  ['comments for dots', ['a', '  # ...', 'c', '// ...'], ['a', 'b', 'c', 'd'], undefined],
  ['the same further in', ['...', 'a:', '  b', '...'], ['x', '  a:', '    b'], undefined],
  ['another shape', ['...', 'a:', ' b', '...'], ['x', '  a:', '    b'], 'a:\n b'],
])('a document that shows %s is told from its text', (_, shown, text, left) => {
  expect(missing(shown, text)).toBe(left);
});

test('a command is found with its exit code and what it prints', () => {
  expect(commandsIn('```console\n$ npx envoy-drain lint a.yaml  # found, exit 1\nb\n...\n$ npx envoy-drain rules\n```\n'
    + '```sh\nnpx envoy-drain fix a.yaml   # a diff\n```\n')).toEqual([
    { line: 'lint a.yaml', exitCode: 1, output: ['b', '...'] }, { line: 'rules', exitCode: 0, output: [] },
    { line: 'fix a.yaml', exitCode: 0, output: undefined },
  ]);
});
