import { SimulationInput } from './simulation';
import { DrainTiming } from '../drain-timing';
import { ShutdownManagerBehaviour } from '../shutdown-manager-behaviour';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { Endpoint, HookProgram, HookStep, ProgramBehaviour } from '../upstream/behaviour';
import { CONNECTION_POLL_MILLIS } from '../values/margins';

/** A shutdown manager of somebody's own, and what it says of itself. */
export interface DescribedManager {
  readonly containerName: string;
  readonly managerName: string;
  readonly parts: ShutdownManagerParts;
  readonly drainTiming: DrainTiming;
}

type Programs = Pick<SimulationInput, 'programs' | 'hookProgram'>;

/** Programs as they were recognised, but for the manager that describes itself. */
export function withDescribedManager(recognised: Programs, manager: DescribedManager): Programs {
  const { parts: { behaviour, drainCommand, waitCommand }, containerName } = manager;
  if (!behaviour) return recognised;
  const { programs } = recognised;
  const described = programs[containerName] !== undefined && !programs[containerName].envoy;
  const hooks: readonly (readonly [readonly string[] | undefined, HookProgram])[] = [
    [drainCommand, { program: manager.managerName, steps: drainSteps(behaviour, manager.drainTiming) }],
    [waitCommand, { program: `the wait for ${manager.managerName}`, steps: [WAIT] }],
  ];
  return {
    programs: described ? { ...programs, [containerName]: programOf(manager) } : programs,
    hookProgram: (container, command) => hooks.find(([own]) => own !== undefined && isSame(own, command))?.[1]
      ?? recognised.hookProgram(container, command),
  };
}

/** Not a file of any container: how its parts tell each other of the end is the manager's own affair. */
const DRAINED = 'the end of the drain';
const WAIT: HookStep = { step: 'wait-for-file', file: DRAINED, pollMillis: CONNECTION_POLL_MILLIS };

function drainSteps(behaviour: ShutdownManagerBehaviour, timing: DrainTiming): HookStep[] {
  const { failsHealthChecks = true, exitAtConnections = 0, pollInterval, shortestRun, longestRun } = behaviour;
  return [
    failsHealthChecks ? { step: 'fail-health-checks' } : { step: 'drain-listeners', graceful: true, skipExit: true },
    {
      step: 'await-connections',
      wait: {
        pollMillis: pollInterval?.toMilliseconds() ?? CONNECTION_POLL_MILLIS,
        minMillis: (shortestRun ?? timing.minDrainDuration).toMilliseconds(),
        timeoutMillis: (longestRun ?? timing.drainTimeout).toMilliseconds(),
        exitAt: exitAtConnections, counts: 'all',
      },
    },
    { step: 'write-file', file: DRAINED, failure: 'ignored' },
  ];
}

function programOf({ managerName, parts: { wait, healthPath, healthPort } }: DescribedManager): ProgramBehaviour {
  const endpoints: Endpoint[] = [];
  if (wait) {
    const answer = { kind: 'when-file', file: DRAINED, pollMillis: CONNECTION_POLL_MILLIS } as const;
    endpoints.push({ port: wait.port, path: wait.path, scheme: 'HTTP', answer });
  }
  if (healthPath !== undefined && healthPort !== undefined) {
    const answer = { kind: 'answers', afterMillis: 1, status: 200 } as const;
    endpoints.push({ port: healthPort, path: healthPath, scheme: 'HTTP', answer });
  }
  return {
    program: managerName, known: true, role: 'shutdown-manager', endpoints, loopbackOnly: false, listensAfter: { min: 0, max: 1_000 },
    onSigterm: {
      kind: 'exits', after: { min: 1, max: 100 }, code: 0,
      closesListeners: true, answersOpenRequests: true, drains: false,
    },
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}
