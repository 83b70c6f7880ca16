import { Check, DRAIN_BEGINS } from './fact';
import { whoIs } from './subjects';
import { firstSeconds, runsFor } from '../event-check';

/** Shorter than this, a drain tells hardly anybody. */
const HARDLY_SECONDS = 1;

/** No drain, or one that begins when Envoy ends. */
export const withoutDrain: Check = (stage, condition) => {
  const [envoy] = whoIs('envoy', stage);
  const drained = runsFor(stage, condition).map((run) => {
    const began = firstSeconds(run, { kinds: DRAIN_BEGINS }, envoy);
    const term = firstSeconds(run, { kinds: ['SIGTERM'] }, envoy);
    return began === undefined || term === undefined ? 0 : term - began;
  });
  const longest = Math.max(...drained);
  return longest < HARDLY_SECONDS ? undefined : `Envoy drains for ${longest} s`;
};
