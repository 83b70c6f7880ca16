import { Manifest } from '../pod/manifest';

/** A container with a variable set. */
export function envWith(container: Manifest, name: string, value: string): Manifest {
  const env: readonly Manifest[] = Array.isArray(container.env) ? container.env : [];
  const present = env.some((variable) => variable.name === name);
  const changed = env.map((variable) => (variable.name === name ? { name, value } : variable));
  return { ...container, env: present ? changed : [...env, { name, value }] };
}

/** A container with a flag of its arguments set, or added; one without a value is a switch. */
export function withFlag(container: Manifest, flag: string, value?: string): Manifest {
  const field = Array.isArray(container.args) || !Array.isArray(container.command) ? 'args' : 'command';
  const words: readonly unknown[] = Array.isArray(container[field]) ? container[field] : [];
  const written = value === undefined ? flag : `${flag}=${value}`;
  const index = words.findIndex((word) => isFlag(word, flag));
  if (index < 0) return { ...container, [field]: [...words, written] };
  // The value may be the next word.
  const apart = words[index] === flag && value !== undefined;
  const changed = apart ? [flag, value] : [written];
  return { ...container, [field]: [...words.slice(0, index), ...changed, ...words.slice(index + changed.length)] };
}

function isFlag(word: unknown, flag: string): boolean {
  return typeof word === 'string' && (word === flag || word.startsWith(`${flag}=`));
}
