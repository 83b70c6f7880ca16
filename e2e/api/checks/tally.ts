/** Counts what a run found, and says at once what is wrong. */
export class Tally {
  public passed = 0;
  public failed = 0;
  private readonly counts = new Map<string, number>();

  /** One check; without faults it has passed. */
  public check(name: string, faults: readonly string[]): void {
    if (faults.length === 0) {
      this.passed++;
      return;
    }
    this.failed++;
    console.log(`FAILED ${name}\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }

  /** Adds to one of the numbers of the report. */
  public count(what: string, amount = 1): void {
    this.counts.set(what, this.counted(what) + amount);
  }

  public counted(what: string): number {
    return this.counts.get(what) ?? 0;
  }
}
