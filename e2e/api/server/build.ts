import { builtServer } from './build-server';
import { releaseOf } from './versions';

/** Builds servers without checking anything: `ts-node e2e/api/server/build.ts 1.34 1.37`. */
for (const version of process.argv.slice(2)) console.log(builtServer(releaseOf(version)));
