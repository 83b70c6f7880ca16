import { refusal, shown } from './errors';

/** The absolute path of a program that a hook starts. */
export function checkedPath(prop: string, path: string): string {
  if (typeof path === 'string' && /^\/\S*[^\s/]$/.test(path)) return path;
  throw refusal({
    prop, got: shown(path), must: 'be the absolute path of a program',
    because: 'a hook has no shell and no PATH to find it, and fails at the first deletion',
    fix: 'write for example /usr/local/bin/envoy-gateway',
  });
}

/** What comes behind the last slash: a program without its directory, an image's repository without its registry. */
export function baseName(path = ''): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a text is an absolute directory in its shortest form: no `..`, no `.`, no slash too many. */
export function isDirectory(path: unknown): boolean {
  return typeof path === 'string' && /^(\/(?!\.{1,2}(\/|$))[^\s/]+)+$/.test(path);
}

/** Whether a text is the path of a URL, as the kubelet asks for it. */
export function isUrlPath(path: unknown): boolean {
  return typeof path === 'string' && /^\/\S*$/.test(path);
}
