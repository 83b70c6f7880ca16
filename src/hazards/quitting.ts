import type { ContainerStory } from './container-story';
import type { PodStory } from './pod-story';

/** Whether the work of a job tells a proxy to quit when it is done: in its command line, postStart or environment. */
export function isToldToQuit(proxy: ContainerStory, { containers, pod, proxies }: PodStory): boolean {
  const others = proxies.filter((other) => other !== proxy).map(({ program }) => program.program);
  return containers.filter((other) => other !== proxy && other.lifecycle.kind === 'regular').some(({ lifecycle }) => {
    const { argv, postStart, env } = lifecycle;
    const words = [...argv, ...postStart?.kind === 'exec' ? postStart.command : []].join(' ');
    return asks(words, proxy, others) || (pod.shareProcessNamespace && kills(words, proxy, others))
      || (proxy.program.envoy !== undefined && WRAPPERS_OF_WORK.some((name) => Object.hasOwn(env, name)));
  });
}

/** Scuttle and the like end Envoy after the work: https://github.com/redboxllc/scuttle */
const WRAPPERS_OF_WORK = ['ENVOY_ADMIN_API', 'ISTIO_QUIT_API'];

interface Quitting {
  readonly asks: RegExp;
  /** Where others answer a GET by an error. */
  readonly byGet?: true;
}

/** How each proxy is asked to quit. */
const QUITTING: { readonly [program: string]: Quitting } = {
  'pilot-agent': { asks: /:150(00|20)\/+quitquitquit|pilot-agent request \S+ \/?quitquitquit/ },
  'consul-dataplane': { asks: /:20600\/graceful_shutdown|:19000\/quitquitquit/, byGet: true },
  'kuma-dp': { asks: /:990[12]\/quitquitquit/ },
  'linkerd-proxy': { asks: /linkerd-await.*(--shutdown|\s-S)\b|:4191\/shutdown/ },
  'cloud-sql-proxy': { asks: /:9091\/quitquitquit|cloud-sql-proxy shutdown/, byGet: true },
};

/** A port that a variable holds may be that of any of them. */
const ANYBODY = /quitquitquit|graceful_shutdown/;
const BY_POST = /POST\b|--post-(data|file)|\s(-d|--data\S*)\s|linkerd-await|cloud-sql-proxy shutdown/;

function asks(words: string, { program: { program } }: ContainerStory, others: readonly string[]): boolean {
  const own = Object.hasOwn(QUITTING, program) ? QUITTING[program] : undefined;
  const isForOthers = (): boolean =>
    others.some((other) => QUITTING[other]?.asks.test(words)) || isOfAnotherPort(words, own);
  const isAsked = own?.asks.test(words) || (ANYBODY.test(words) && !isForOthers());
  return isAsked && (own?.byGet === true || BY_POST.test(words));
}

/** All ports that are written are known ones of somebody else. */
function isOfAnotherPort(words: string, own: Quitting | undefined): boolean {
  if (!own) return false;
  const asked = words.match(/:\d+\/+(quitquitquit|graceful_shutdown)/g) ?? [];
  const isOthers = (port: string): boolean =>
    Object.values(QUITTING).some((other) => other !== own && other.asks.test(port));
  return asked.length > 0 && asked.every(isOthers);
}

/** By its name, or by what only it may mean. */
function kills(words: string, { program: { program, envoy } }: ContainerStory, others: readonly string[]): boolean {
  const killed = /\b(?:p?kill|killall)\b[^;&|]*/.exec(words)?.[0];
  if (killed === undefined) return false;
  if (killed.includes(program) || (envoy !== undefined && killed.includes('envoy'))) return true;
  return !others.some((other) => killed.includes(other) || killed.includes(other.replace(/-/g, '_')));
}
