import { isObject, Manifest } from './manifest';

/** A Service, as far as it says how pods are reached. */
export interface ServiceLifecycle {
  readonly namespace?: string;
  readonly name?: string;
  readonly type: string;
  readonly selector: { readonly [label: string]: unknown };
}

/** The Services of a manifest; one without a selector picks no pods, and is left out. */
export function readServices(document: unknown): ServiceLifecycle[] {
  if (!isObject(document)) return [];
  const { kind, items } = document;
  if (typeof kind === 'string' && /^(Service)?List$/.test(kind) && Array.isArray(items)) {
    const inherited = kind === 'ServiceList' ? { kind: 'Service', apiVersion: 'v1' } : {};
    return items.flatMap((item: unknown) => readServices(isObject(item) ? { ...inherited, ...item } : item));
  }
  return kind === 'Service' && document.apiVersion === 'v1' ? serviceOf(document) : [];
}

function serviceOf({ metadata, spec }: Manifest): ServiceLifecycle[] {
  const selector: unknown = isObject(spec) ? spec.selector : undefined;
  if (!isObject(selector) || Object.keys(selector).length === 0) return [];
  const { namespace, name } = isObject(metadata) ? metadata : {} as Manifest;
  return [{ namespace, name, type: typeof spec.type === 'string' ? spec.type : 'ClusterIP', selector }];
}

/** Whether a Service sends traffic to pods with some labels. */
export function selects(
  { selector, namespace }: ServiceLifecycle, labels: { readonly [label: string]: string }, podNamespace?: string,
): boolean {
  return (namespace ?? 'default') === (podNamespace ?? 'default')
    && Object.entries(selector).every(([label, value]) => labels[label] === value);
}
