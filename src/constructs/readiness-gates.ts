import { ApiObject } from 'cdk8s';
import { Workload } from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { AWS_LOAD_BALANCER } from '../values/aws-load-balancer';
import { refusal, shown } from '../values/errors';

/** Why a namespace needs the label: the first proxy that asked for it. */
interface Asking {
  readonly path: string;
  readonly loadBalancer: string;
}

/** One walk over the app for all of its proxies. */
const ASKED = new WeakMap<IConstruct, Map<string, Asking>>();

/** Asks the Namespace of a proxy for the label that readiness gates need, where that Namespace is in the same app. */
export function askForReadinessGates({ node, metadata: { namespace } }: Workload, loadBalancer: string): void {
  if (namespace === undefined) return;
  let asked = ASKED.get(node.root);
  if (!asked) {
    const all = asked = new Map<string, Asking>();
    ASKED.set(node.root, all);
    node.root.node.addValidation({ validate: () => withoutLabel(node.root, all) });
  }
  if (!asked.has(namespace)) asked.set(namespace, { path: node.path, loadBalancer });
}

function withoutLabel(root: IConstruct, asked: ReadonlyMap<string, Asking>): string[] {
  const { readinessGateLabel: label, readinessGateValue } = AWS_LOAD_BALANCER;
  return root.node.findAll().flatMap((construct) => {
    if (!ApiObject.isApiObject(construct) || construct.kind !== 'Namespace') return [];
    const asking = asked.get(construct.name);
    if (!asking) return [];
    const value: unknown = construct.toJson().metadata?.labels?.[label];
    if (value === readinessGateValue) return [];
    return [refusal({
      prop: `metadata.labels['${label}']`, got: value === undefined ? 'nothing' : shown(value),
      must: `be '${readinessGateValue}' on Namespace '${construct.name}', since '${asking.path}' has declared readiness gates of ${asking.loadBalancer}`,
      because: 'without it nothing makes a rollout wait until new pods get traffic',
      fix: 'add the label, or leave \'readinessGates\' out, so that \'minReady\' waits',
    }).message];
  });
}
