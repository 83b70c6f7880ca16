import { declaredOn } from './declarations';
import type { Declared } from './declared';
import { createLoadBalancers, ReachablePod } from './exposure';
import type { Fact, Finding, HazardRule } from './rule';
import { HAZARD_RULES } from './rules';
import type { HazardFinding, HazardSeverity, UndeclaredFact } from '../hazard-finding';
import { loadBalancerUndeclared } from './rules/load-balancer-undeclared';
import { isSuppressed, suppressedRules } from './suppression';
import { KnownVerdicts, verdictOn } from './verdict';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { readPods } from '../pod/read';
import { readServices } from '../pod/services';
import { refusal, shown } from '../values/errors';
import { checkedFields, withoutUndefined } from '../values/objects';
import { checkReason } from '../values/texts';

/** What a judge needs to know besides what is declared. */
export interface JudgeOptions {
  readonly envoyGatewayVersion?: string;
  /** Reasons, by the id of a rule that is passed over everywhere. */
  readonly ignore?: { readonly [rule: string]: string };
}

/** Takes manifests one by one, so that nobody has to hold all of them. */
export interface Judge {
  /** How many manifests were added, those that could not be read included. */
  readonly documents: number;
  /** How many pods were judged. */
  readonly pods: number;
  /** How many of them have an Envoy or another proxy that is known. */
  readonly proxied: number;
  /** How many have an Envoy whose hook is not understood. */
  readonly unclear: number;
  /** What is found in the next manifest. Throws for a field of a wrong type. */
  add(manifest: unknown): readonly HazardFinding[];
  /** Pointers, in the manifest that was added last, of what may be told of at the end. */
  awaited(): readonly string[];
  /** What can be told only after the last manifest. */
  finish(): readonly HazardFinding[];
  /** Facts that would have let rules say more. */
  undeclared(): readonly UndeclaredFact[];
}

export function createJudge(declared: Declared, options: JudgeOptions = {}): Judge {
  const reachable: ReachablePod[] = [];
  const loadBalancers = createLoadBalancers();
  const missing = new Map<Fact, Set<string>>();
  const ignore = checkedIgnore(options.ignore ?? {});
  let documents = 0;
  let pods = 0;
  let proxied = 0;
  let unclear = 0;
  const verdicts = new KnownVerdicts();
  const judged = (pod: PodLifecycle, document: number): HazardFinding[] => {
    pods += 1;
    const { object, labels, annotations, pointer } = pod;
    const { found, silent, isReachable, hasProxy, isUnclear } = verdicts.of(pod, () =>
      verdictOn(pod, declaredOn(pod, declared), suppressedRules(pod, ignore)));
    if (hasProxy) proxied += 1;
    if (isUnclear) unclear += 1;
    if (isReachable) reachable.push({ object, labels, annotations, pointer, document });
    for (const { rule, fact } of silent) missing.set(fact, (missing.get(fact) ?? new Set()).add(rule.id));
    return found.map(({ rule, finding }) => reported(rule, finding, pod, document));
  };
  return {
    add: (manifest) => {
      const document = documents;
      documents += 1;
      loadBalancers.add(readServices(manifest));
      return readPods(manifest as never, options).flatMap((pod) => judged(pod, document));
    },
    awaited: () => {
      const last = documents - 1;
      const pointers: string[] = [];
      for (let pod = reachable.length - 1; reachable[pod]?.document === last; pod--) {
        pointers.push(reachable[pod].pointer);
      }
      return pointers;
    },
    finish: () => reachable.filter((pod) => !isSuppressed(loadBalancerUndeclared.id, pod, ignore))
      .flatMap((pod) => loadBalancers.before(pod)
        .map((finding) => reported(loadBalancerUndeclared, finding, pod, pod.document))),
    undeclared: () => [...missing].map(([fact, rules]) => ({ fact: FACT_NAMES[fact], rules: [...rules].sort() })),
    get documents() {
      return documents;
    },
    get pods() {
      return pods;
    },
    get unclear() {
      return unclear;
    },
    get proxied() {
      return proxied;
    },
  };
}

/** A misspelt rule would silently pass nothing over. */
function checkedIgnore(ignore: { readonly [rule: string]: string }): { readonly [rule: string]: string } {
  for (const [id, reason] of Object.entries(checkedFields('ignore', ignore))) {
    if (!HAZARD_RULES.some((rule) => rule.id === id)) {
      throw refusal({
        prop: 'ignore', got: shown(id), must: 'name a rule', because: 'it would change nothing', fix: 'take the id from HAZARDS.md',
      });
    }
    checkReason(`ignore.${id}`, reason);
  }
  return ignore;
}

/** As the options are called. */
const FACT_NAMES: { readonly [Name in Fact]-?: string } = {
  kubernetesVersion: 'kubernetesVersion',
  loadBalancerDetectionMillis: 'loadBalancerDetection',
  graceCeilingMillis: 'graceCeiling',
  longestRequestMillis: 'longestRequest',
};

function reported(
  rule: HazardRule, finding: Finding, { object }: Pick<PodLifecycle, 'object'>, document: number,
): HazardFinding {
  return withoutUndefined<HazardFinding>({
    rule: rule.id,
    severity: (finding.severity ?? rule.severity) as HazardSeverity,
    message: finding.message,
    remedy: rule.remedy,
    object,
    container: finding.container,
    pointer: finding.pointer,
    document,
  });
}
