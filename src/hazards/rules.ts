import type { HazardRule } from './rule';
import { loadBalancerUndeclared } from './rules/load-balancer-undeclared';

/** All rules, in the order in which their findings are told. */
export const HAZARD_RULES: readonly HazardRule[] = [
  loadBalancerUndeclared,
];
