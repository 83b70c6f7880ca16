import { baseName } from '../../values/paths';
import { HookStep, HookSurroundings } from '../behaviour';

/**
 * `kill`, `pkill` and `killall`: to send a signal takes no time, and of all processes only an Envoy's end
 * matters here. It ends on SIGTERM as on `/quitquitquit`: at once.
 */
export function signalSteps(argv: readonly string[], { runsEnvoy }: HookSurroundings): HookStep[] | undefined {
  const signal = signalOf(argv);
  if (argv.some((word) => AGENTS.includes(baseName(word)))) return undefined;
  if (HARMLESS_SIGNALS.test(signal)) return [];
  const target = targetOf(argv, runsEnvoy);
  if (target === 'another') return [];
  if (target === 'anything') return undefined;
  if (/^(SIG)?(TERM|INT)$|^(15|2)$/i.test(signal)) return [{ step: 'quit-envoy' }];
  // what has no handler does nothing to the first process of a container: pid_namespaces(7)
  return target === 'the first process' ? [] : undefined;
}

/** They have handlers of their own. */
const AGENTS = ['pilot-agent', 'kuma-dp', 'consul-dataplane'];

/** Envoy opens its logs again at SIGUSR1, and passes over SIGHUP: https://www.envoyproxy.io/docs/envoy/latest/operations/cli */
const HARMLESS_SIGNALS = /^0$|^(SIG)?(USR[12]|HUP|CHLD|WINCH|CONT)$|^(10|12|1)$/i;

function signalOf(argv: readonly string[]): string {
  const [, first = '', second = ''] = argv;
  if (/^-(?:s(?:ig)?|-signal)$/i.test(first)) return second;
  const [, joined] = /^(?:-|--signal=)(\w+)$/.exec(first) ?? [];
  return joined === undefined || joined === 'f' ? 'TERM' : joined;
}

type Target = 'the first process' | 'Envoy' | 'another' | 'anything';

/** Whom it means; a number that a script finds out may be anybody's in Envoy's own container. */
function targetOf(argv: readonly string[], runsEnvoy: boolean): Target {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  if (baseName(argv[0]) !== 'kill') return words.some((word) => baseName(word) === 'envoy') ? 'Envoy' : 'another';
  if (words.some((word) => /\b(pidof|pgrep)\b.*\benvoy\b/.test(word))) return 'Envoy';
  if (!runsEnvoy) return 'another';
  if (words.includes('1')) return 'the first process';
  const isFoundOut = words.some((word) => /[$`]/.test(word) && !/\b(pidof|pgrep)\b/.test(word));
  return isFoundOut ? 'anything' : 'another';
}
