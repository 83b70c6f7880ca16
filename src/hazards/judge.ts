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
  return new ManifestJudge(declared, options);
}

class ManifestJudge implements Judge {
  public documents = 0;
  public pods = 0;
  public proxied = 0;
  public unclear = 0;

  private readonly ignore: { readonly [rule: string]: string };
  private readonly reachable: ReachablePod[] = [];
  private readonly loadBalancers = createLoadBalancers();
  private readonly missing = new Map<Fact, Set<string>>();
  private readonly verdicts = new KnownVerdicts();

  public constructor(private readonly declared: Declared, private readonly options: JudgeOptions) {
    this.ignore = checkedIgnore(options.ignore ?? {});
  }

  public add(manifest: unknown): readonly HazardFinding[] {
    const document = this.documents;
    this.documents += 1;
    this.loadBalancers.add(readServices(manifest));
    return readPods(manifest as never, this.options).flatMap((pod) => this.judged(pod, document));
  }

  public awaited(): readonly string[] {
    const pointers: string[] = [];
    for (let pod = this.reachable.length - 1; this.reachable[pod]?.document === this.documents - 1; pod--) {
      pointers.push(this.reachable[pod].pointer);
    }
    return pointers;
  }

  public finish(): readonly HazardFinding[] {
    return this.reachable.filter((pod) => !isSuppressed(loadBalancerUndeclared.id, pod, this.ignore))
      .flatMap((pod) => this.loadBalancers.before(pod)
        .map((finding) => reported(loadBalancerUndeclared, finding, pod, pod.document)));
  }

  public undeclared(): readonly UndeclaredFact[] {
    return [...this.missing].map(([fact, rules]) => ({ fact: FACT_NAMES[fact], rules: [...rules].sort() }));
  }

  private judged(pod: PodLifecycle, document: number): HazardFinding[] {
    const { object, labels, annotations, pointer } = pod;
    const { found, silent, isReachable, hasProxy, isUnclear } = this.verdicts.of(pod, () =>
      verdictOn(pod, declaredOn(pod, this.declared), suppressedRules(pod, this.ignore)));
    this.pods += 1;
    if (hasProxy) this.proxied += 1;
    if (isUnclear) this.unclear += 1;
    if (isReachable) this.reachable.push({ object, labels, annotations, pointer, document });
    for (const { rule, fact } of silent) this.missing.set(fact, (this.missing.get(fact) ?? new Set()).add(rule.id));
    return found.map(({ rule, finding }) => reported(rule, finding, pod, document));
  }
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
