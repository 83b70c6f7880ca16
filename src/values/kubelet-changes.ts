import { KubeletChange } from './kubernetes-features';

const PULLS = 'https://github.com/kubernetes/kubernetes/pull/';

/** Read in the source of each minor, and seen in recordings of 1.27.16, 1.28.15, 1.29.6, 1.29.15, 1.34.4 and 1.37.2. */
export const KUBELET_CHANGES = {
  hookTimeSubtracted: { firstMinor: 28, backports: {}, source: `${PULLS}115835` },
  sidecarsKnown: { firstMinor: 28, backports: {}, source: `${PULLS}116429` },
  sidecarsOrdered: { firstMinor: 29, backports: {}, source: `${PULLS}120620` },
  stoppedSidecarsSkipped: { firstMinor: 31, backports: { 29: 8, 30: 4 }, source: `${PULLS}125935` },
  zeroGraceHonoured: { firstMinor: 31, backports: { 30: 7 }, source: `${PULLS}124063` },
  sleepHookKnown: { firstMinor: 29, backports: {}, source: `${PULLS}119026` },
  sleepHookOn: { firstMinor: 30, backports: {}, source: `${PULLS}121940` },
} as const satisfies Record<string, KubeletChange>;
