// What Stryker lacks: a sample of a folder, and mutants of code that also runs while tests load without a new process for each.
import { declareFactoryPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

/** A share of the functions and methods, drawn by a seed, where a whole folder would take too long (MUTATION_SHARE=0.5). */
const SHARE = Number(process.env.MUTATION_SHARE ?? 1);
const SEED = process.env.MUTATION_SEED ?? '1';

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sample', {
  shouldIgnore: (path) => (SHARE < 1 && isUnit(path) && drawn(path.node) >= SHARE ? 'not in the sample' : undefined),
}), declareFactoryPlugin(PluginKind.TestRunner, 'mocha-once', createRunner)];

/** It says that it can load anew, so that nothing else does; what tests did while they loaded is done without mutants. */
function createRunner(injector) {
  const runner = createMochaTestRunner(injector);
  runner.capabilities = () => Promise.resolve({ reloadEnvironment: true });
  return runner;
}
createRunner.inject = createMochaTestRunner.inject;

/** Functions and constants of a file, methods and fields of a class. */
function isUnit({ node, parent }) {
  if (node.type === 'ClassMethod' || node.type === 'ClassProperty') return true;
  return (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclaration')
    && (parent.type === 'Program' || parent.type === 'ExportNamedDeclaration');
}

/** A number from 0 to 1 that depends on the seed, the name and where it stands. */
function drawn({ id, key, declarations, start, end }) {
  const name = (id ?? key ?? declarations[0].id).name;
  let hash = 2_166_136_261;
  for (const character of `${SEED} ${name} ${start} ${end}`) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return ((hash ^ hash >>> 15) >>> 0) / 2 ** 32;
}
