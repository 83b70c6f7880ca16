import type { Declared } from './declared';
import type { PodStory } from './pod-story';

/** How bad a finding is: `error` loses requests in an ordinary termination, `warning` under a fault, `info` costs. */
export type Severity = 'error' | 'warning' | 'info';

/** A fact that manifests do not hold and that a user may declare. */
export type Fact = keyof Declared;

/** A danger, and how to see it. */
export interface HazardRule {
  /** A contract: tests, suppressions and users refer to it. */
  readonly id: string;
  /** The usual one; a finding may be milder. */
  readonly severity: Severity;
  /** The danger in a few words. */
  readonly title: string;
  /** What breaks for users. */
  readonly why: string;
  /** An imperative sentence. */
  readonly remedy: string;
  /** Where it happened, or where it is written down. */
  readonly sources: readonly string[];
  /** It looks at every pod; others only at pods with a proxy. */
  readonly anyPod?: true;
  /** Without it the rule says nothing. */
  readonly needs?: Fact;
  /** Whether what it needs would matter for a pod. */
  readonly concerns?: (story: PodStory) => boolean;
  readonly check: (story: PodStory, declared: Declared) => readonly Finding[];
}

/** What a rule found. */
export interface Finding {
  readonly message: string;
  /** JSON pointer in the document. */
  readonly pointer: string;
  readonly container?: string;
  /** Where it is milder than the rule's own. */
  readonly severity?: Severity;
}

/** A finding that belongs to a container, at one of its fields or at its own place. */
export function at(
  { name, pointer }: { readonly name: string; readonly pointer: string }, message: string, more: Partial<Finding> = {},
): Finding {
  return { message, pointer, container: name, ...more };
}
