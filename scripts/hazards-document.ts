import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import type { HazardRule } from '../src/hazards/rule';
import { HAZARD_RULES } from '../src/hazards/rules';

const EXAMPLES = join(__dirname, '..', 'examples', 'hazards');

/** An example of a rule, and what was declared with it. */
export interface HazardExample {
  readonly text: string;
  /** `key: value` of the comments at its head: `kubernetes`, `options`. */
  readonly header: { readonly [key: string]: string };
}

/** The firing or safe example of a rule; a rule without one has no place in the document. */
export function exampleOf(id: string, kind: 'firing' | 'safe'): HazardExample {
  const file = join(EXAMPLES, `${id}.${kind}.yaml`);
  if (!existsSync(file)) throw new Error(`'${id}' must have a ${kind} example: nobody learns from a rule without one; write ${file}`);
  const text = readFileSync(file, 'utf8');
  const header = Object.fromEntries([...text.matchAll(/^# (\w+): (.*)$/gm)].map(([, key, value]) => [key, value]));
  return { text, header };
}

/** The whole of HAZARDS.md. */
export function hazardsDocument(): string {
  return [
    HEAD,
    ['| rule | severity | danger |', '|---|---|---|', ...HAZARD_RULES.map(rowOf)].join('\n'),
    ...HAZARD_RULES.map(sectionOf),
    '',
  ].join('\n\n').trimEnd() + '\n';
}

const HEAD = `<!-- Made from src/hazards/rules and examples/hazards by npm run hazards: do not edit. -->

# Hazards

What \`envoy-drain lint\` and \`HazardReport\` find, why it matters, and what to do. \`error\`: requests are cut, or the pod hangs or is
refused, in an ordinary termination. \`warning\`: the same under a fault that does happen, or for some connections only, such as those
that stay open. \`info\`: noise or cost. A finding may be milder than its rule; a pipeline of one's own pods best fails on warnings too. Rules that need a fact which was not declared say nothing, and the report says which.

## Passing a rule over

Annotate the object, or its pod template, with the reason: \`envoy-drain/ignore-<rule>: "clients retry, agreed in OPS-12"\`. An annotation
without a reason, or of a rule that does not exist, is a finding itself. Facts can be declared by annotation too:
\`envoy-drain/load-balancer-detection: 90s\`, \`envoy-drain/grace-ceiling\`, \`envoy-drain/longest-request\`.`;

function rowOf({ id, severity, title }: HazardRule): string {
  return `| [\`${id}\`](#${id}) | ${severity} | ${title} |`;
}

const OPTIONS: { readonly [Fact in NonNullable<HazardRule['needs']>]: string } = {
  kubernetesVersion: 'the Kubernetes version (`--kubernetes-version`)',
  loadBalancerDetectionMillis: 'how long the load balancer takes to notice (`--load-balancer-detection`)',
  graceCeilingMillis: 'the longest time that the platform gives (`--grace-ceiling`)',
  longestRequestMillis: 'the longest request (`--longest-request`)',
};

function sectionOf(rule: HazardRule): string {
  const { id, severity, title, why, remedy, sources, needs, anyPod } = rule;
  for (const [part, value] of Object.entries({ title, why, remedy, sources: sources.join('') })) {
    if (value.trim() === '') throw new Error(`'${part}' of ${id} must be written: the document would have a hole; write it`);
  }
  return [
    `## ${id}`,
    `**${title}** (${severity}${anyPod ? ', any pod' : ''})`,
    why,
    `**Remedy.** ${remedy}`,
    ...needs ? [`Needs ${OPTIONS[needs]}.`] : [],
    `It fires for [this pod](examples/hazards/${id}.firing.yaml):`,
    fenced(exampleOf(id, 'firing').text),
    `and not for [this one](examples/hazards/${id}.safe.yaml):`,
    fenced(exampleOf(id, 'safe').text),
    `Sources: ${sources.map((source) => `<${source}>`).join(', ')}`,
  ].join('\n\n');
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}
