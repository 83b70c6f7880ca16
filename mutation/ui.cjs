// Lets mocha run tests that are written for jest: in one process, a mutant costs milliseconds and not the loading of files.
const Mocha = require('mocha');
const { bind } = require('jest-each');

module.exports = Mocha.interfaces.jest = function jestLike(suite) {
  Mocha.interfaces.bdd(suite);
  suite.on('pre-require', (context) => {
    context.test = (title, action) => context.it(title, action);
    context.test.each = bind((title, action) => context.it(title, action));
    context.test.skip = context.it.skip;
    context.describe.each = bind((title, body) => context.describe(title, body));
    context.beforeAll = context.before;
    context.afterAll = context.after;
  });
};
