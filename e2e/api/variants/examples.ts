import { existsSync, readdirSync, readFileSync, statSync } from 'fs';
import { basename, dirname, join, relative } from 'path';
import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { loadAll } from 'js-yaml';
import { Variant } from './variant';
import { Manifest } from '../server/client';
import { byVersion } from '../server/versions';

const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');

/** Examples in which somebody else's chart renders the pod. */
const FOREIGN_POD_EXAMPLES = ['retrofit'];

/** Manifests that are there already, under the name of their file. */
export interface SynthesizedExample {
  readonly name: string;
  readonly foreignPods: boolean;
  readonly manifests: readonly Manifest[];
}

type ChartClass = new (scope: Construct, id: string) => Chart;

/** The charts of `examples/NAME/NAME.ts`, to be synthesized for the server's version. */
export function exampleVariants(): Variant[] {
  if (!existsSync(EXAMPLES)) return [];
  return readdirSync(EXAMPLES)
    .filter((name) => existsSync(join(EXAMPLES, name, `${name}.ts`)))
    .flatMap((name) => chartClasses(join(EXAMPLES, name, name)).map((ExampleChart) => ({
      name: `example ${name}`, foreignPods: FOREIGN_POD_EXAMPLES.includes(name),
      build: (chart: Chart) => { new ExampleChart(chart, name); },
    })));
}

function chartClasses(path: string): ChartClass[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the path is known at run time only
  const exported = require(path) as { readonly [name: string]: unknown };
  // cdk8s answers `instanceof` by a mark of the instance, which a prototype has not
  return Object.values(exported).filter((value): value is ChartClass =>
    typeof value === 'function' && Object.prototype.isPrototypeOf.call(Chart, value));
}

/**
 * What `npm run example` wrote for clusters that are not newer than the server (`unknown` is as old as
 * can be): a cluster that was upgraded gets these too.
 */
export function writtenExamples(release: string): SynthesizedExample[] {
  const folder = join(EXAMPLES, 'dist');
  if (!existsSync(folder)) return [];
  return yamlFilesBelow(folder)
    .filter((path) => isForThisServer(basename(path, '.yaml'), release))
    .map((path) => ({
      name: `examples/dist/${relative(folder, path)}`,
      foreignPods: FOREIGN_POD_EXAMPLES.includes(basename(dirname(path))),
      manifests: (loadAll(readFileSync(path, 'utf8')) as Manifest[]).filter((manifest) => manifest),
    }));
}

function isForThisServer(fileName: string, release: string): boolean {
  const version = /^v?(\d+\.\d+(\.\d+)?)/.exec(fileName)?.[1];
  return version === undefined || byVersion(version, release) <= 0;
}

function yamlFilesBelow(folder: string): string[] {
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return yamlFilesBelow(path);
    return name.endsWith('.yaml') ? [path] : [];
  });
}
