import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

const TEMPLATE = readFileSync(join(__dirname, 'lint-documents.yaml'), 'utf8');

/** As many proxies of Envoy Gateway, each with its Service, all with names of their own. */
export function proxiesAndServices(count: number): string {
  return Array.from({ length: count }, (_, number) => one(number)).join('');
}

/** The same with a file for each pair. */
export function writeAsFiles(folder: string, count: number): void {
  mkdirSync(folder);
  for (let number = 0; number < count; number++) writeFileSync(join(folder, `${number}.yaml`), one(number));
}

function one(number: number): string {
  return TEMPLATE.replaceAll('NUMBER', String(number).padStart(5, '0'));
}
