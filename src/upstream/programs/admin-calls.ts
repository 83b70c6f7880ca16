import { actionSteps, isLocal, parsedUrl } from './admin-actions';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';

/**
 * A call of an action of an admin interface by `curl` or `wget`; undefined where the command is none. A refused
 * call makes `wget` fail, and `curl` only if it was asked to.
 */
export function adminCall(argv: readonly string[]): readonly HookStep[] | undefined {
  const client = CLIENTS.get(baseName(argv[0]));
  if (!client) return undefined;
  const method = client.methodOf(argv);
  const bySocket = argv.some((word) => word.startsWith('--unix-socket'));
  const steps = argv.slice(1).map(parsedUrl)
    .flatMap((url) => (url && (bySocket || isLocal(url)) ? [actionSteps({ method, url })] : []))
    .find((found) => found !== undefined);
  if (!steps?.some(({ step }) => step === 'refused-admin-call')) return steps;
  const code = client.codeOfRefusal(argv);
  return code === 0 ? steps : [...steps, { step: 'exit', code }];
}

interface HttpClient {
  readonly methodOf: (argv: readonly string[]) => string;
  /** Its exit code where a server refuses. */
  readonly codeOfRefusal: (argv: readonly string[]) => number;
}

const CLIENTS = new Map<string, HttpClient>([
  ['curl', {
    methodOf: (argv) => {
      const method = optionValue(argv, /^(?:-[a-zA-Z]*X|--request)$/, /^-[a-zA-Z]*X(\w+)$|^--request=(.*)$/);
      const hasBody = argv.some((word) => /^(-[a-zA-Z]*d|--data(-\w+)?|--json)(=.*)?$/.test(word));
      const isGet = argv.some((word) => /^-[a-zA-Z]*G[a-zA-Z]*$|^--get$/.test(word));
      return method?.toUpperCase() ?? (hasBody && !isGet ? 'POST' : 'GET');
    },
    codeOfRefusal: (argv) => (argv.some((word) => /^-[a-zA-Z]*f[a-zA-Z]*$|^--fail(-with-body)?$/.test(word)) ? 22 : 0),
  }],
  ['wget', {
    methodOf: (argv) => (argv.some((word) => /^--post-(data|file)(=.*)?$/.test(word)) ? 'POST'
      : optionValue(argv, /^--method$/, /^--method=(\w+)$/i)?.toUpperCase() ?? 'GET'),
    codeOfRefusal: () => 8,
  }],
]);

/** As its own word after the option, or joined to it. */
function optionValue(argv: readonly string[], apart: RegExp, joined: RegExp): string | undefined {
  for (const [index, word] of argv.entries()) {
    if (apart.test(word)) return argv[index + 1];
    const match = joined.exec(word);
    if (match) return match.slice(1).find((group) => group !== undefined);
  }
  return undefined;
}
