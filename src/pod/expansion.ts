/** Variables by name; `undefined` for those whose value stands in another object. */
export type Variables = ReadonlyMap<string, string | undefined>;

/** Command lines hold no more: https://man7.org/linux/man-pages/man2/execve.2.html (MAX_ARG_STRLEN) */
const LONGEST = 128 * 1024;

/**
 * Resolves `$(VAR)` as Kubernetes does: `$$` stands for one `$`, so that `$$(VAR)` is not resolved, and
 * what is not known stays as it is written.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/third_party/forked/golang/expansion/expand.go
 */
export function expanded(text: string, variables: Variables): string {
  if (!text.includes('$')) return text;
  const result = text.replace(/\$(?:\$|\(([^)]*)\))/g, (written, name?: string) => {
    if (name === undefined) return '$';
    return variables.get(name) ?? written;
  });
  // each variable may hold the one before it twice
  return result.length > LONGEST ? result.slice(0, LONGEST) : result;
}
