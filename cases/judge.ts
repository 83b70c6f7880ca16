import { CaseFile } from './case-file';
import { hazardDisagreements } from './hazards';
import { readStatement } from './reading/reader';
import { createStage } from './stage';

/** What comes of a case. */
export interface Verdict {
  readonly testCase: CaseFile;
  /** What the rules say otherwise. */
  readonly hazards: readonly string[];
  /** What simulations say otherwise. */
  readonly simulated: readonly string[];
  /** Clauses that were checked. */
  readonly checked: readonly string[];
  /** Clauses that nobody understood, and that say nothing for or against. */
  readonly notChecked: readonly string[];
}

export function judge(testCase: CaseFile): Verdict {
  const hazards = hazardDisagreements(testCase);
  const stage = testCase.simulate === undefined ? undefined : createStage(testCase);
  if (testCase.simulate === undefined || !stage) {
    return { testCase, hazards, simulated: [], checked: [], notChecked: [] };
  }
  const clauses = readStatement(testCase.simulate, testCase.kubernetes, stage);
  const understood = clauses.filter(({ check }) => check !== undefined);
  return {
    testCase,
    hazards,
    simulated: understood.flatMap(({ text, condition, check }) => {
      const problem = check!(stage, condition);
      return problem === undefined ? [] : [`'${text}': ${problem}`];
    }),
    checked: understood.map(({ text }) => text),
    notChecked: clauses.filter(({ check }) => check === undefined).map(({ text }) => text),
  };
}

/** Rules and simulations say what the case says, as far as it is understood. */
export function agrees({ hazards, simulated }: Verdict): boolean {
  return hazards.length === 0 && simulated.length === 0;
}

export function summaryOf(verdicts: readonly Verdict[]): string {
  const count = (holds: (verdict: Verdict) => boolean): string => `${verdicts.filter(holds).length} of ${verdicts.length}`;
  const clauses = verdicts.flatMap(({ checked }) => checked).length;
  const all = clauses + verdicts.flatMap(({ notChecked }) => notChecked).length;
  return [
    `hazards: ${count(({ hazards }) => hazards.length === 0)}`,
    `simulations: ${count(({ simulated }) => simulated.length === 0)}, ${clauses} of ${all} clauses checked`,
    `${count(agrees)} agree`,
  ].join('\n');
}
