import type { Declared } from './declared';
import { createPodStory, PodStory } from './pod-story';
import type { Fact, Finding, HazardRule } from './rule';
import { HAZARD_RULES } from './rules';
import { isOnNodePorts } from './rules/load-balancer-undeclared';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { withoutIdentity } from '../upstream/envoy';

/** What rules say of a pod, whatever its object is called. */
export interface Verdict {
  readonly found: readonly { readonly rule: HazardRule; readonly finding: Finding }[];
  /** Rules that said nothing, for want of a fact. */
  readonly silent: readonly { readonly rule: HazardRule; readonly fact: Fact }[];
  /** A Service may send a load balancer's traffic to it, of which there is nothing to say before all are known. */
  readonly isReachable: boolean;
  readonly hasProxy: boolean;
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
  return { found, silent, isReachable, hasProxy: story.proxies.length > 0 };
}

/** What is reached on ports of its node is told at once. */
function mayBeBehindService({ envoys }: PodStory): boolean {
  return envoys.length > 0 && !envoys.some(isOnNodePorts);
}

/** Verdicts by what they depend on: a fleet has many pods that are alike but for their names. */
export class KnownVerdicts {
  private readonly verdicts = new Map<string, Verdict>();

  public of(pod: PodLifecycle, make: () => Verdict): Verdict {
    const key = keyOf(pod);
    const known = this.verdicts.get(key);
    if (known) return known;
    const verdict = make();
    if (this.verdicts.size >= MOST_KNOWN) this.verdicts.clear();
    this.verdicts.set(key, verdict);
    return verdict;
  }
}

/** Kinds of pods; they take some kilobytes each. */
const MOST_KNOWN = 500;

/** All of a pod but what nothing looks at: its object's name, its labels, and who its Envoy says that it is. */
function keyOf({ object, labels, containers, ...pod }: PodLifecycle): string {
  return JSON.stringify([object.kind, pod, containers.map((container) => {
    const { argv } = container;
    const rest = /(^|\/)envoy$/.test(argv[0] ?? '') ? withoutIdentity(argv) : argv;
    return rest === argv ? container : { ...container, argv: rest };
  })]);
}
