import { seconds } from './words';
import type { TerminationOutcome } from '../termination-event';
import { listed } from '../values/errors';

/** The verdict in sentences. */
export function conclusionsOf(outcome: TerminationOutcome): string[] {
  const { envoySigtermEarliestMillis: earliest, envoySigtermLatestMillis: latest } = outcome;
  return [
    ...verdict(outcome),
    ...earliest === undefined || latest === undefined ? []
      : [`Envoy gets SIGTERM ${seconds(earliest)} to ${seconds(latest)} s after the hooks begin.`],
    ...outcome.killedContainers.length > 0 ? [`Killed: ${listed(outcome.killedContainers)}.`] : [],
    ...failedHooks(outcome),
    ...outcome.notKnown.length > 0
      ? [`Not known: what ${listed(outcome.notKnown)} does; what depends on it may be otherwise.`] : [],
  ];
}

function verdict({ losesRequests, certainLoss, losses }: TerminationOutcome): string[] {
  if (!losesRequests) return ['Nothing is lost.'];
  return [certainLoss ? 'Requests are lost:' : 'Requests may be lost:', ...losses.map((loss) => `  ${loss}`)];
}

function failedHooks({ failedHooks: containers, failedHooksAreHarmless }: TerminationOutcome): string[] {
  if (containers.length === 0) return [];
  const meaning = failedHooksAreHarmless ? 'it means nothing, the drain was complete' : 'the hook did not do its work';
  return [`FailedPreStopHook is reported for ${listed(containers)}: ${meaning}.`];
}
