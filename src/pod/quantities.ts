import { refusal, shown } from '../values/errors';

const BYTES_PER_UNIT: { [suffix: string]: number } = {
  '': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'P': 1e15,
  'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40, 'Pi': 2 ** 50,
};

const MEBIBYTE = 2 ** 20;

/** A memory quantity raised by some mebibytes, written in Mi and never rounded down. */
export function addMebibytes(quantity: unknown, mebibytes: number, place: string): string {
  return `${Math.ceil(bytesOf(quantity, place) / MEBIBYTE) + mebibytes}Mi`;
}

function bytesOf(quantity: unknown, place: string): number {
  const match = /^(\d+(?:\.\d+)?)(?:([eE][+-]?\d+)|([kMGTP]|[KMGTP]i))?$/.exec(String(quantity));
  if (!match) {
    throw refusal({
      prop: 'memory', got: shown(quantity), must: `be a Kubernetes quantity (${place})`,
      because: 'the shutdown command\'s memory has to be added to it', fix: 'write for example 512Mi',
    });
  }
  const [, digits, exponent = '', suffix = ''] = match;
  return Number(digits + exponent) * BYTES_PER_UNIT[suffix];
}
