import { refusal, shown } from '../values/errors';

const FACTORS: { [suffix: string]: number } = {
  'n': 1e-9, 'u': 1e-6, 'm': 1e-3,
  '': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'P': 1e15, 'E': 1e18,
  'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40, 'Pi': 2 ** 50, 'Ei': 2 ** 60,
};

const QUANTITY = /^\+?(\d+(?:\.\d*)?|\.\d+)(?:([eE][+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i))?$/;

const MEBIBYTE = 2 ** 20;

/** What a CPU quantity stands for, in thousandths of a core and rounded up as Kubernetes does. */
export function cpuMillis(quantity: unknown): number | undefined {
  return roundedUp(quantity, 1000);
}

/** What a memory quantity stands for, in bytes and rounded up as Kubernetes does. */
export function memoryBytes(quantity: unknown): number | undefined {
  return roundedUp(quantity, 1);
}

/** A memory quantity raised by some mebibytes, written in Mi and never rounded down. */
export function addMebibytes(quantity: unknown, mebibytes: number, place: string): string {
  const bytes = memoryBytes(quantity);
  if (bytes === undefined) {
    throw refusal({
      prop: 'memory', got: shown(quantity), must: `be a Kubernetes quantity (${place})`,
      because: 'the shutdown command\'s memory has to be added to it', fix: 'write for example 512Mi',
    });
  }
  return `${Math.ceil(bytes / MEBIBYTE) + mebibytes}Mi`;
}

/** Undefined for what is no quantity; YAML gives plain numbers as such. */
function roundedUp(quantity: unknown, perUnit: number): number | undefined {
  const match = QUANTITY.exec(typeof quantity === 'number' ? String(quantity) : typeof quantity === 'string' ? quantity : '');
  if (!match) return undefined;
  const [, digits, exponent = '', suffix = ''] = match;
  const amount = Number(digits + exponent) * FACTORS[suffix] * perUnit;
  return Number.isFinite(amount) ? ceiled(amount) : undefined;
}

/** Rounded up, but for what binary fractions add: 0.07 cores are 70 thousandths, not 71. */
function ceiled(amount: number): number {
  const nearest = Math.round(amount);
  return Math.abs(amount - nearest) < 1e-6 ? nearest : Math.ceil(amount);
}
