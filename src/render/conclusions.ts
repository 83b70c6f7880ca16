import type { TerminationOutcome } from '../termination-event';
import { seconds, spanText } from '../values/durations';
import { listed } from '../values/errors';

/** The verdict in sentences. */
export function conclusionsOf(outcome: TerminationOutcome): string[] {
  const { envoySigtermEarliestMillis: earliest, envoySigtermLatestMillis: latest } = outcome;
  return [
    ...verdict(outcome),
    ...earliest === undefined || latest === undefined ? []
      : [`Envoy gets SIGTERM ${spanText(earliest, latest)} after the kubelet begins.`],
    ...outcome.openRequestsCutMillis === undefined ? []
      : [`A request that does not end is cut after ${seconds(outcome.openRequestsCutMillis)} s at the earliest.`],
    ...outcome.killedContainers.length > 0 ? [`Killed, in some runs at least: ${listed(outcome.killedContainers)}.`] : [],
    ...failedHooks(outcome),
    ...outcome.notKnown.length > 0
      ? [`Not known: what ${listed(outcome.notKnown)} does; what depends on it may be otherwise.`] : [],
  ];
}

function verdict({ losesRequests, certainLoss, losses, isKnown, envoyContainers }: TerminationOutcome): string[] {
  if (envoyContainers.length === 0) return ['No program here was recognised as an Envoy: nothing can be said of requests.'];
  if (!losesRequests) return [isKnown ? 'Nothing is lost.' : 'It is not known whether requests are lost.'];
  return [certainLoss ? 'Requests are lost:' : 'Requests may be lost:', ...losses.map((loss) => `  ${loss}`)];
}

function failedHooks({ failedHooks: containers, failedHooksAreHarmless }: TerminationOutcome): string[] {
  if (containers.length === 0) return [];
  const meaning = failedHooksAreHarmless ? 'it means nothing, the drain was complete' : 'the hook did not do its work';
  return [`FailedPreStopHook is reported for ${listed(containers)}: ${meaning}.`];
}
