import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

/** A JSON schema, as far as it is changed here. */
interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: { readonly [field: string]: Schema };
  readonly format?: string;
}

interface OpenApi {
  readonly definitions: { readonly [name: string]: Schema };
}

const WANTED = { 'deployment-apps-v1': 'io.k8s.api.apps.v1.Deployment', 'service-v1': 'io.k8s.api.core.v1.Service' };

/**
 * Writes the strict schemas of Deployments and Services, made of the OpenAPI document in the module of Kubernetes that
 * building an API server (`npm run e2e:api`) leaves in Go's cache. Undefined where there is none.
 *
 * @returns the template by which kubeconform finds them
 */
export function strictSchemas(folder: string): string | undefined {
  const document = openApiDocument();
  if (document === undefined) return undefined;
  const { definitions }: OpenApi = JSON.parse(readFileSync(document, 'utf8'));
  mkdirSync(folder);
  const strict = Object.fromEntries(Object.entries(definitions)
    .map(([name, schema]) => [name, strictly(name, schema)]));
  writeFileSync(join(folder, '_definitions.json'), JSON.stringify({ definitions: strict }));
  for (const [file, name] of Object.entries(WANTED)) {
    writeFileSync(join(folder, `${file}.json`), JSON.stringify({ $ref: `_definitions.json#/definitions/${name}` }));
  }
  return join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
}

function openApiDocument(): string | undefined {
  const { stdout } = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' });
  const modules = join((stdout ?? '').trim(), 'k8s.io');
  if (!existsSync(modules)) return undefined;
  return readdirSync(modules).filter((name) => name.startsWith('kubernetes@')).sort().reverse()
    .map((name) => join(modules, name, 'api', 'openapi-spec', 'swagger.json')).find((file) => existsSync(file));
}

/** Fields that nobody knows are refused, and what may be a number or a text may be either. */
function strictly(name: string, schema: Schema): Schema {
  if (/\.(IntOrString|Quantity)$/.test(name)) return { oneOf: [{ type: 'string' }, { type: 'number' }] };
  return schema.properties === undefined ? schema : { ...schema, additionalProperties: false };
}
