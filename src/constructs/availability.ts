/** What proxies make on request; loaded when the first of them is asked for. */
export { autoscaler } from './autoscaling';
export { disruptionBudget } from './disruption-budget';
export { exposeListeners } from './expose-listeners';
export { ingressPolicy } from './ingress-policy';
export { spreadPods } from './topology-spread';
