import { SimulatedKind } from '../../src/kubelet/simulation';
import { Condition, Stage } from '../stage';

/** Checks something that a statement says; it answers what is otherwise. */
export type Check = (stage: Stage, condition: Condition) => string | undefined;

/** Something that happens to containers. */
export interface EventFact {
  readonly kinds: readonly SimulatedKind[];
  readonly subject: Subject;
  readonly time: Time;
  /** Part of the reason, where the statement names it. */
  readonly detail?: RegExp;
  /** It is told of runs only in which this comes first: a race decides whether it does. */
  readonly afterEndOf?: readonly string[];
}

export interface Subject {
  readonly containers: readonly string[];
  /** It is their hooks that it is about. */
  readonly hook: boolean;
}

/** When something happens, in seconds. */
export type Time =
  | { readonly kind: 'ever' }
  /** Every time of it lies there; where the traffic is not told, both ends are reached. */
  | { readonly kind: 'within'; readonly from: number; readonly to: number }
  /** If at all, not later. */
  | { readonly kind: 'by'; readonly to: number }
  /** This much later than something else, at the most. */
  | { readonly kind: 'with'; readonly event: EventFact; readonly within: number }
  | { readonly kind: 'after'; readonly event: EventFact };

/** A part of a statement: what it presupposes, and how it is checked; without a check it is not understood. */
export interface Clause {
  readonly text: string;
  readonly condition: Condition;
  readonly check?: Check;
}

/** When a container, or its hook, is over. */
export const HOOK_OVER: readonly SimulatedKind[] = ['HOOK_ENDED', 'HOOK_FAILED', 'HOOK_ABANDONED'];
export const DRAIN_BEGINS: readonly SimulatedKind[] = ['DRAIN_STARTED', 'HEALTH_CHECKS_FAIL'];
