import { readFileSync } from 'fs';
import { join } from 'path';

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageFolder(__dirname), 'package.json'), 'utf8')).version;
}

/** The build puts all of the command in one file, which is not where this one was. */
function packageFolder(folder: string): string {
  return folder.replace(/[/\\](?:lib|src)[/\\]cli(?:[/\\]formats)?$/, '');
}
