import { HookStep } from '../behaviour';
import { baseName, mayLackHttpClient } from './recogniser';

/**
 * A call of Envoy's admin interface by `curl` or `wget`; undefined where the command is none. Only POST
 * changes anything, a GET is answered 405. Where the image may lack the program, nothing is known.
 */
export function adminCall(argv: readonly string[], image: string | undefined): readonly HookStep[] | undefined {
  const isPost = POSTS.get(baseName(argv[0]));
  if (!isPost) return undefined;
  if (mayLackHttpClient(image)) return [{ step: 'unknown', command: argv[0] }];
  const bySocket = argv.some((word) => word.startsWith('--unix-socket'));
  const url = argv.slice(1).map(parsedUrl)
    .find((found) => found !== undefined && STEPS.has(found.pathname) && (bySocket || isLocal(found)));
  return url && (isPost(argv) ? STEPS.get(url.pathname)!(url.searchParams) : []);
}

const POSTS = new Map<string, (argv: readonly string[]) => boolean>([
  ['curl', (argv) => {
    const method = optionValue(argv, /^(?:-[a-zA-Z]*X|--request)$/, /^-[a-zA-Z]*X(\w+)$|^--request=(.*)$/);
    const hasBody = argv.some((word) => /^(-[a-zA-Z]*d|--data(-\w+)?|--json)(=.*)?$/.test(word));
    return method === undefined ? hasBody : method === 'POST';
  }],
  ['wget', (argv) => argv.some((word) => /^--post-(data|file)(=.*)?$|^--method=POST$/i.test(word))
    || optionValue(argv, /^--method$/, /^$/)?.toUpperCase() === 'POST'],
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

/** `drain_listeners` with `skip_exit` never closes them; without `graceful`, it does so at once. */
const STEPS = new Map<string, (query: URLSearchParams) => readonly HookStep[]>([
  ['/healthcheck/fail', () => [{ step: 'fail-health-checks' }]],
  ['/drain_listeners', (query) => [
    { step: 'drain-listeners', graceful: query.has('graceful'), skipExit: query.has('skip_exit') },
  ]],
  ['/quitquitquit', () => [{ step: 'quit-envoy' }]],
]);

/** This pod; a variable is taken for its address. */
function isLocal({ hostname }: URL): boolean {
  return ['localhost', '[::1]', '0.0.0.0', VARIABLE_HOST].includes(hostname) || /^127\./.test(hostname);
}

/** What URLs make of the host `1`. */
const VARIABLE_HOST = '0.0.0.1';

/** Curl takes addresses without a scheme; a variable may stand for host or port. */
function parsedUrl(word: string): URL | undefined {
  const bare = word.replace(/\$\{?\w+\}?/g, '1');
  if (bare.startsWith('-') || !/^(https?:\/\/)?[\w.[\]:-]+\/\w/.test(bare)) return undefined;
  try {
    return new URL(bare.includes('://') ? bare : `http://${bare}`);
  } catch {
    return undefined;
  }
}
