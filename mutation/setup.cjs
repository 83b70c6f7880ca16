// TypeScript without types, and what jest has as globals.
require('@swc-node/register');
global.expect = require('expect').expect;
require('./ui.cjs');
