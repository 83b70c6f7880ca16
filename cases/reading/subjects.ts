import { Subject } from './fact';
import { ContainerLifecycle } from '../../src/pod/pod-lifecycle';
import { ProgramBehaviour } from '../../src/upstream/behaviour';
import { Stage } from '../stage';

/** Who somebody is in a pod, and the words that follow. */
export interface SubjectPhrase {
  readonly subject?: Subject;
  readonly rest: string;
}

type Who = (program: ProgramBehaviour, container: ContainerLifecycle) => boolean;

const isEnvoy: Who = ({ envoy }) => envoy !== undefined;
const isManager: Who = ({ role }) => role === 'shutdown-manager';
const isProxy: Who = (program, container) => isEnvoy(program, container) || program.role === 'proxy';
const isCompanion: Who = ({ role }) => role === 'companion';
const isApp: Who = (program, container) =>
  container.kind === 'regular' && !isProxy(program, container) && !isManager(program, container) && !isCompanion(program, container);

/** What cases call the programs of a pod; the first that fits somebody counts. */
const NAMES: readonly (readonly [RegExp, Who])[] = [
  [/^envoy$/i, isEnvoy],
  [/^(?:shutdown[- ])?manager$/i, isManager],
  [/^(?:(?:mesh|database|native|app's|edge|sidecar) )?proxy$/i, isProxy],
  [/^(?:sidecar|gateway)$/i, isProxy],
  [/^container$/i, () => true],
  [/^(?:app|application|job's container|job|service)$/i, isApp],
  [/^(?:external |filter |rate limit )?(?:processor|service|companion)$/i, isCompanion],
];

/** Containers by what a case calls them, by their program, or by a part of their own name. */
export function whoIs(name: string, { pod, programs }: Stage): readonly string[] {
  const bare = name.trim().replace(/^(?:the|a|an|its) /i, '');
  const chosen = (who: Who): string[] => pod.containers
    .filter((container) => container.kind !== 'init' && who(programs[container.name], container)).map((container) => container.name);
  for (const [pattern, who] of NAMES) {
    if (!pattern.test(bare)) continue;
    const found = chosen(who);
    if (found.length > 0) return found;
  }
  const byProgram = chosen(({ program }) => program.toLowerCase() === bare.toLowerCase());
  if (byProgram.length > 0) return byProgram;
  return /^[\w-]{3,}$/.test(bare) ? chosen((_, container) => container.name.split('-').includes(bare) || container.name === bare) : [];
}

/** Envoy, or whoever is alone in the pod. */
export function usualSubject(stage: Stage): Subject {
  const envoys = whoIs('envoy', stage);
  return { containers: envoys.length > 0 ? envoys : runningIn(stage), hook: false };
}

function runningIn({ pod }: Stage): string[] {
  return pod.containers.filter(({ kind }) => kind !== 'init').map(({ name }) => name);
}

/** The subject that a clause begins with; `last` is who it was about before. */
export function subjectIn(words: string, stage: Stage, last: Subject): SubjectPhrase {
  const hooks = stage.pod.containers.filter(({ preStop }) => preStop !== undefined).map(({ name }) => name);
  const [all] = /^(?:both|all) (?:the )?hooks\b/i.exec(words) ?? [];
  if (all !== undefined) return { subject: { containers: hooks, hook: true }, rest: words.slice(all.length).trim() };
  const [, ofAll] = /^(?:both|all) (?:the )?containers\b(.*)$/i.exec(words) ?? [];
  if (ofAll !== undefined) return { subject: { containers: runningIn(stage), hook: false }, rest: ofAll.trim() };
  const [, owner, ofHook] = /^(?:the )?([\w-]+(?: [\w-]+)?)'s hook\b(.*)$/i.exec(words) ?? [];
  if (owner !== undefined) return { subject: hookOf(whoIs(owner, stage)), rest: ofHook.trim() };
  const [, , itsHook] = /^(its|their) hook\b(.*)$/i.exec(words) ?? [];
  if (itsHook !== undefined) return { subject: hookOf(last.containers), rest: itsHook.trim() };
  const [, hook] = /^(?:the )?hook\b(.*)$/i.exec(words) ?? [];
  if (hook === undefined) return named(words, stage, last);
  return { subject: hookOf(hooks.length === 1 ? hooks : usualSubject(stage).containers), rest: hook.trim() };
}

function hookOf(containers: readonly string[]): Subject | undefined {
  return containers.length === 0 ? undefined : { containers, hook: true };
}

/** The longest name at the beginning that somebody bears. */
function named(words: string, stage: Stage, last: Subject): SubjectPhrase {
  const [, pronoun] = /^(?:it|which|that|they)\b(.*)$/i.exec(words) ?? [];
  if (pronoun !== undefined) return { subject: { ...last }, rest: pronoun.trim() };
  const parts = words.split(' ');
  for (let length = Math.min(4, parts.length - 1); length > 0; length--) {
    const containers = whoIs(parts.slice(0, length).join(' '), stage);
    if (containers.length > 0) return { subject: { containers, hook: false }, rest: parts.slice(length).join(' ') };
  }
  return { rest: words };
}
