import { whoIs } from './subjects';
import { firstSeconds, runsFor } from '../event-check';
import { Stage } from '../stage';
import { Check, DRAIN_BEGINS, Subject } from './fact';
import { World } from '../../src/kubelet/world';

/** Words about how programs are set, or how two things relate, and how they are checked. */
export type RelationPhrase = readonly [RegExp, (match: RegExpExecArray, subject: Subject) => Check];

export const RELATIONS: readonly RelationPhrase[] = [
  [/^wants (\d+) s$/i, ([, seconds], { containers: [name] }) => ({ programs }) => {
    const wanted = programs[name].onSigterm.after.max / 1000;
    return Math.abs(wanted - Number(seconds)) <= 1 ? undefined : `${name} takes ${wanted} s after SIGTERM`;
  }],
  [/^(?:when )?the drain time(?: of)? (\d+) s is over$/i, ([, seconds]) => drainTimeIs(Number(seconds))],
  [/^the drain (?:duration|time)(?: of)? (\d+) s is not reached$/i, ([, seconds]) => (stage, condition) =>
    drainTimeIs(Number(seconds))(stage, condition) ?? everyRun(stage, (run, envoys) => {
      const closed = firstSeconds(run, { kinds: ['LISTENERS_CLOSED'] }, envoys[0]);
      return closed === undefined ? undefined : `the drain is over at ${closed} s`;
    })(stage, condition)],
  [/^the drain may take (\d+) s$/i, ([, seconds]) => ({ pod, hookProgram }) => {
    const timeouts = pod.containers.flatMap(({ name, preStop }) => (preStop?.kind === 'exec' ? hookProgram(name, preStop.command).steps : []))
      .flatMap((step) => (step.step === 'await-connections' ? [(step.wait.timeoutMillis ?? Infinity) / 1000] : []));
    return timeouts.includes(Number(seconds)) ? undefined : `the drain may take ${timeouts.join(', ')} s`;
  }],
  [/^when every response has carried the close signal$/i, () => (stage, condition) =>
    everyRun(stage, (run, envoys) => {
      const { drainStrategy, drainTimeMillis } = stage.programs[envoys[0]].envoy!;
      return drainStrategy === 'immediate' || drainedSeconds(run, envoys[0]) >= drainTimeMillis / 1000 - 1 ? undefined : 'the drain time is not over';
    })(stage, condition)],
  [/^(?:when )?a response carries the close signal with a chance of (\d+)\/(\d+)(?: = [\d.]+ ?%)?$/i, ([, part, whole]) => (stage, condition) =>
    drainTimeIs(Number(whole))(stage, condition) ?? everyRun(stage, (run, envoys) => {
      const drained = drainedSeconds(run, envoys[0]);
      const isGradual = stage.programs[envoys[0]].envoy!.drainStrategy === 'gradual';
      return isGradual && Math.abs(drained - Number(part)) <= 1 ? undefined : `${drained} s of the drain are over`;
    })(stage, condition)],
  [/^(?:which is )?when SIGKILL is due$/i, (_, { containers: [name] }) => (stage, condition) =>
    everyRun(stage, (run) => {
      const at = firstSeconds(run, { kinds: ['EXITED'] }, name);
      return at !== undefined && Math.abs(at - stage.pod.graceSeconds) <= 1 ? undefined : `${name} ends at ${at} s`;
    })(stage, condition)],
  [/^takes no new connections$/i, (_, { containers }) => ({ programs }) =>
    (containers.every((name) => programs[name].onSigterm.closesListeners) ? undefined : 'it goes on accepting after SIGTERM')],
  [/^(?:and )?goes on accepting$/i, () => (stage, condition) => everyRun(stage, (run, envoys) => {
    const [closed, term] = (['LISTENERS_CLOSED', 'SIGTERM'] as const).map((kind) => firstSeconds(run, { kinds: [kind] }, envoys[0]));
    return closed === undefined || (term !== undefined && closed >= term) ? undefined : `its listeners close at ${closed} s`;
  })(stage, condition)],
  [/^(?:envoy )?goes on running$/i, () => (stage, condition) => everyRun(stage, (run, envoys) => {
    const at = firstSeconds(run, { kinds: ['SIGTERM', 'EXITED'] }, envoys[0]);
    return at === undefined ? undefined : `Envoy ends at ${at} s`;
  })(stage, condition)],
  [/^(?:it is |stays )?unready for ever$/i, () => (stage, condition) => everyRun(stage, (run, envoys) =>
    (firstSeconds(run, { kinds: ['HEALTH_CHECKS_FAIL'] }) !== undefined && firstSeconds(run, { kinds: ['EXITED'] }, envoys[0]) === undefined
      ? undefined : 'Envoy does not stay unready'))(stage, condition)],
  [/^leaves (\/\S+) behind$/i, ([, file]) => (stage, condition) => everyRun(stage, ({ events }) =>
    (events.some(({ kind, detail }) => kind === 'READY_FILE_WRITTEN' && detail === file) ? undefined : `${file} is not written`),
  )(stage, { traffic: 'quiet', ...condition })],
  [/^instead of (\d+) s$/i, ([, seconds], { containers: [name] }) => ({ pod }) => {
    const hook = pod.containers.find((container) => container.name === name)?.preStop;
    return hook?.kind === 'exec' && new RegExp(`\\b${seconds}\\b`).test(hook.command.join(' ')) ? undefined : 'its hook does not say so';
  }],
  [/^ends when it likes$/i, (_, { containers: [name] }) => ({ programs }) =>
    (programs[name].known ? `${name} is a program that is known` : undefined)],
  [/^goes on until (\d+) s$/i, ([, seconds], { containers: [name] }) => (stage, condition) => everyRun(stage, (run) => {
    const at = firstSeconds(run, { kinds: ['SIGKILL'] }, name);
    return at === undefined || at >= Number(seconds) - 1 ? undefined : `${name} gets SIGKILL at ${at} s`;
  })(stage, condition)],
  [/^its requests fail from (\d+) s on$/i, ([, seconds]) => (stage, condition) => everyRun(stage, (run) => {
    const gone = firstSeconds(run, { kinds: ['EXITED'] }, whoIs('proxy', stage)[0]);
    const app = firstSeconds(run, { kinds: ['SIGTERM'] }, whoIs('app', stage)[0]);
    return gone !== undefined && Math.abs(gone - Number(seconds)) <= 1 && app !== undefined && app > gone ? undefined : `the proxy ends at ${gone} s`;
  })(stage, condition)],
  [/^answers requests that need the (.+) with errors$/i, ([, who]) => (stage, condition) => everyRun(stage, (run, envoys) => {
    const [companion, envoy] = [whoIs(who, stage)[0], envoys[0]].map((name) => firstSeconds(run, { kinds: ['EXITED'] }, name));
    return companion !== undefined && envoy !== undefined && companion < envoy ? undefined : `${who} does not end before Envoy`;
  })(stage, condition)],
  [/^the pod serves nothing for (\d+) s$/i, ([, seconds]) => (stage, condition) => everyRun(stage, (run, envoys) => {
    const back = firstSeconds(run, { kinds: ['RESTARTED'] }, envoys[0]);
    return back !== undefined && back >= Number(seconds) - 1 && back <= Number(seconds) + 4 ? undefined : `Envoy is back at ${back} s`;
  })(stage, condition)],
  [/^(?:the |its )?(?:image lacks|image has no|lacks) ([\w-]+)$|^([\w-]+) is missing$/i, ([, tool, other], { containers: [name] }) => ({ pod, hookProgram }) => {
    const hook = pod.containers.find((container) => container.name === name)?.preStop;
    const missing = hook?.kind === 'exec' ? hookProgram(name, hook.command).missing : undefined;
    return missing?.name === (tool ?? other) ? undefined : `${missing?.name ?? 'nothing'} is missing`;
  }],
  [/^answers when no connection is left$/i, () => ({ programs }) =>
    (Object.values(programs).some(({ endpoints }) => endpoints.some(({ answer }) => answer.kind === 'drains' && answer.wait.exitAt === 0))
      ? undefined : 'nobody answers when connections are gone')],
  [/^the reply to Envoy's hook comes after the write timeout of (\d+) s$/i, ([, seconds]) => (stage, condition) =>
    everyRun(stage, (run, envoys) => {
      const at = firstSeconds(run, { kinds: ['HOOK_FAILED'], detail: /EOF/ }, envoys[0]);
      return at !== undefined && at >= Number(seconds) ? undefined : 'the reply is not lost';
    })(stage, condition)],
  [/^FailedPreStopHook is reported$/i, () => (stage, condition) => everyRun(stage, (run) =>
    (firstSeconds(run, { kinds: ['HOOK_FAILED'] }) === undefined ? 'no hook fails' : undefined))(stage, condition)],
];

function everyRun(stage: Stage, problem: (run: World, envoys: readonly string[]) => string | undefined): Check {
  return (_, condition) => {
    const envoys = whoIs('envoy', stage);
    return runsFor(stage, condition).map((run) => problem(run, envoys)).find((found) => found !== undefined);
  };
}

function drainTimeIs(seconds: number): Check {
  return (stage) => {
    const times = whoIs('envoy', stage).map((name) => stage.programs[name].envoy!.drainTimeMillis / 1000);
    return times.includes(seconds) ? undefined : `the drain time is ${times.join(', ')} s`;
  };
}

/** From the begin of the drain to SIGTERM. */
function drainedSeconds(run: World, envoy: string): number {
  const [began, term] = [DRAIN_BEGINS, ['SIGTERM'] as const].map((kinds) => firstSeconds(run, { kinds }, envoy));
  return began === undefined || term === undefined ? NaN : term - began;
}
