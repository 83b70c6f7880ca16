import { brokenPromises } from '../support/broken-promises';

const SEEDS = Number(process.env.FUZZ_SEEDS ?? 20_000);
/** `FUZZ_FROM=4711 FUZZ_SEEDS=1` tries one again. */
const FIRST_SEED = Number(process.env.FUZZ_FROM ?? 1);
const CHUNK = 1_000;

describe('no manifest, however broken, breaks the command', () => {
  const chunks = Array.from({ length: Math.ceil(SEEDS / CHUNK) }, (_, index) => FIRST_SEED + index * CHUNK);

  test.each(chunks)('from seed %d on', (first) => {
    const end = Math.min(first + CHUNK, FIRST_SEED + SEEDS);
    const broken: string[] = [];
    for (let seed = first; seed < end; seed++) broken.push(...brokenPromises(seed));
    expect(broken).toEqual([]);
  });
});
