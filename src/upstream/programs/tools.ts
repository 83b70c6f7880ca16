import { adminCall } from './admin-calls';
import { missingIn, notFound } from './image-tools';
import { CLOUD_SQL_PROXY } from './other-names';
import { hook, HookRecogniser, IGNORES_SIGTERM, plainProgram } from './recogniser';
import { signalSteps } from './signals';
import { sleepMillis } from './sleeps';
import { baseName } from '../../values/paths';
import { CommandLine, HookStep, HookSurroundings, ProgramBehaviour } from '../behaviour';

/** `sleep`, `curl`, `wget`, `touch`, `kill` and the like as hooks of their own, without a shell. */
export const recogniseToolHook: HookRecogniser = (command, around) => {
  const name = baseName(command[0]);
  const missing = missingIn(around.image, command[0] ?? '');
  if (missing?.certain) return notFound(name, missing);
  const steps = adminCall(command) ?? simpleSteps(command, around);
  return steps && { ...hook(name, ...steps), ...missing ? { missing } : {} };
};

/** What a small program does; undefined where it is not known. */
export function simpleSteps(argv: readonly string[], around: HookSurroundings): readonly HookStep[] | undefined {
  const name = baseName(argv[0]);
  if (HARMLESS.includes(name)) return argv.slice(1).some((word) => DEVICE.test(word)) ? undefined : [];
  return Object.hasOwn(TOOLS, name) ? TOOLS[name](argv, around) : undefined;
}

/** They take no time, and nothing here depends on them. */
const HARMLESS = [
  'true', ':', 'echo', 'printf', 'test', '[', '[[', 'set', 'export', 'local', 'cd', 'date', 'rm', 'mkdir', 'chmod',
  'cat', 'grep', 'ls', 'logger', 'sync', 'wait', 'false', 'hostname', 'id', 'pwd', 'uname', 'whoami', 'basename', 'dirname', 'which',
  'jq', 'sed', 'awk', 'head', 'wc', 'sort', 'cut', 'tr', 'pidof', 'pgrep', 'ps', 'read', 'type',
];

/** Devices may be read for ever. */
const DEVICE = /^\/dev\/(?!null$|stdout$|stderr$)/;

/** The command that `env A=1 COMMAND` starts; options of `env` are not known. */
export function withoutEnvironment(argv: readonly string[]): readonly string[] {
  if (baseName(argv[0]) !== 'env') return argv;
  const start = argv.findIndex((word, index) => index > 0 && !/^\w+=/.test(word));
  if (start < 0) return [];
  return argv[start].startsWith('-') ? argv : withoutEnvironment(argv.slice(start));
}

type Tool = (argv: readonly string[], around: HookSurroundings) => HookStep[] | undefined;

const TOOLS: { readonly [name: string]: Tool } = {
  'sleep': (argv, { env }) => {
    const millis = sleepMillis(argv, env);
    if (millis === undefined) return undefined;
    return [millis === Infinity ? { step: 'hang' } : { step: 'wait', millis }];
  },
  'touch': (argv) => argv.slice(1).filter((word) => word.startsWith('/'))
    .map((file) => ({ step: 'write-file', file, failure: 'ignored' })),
  // https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/v2.15.0/cmd/shutdown.go
  'cloud-sql-proxy': ([, command]) => (command === 'shutdown' ? [{ step: 'quit-proxy', program: CLOUD_SQL_PROXY }] : undefined),
  'busybox': (argv, around) => {
    const steps = simpleSteps(argv.slice(1), around);
    return steps && [...steps];
  },
  'exit': ([, code = '0']) => [{ step: 'exit', code: Number(code) || 0 }],
  // as far as it asks whether a program is there
  'command': ([, option]) => (/^-[vV]$/.test(option ?? '') ? [] : undefined),
  'tail': (argv) => (argv.some((word) => /^-[a-zA-Z]*[fF]$|^--follow/.test(word)) ? [{ step: 'hang' }] : []),
  'kill': signalSteps,
  'pkill': signalSteps,
  'killall': signalSteps,
};

/**
 * `sleep` as a main process: process 1 of a namespace ignores signals that it has no handler for.
 *
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
export function recogniseSleep({ argv, env }: CommandLine): ProgramBehaviour | undefined {
  const millis = sleepMillis(argv, env);
  if (millis === undefined) return undefined;
  return plainProgram('sleep', IGNORES_SIGTERM,
    Number.isFinite(millis) ? { endsItself: { after: { min: millis, max: millis }, code: 0 } } : {});
}
