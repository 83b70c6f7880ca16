import { CommandIo } from './io';

/** Tells how far a command is, for whoever waits. */
export interface Progress {
  /** Another document is done. */
  passed(findings: number): void;
  end(): void;
}

/** Quick runs say nothing. */
const QUIET_MILLIS = 2_000;
const EVERY_MILLIS = 200;

export function createProgress({ progress: show }: CommandIo, now: () => number = Date.now): Progress {
  if (!show) return { passed: () => undefined, end: () => undefined };
  let documents = 0;
  let next = now() + QUIET_MILLIS;
  let shown = false;
  return {
    passed: (findings) => {
      documents += 1;
      if (now() < next) return;
      next = now() + EVERY_MILLIS;
      shown = true;
      show(`${documents.toLocaleString('en')} documents, ${findings.toLocaleString('en')} findings`);
    },
    end: () => {
      if (shown) show('');
    },
  };
}
