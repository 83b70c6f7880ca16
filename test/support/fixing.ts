import { Command } from 'commander';
import { registerFix } from '../../src/cli/fix';
import { UsageError } from '../../src/cli/io';

export interface Fixed {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs `envoy-drain fix` as the command line does. */
export function fixed(args: readonly string[], standardInput = '', hasColour = false): Fixed {
  const texts = { out: '', error: '' };
  let code = 2;
  const program = new Command().exitOverride();
  registerFix(program, {
    out: (text) => { texts.out += text; },
    error: (text) => { texts.error += text; },
    standardInput: () => standardInput,
    hasColour,
  }, (result) => { code = result; });
  try {
    program.parse(['fix', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    texts.error += error.message;
  }
  return { code, ...texts };
}
