import { CONFIG_MAP_CASES, SERVICE_CASES } from './object-cases';
import { LAYOUT_CASES, MANAGER_CASES } from './pod-cases';
import { PROXY_CASES } from './proxy-cases';
import { RefusedCase } from './refused-case';

export const REFUSED_CASES: readonly RefusedCase[] = [
  ...LAYOUT_CASES, ...MANAGER_CASES, ...PROXY_CASES, ...SERVICE_CASES, ...CONFIG_MAP_CASES,
];
