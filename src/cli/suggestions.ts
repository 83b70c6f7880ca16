/** Abbreviations that people and other tools use. */
const LONG_FORMS: { readonly [word: string]: readonly string[] } = {
  k8s: ['kubernetes'], lb: ['load', 'balancer'], output: ['format'], level: ['fail', 'on'], severity: ['fail', 'on'],
  gateway: ['envoy', 'gateway'], eg: ['envoy', 'gateway'],
};

/** More letters may be missing or wrong in a long name. */
const LETTERS_PER_MISTAKE = 3;

/** The name that somebody probably meant. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const abbreviated = names.find((name) => abbreviates(given, name));
  if (abbreviated !== undefined) return abbreviated;
  const [best] = names.map((name) => ({ name, mistakes: mistakesBetween(given, name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.max(given.length, name.length) / LETTERS_PER_MISTAKE)
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.name;
}

/** `--kube-version` stands for `--kubernetes-version`: each of its words begins one of the other's, in their order. */
function abbreviates(given: string, name: string): boolean {
  const words = wordsOf(given).flatMap((word) => LONG_FORMS[word] ?? [word]);
  const others = wordsOf(name);
  let next = 0;
  for (const word of words) {
    const found = others.findIndex((other, index) => index >= next && other.startsWith(word));
    if (found < 0) return false;
    next = found + 1;
  }
  return words.length > 0;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** Levenshtein's distance. */
function mistakesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index++) {
    const above = row;
    row = [index + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = above[column] + (one[index] === other[column] ? 0 : 1);
      row.push(Math.min(above[column + 1] + 1, row[column] + 1, replaced));
    }
  }
  return row[other.length];
}
