import { areAlike } from './alike';
import type { Declared } from './declared';
import { createPodStory, PodStory } from './pod-story';
import type { Fact, Finding, HazardRule } from './rule';
import { HAZARD_RULES } from './rules';
import { isOnNodePorts } from './rules/load-balancer-undeclared';
import { PodLifecycle } from '../pod/pod-lifecycle';

/** What rules say of a pod, whatever its object is called. */
export interface Verdict {
  readonly found: readonly { readonly rule: HazardRule; readonly finding: Finding }[];
  /** Rules that said nothing, for want of a fact. */
  readonly silent: readonly { readonly rule: HazardRule; readonly fact: Fact }[];
  /** A Service may send a load balancer's traffic to it, of which there is nothing to say before all are known. */
  readonly isReachable: boolean;
  readonly hasProxy: boolean;
  /** A proxy's hook does something that nobody knows, so that rules say less of it. */
  readonly isUnclear: boolean;
}

/** Asks all rules but those that are passed over. */
export function verdictOn(pod: PodLifecycle, known: Declared, suppressed: readonly string[]): Verdict {
  const story = createPodStory(pod, known.kubernetesVersion);
  const found: { rule: HazardRule; finding: Finding }[] = [];
  const silent: { rule: HazardRule; fact: Fact }[] = [];
  for (const rule of HAZARD_RULES) {
    if (suppressed.includes(rule.id) || (rule.anyPod !== true && story.proxies.length === 0)) continue;
    if (rule.needs === undefined || known[rule.needs] !== undefined) {
      for (const finding of rule.check(story, known)) found.push({ rule, finding });
    } else if (!rule.concerns || rule.concerns(story)) {
      silent.push({ rule, fact: rule.needs });
    }
  }
  const isReachable = known.loadBalancerDetectionMillis === undefined && mayBeBehindService(story);
  const isUnclear = story.envoys.some(({ hook }) => hook?.known === false);
  return { found, silent, isReachable, hasProxy: story.proxies.length > 0, isUnclear };
}

/** What is reached on ports of its node is told at once. */
function mayBeBehindService({ envoys }: PodStory): boolean {
  return envoys.length > 0 && !envoys.some(isOnNodePorts);
}

/** Verdicts on the kinds of pods that came last: a fleet has many pods that are alike but for their names. */
export class KnownVerdicts {
  private readonly known: { readonly pod: PodLifecycle; readonly verdict: Verdict }[] = [];

  public of(pod: PodLifecycle, make: () => Verdict): Verdict {
    const index = this.known.findIndex((each) => areAlike(each.pod, pod));
    if (index === 0) return this.known[0].verdict;
    const [found = { pod, verdict: make() }] = index > 0 ? this.known.splice(index, 1) : [];
    this.known.unshift(found);
    if (this.known.length > MOST_KNOWN) this.known.pop();
    return found.verdict;
  }
}

/** More would take longer to compare with than rules save. */
const MOST_KNOWN = 100;
