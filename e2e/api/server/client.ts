import { Agent, request } from 'https';

/** What an API server sent back; warnings as it wrote them, without code and agent. */
export interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: Manifest;
}

/** What a manifest holds is known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are whatever YAML holds
export type Manifest = { readonly [field: string]: any };

interface Resource {
  readonly path: string;
  readonly namespaced: boolean;
}

const REQUEST_MILLIS = 20_000;

/** Speaks to one API server on loopback. */
export class ApiClient {
  private readonly agent: Agent;
  private readonly groups = new Map<string, Promise<ReadonlyMap<string, Resource>>>();

  constructor(private readonly port: number, private readonly token: string, certificates: Buffer) {
    this.agent = new Agent({ keepAlive: true, ca: certificates });
  }

  /** Creates an object; with dry run nothing is kept, but defaulting, validation and admission are the real ones. */
  public async create(manifest: Manifest, namespace: string, options: { dryRun: boolean }): Promise<Answer> {
    const resource = await this.resourceOf(manifest);
    if (!resource) throw new Error(`the server does not know ${manifest.apiVersion} ${manifest.kind}`);
    const path = resource.namespaced ? resource.path.replace('{namespace}', namespace) : resource.path;
    const dryRun = options.dryRun ? '&dryRun=All' : '';
    return this.send('POST', `${path}?fieldValidation=Strict${dryRun}`, manifest);
  }

  public async isServed(manifest: Manifest): Promise<boolean> {
    return await this.resourceOf(manifest) !== undefined;
  }

  public async send(method: string, path: string, body?: Manifest): Promise<Answer> {
    const payload = body && JSON.stringify(body);
    const json = 'application/json';
    const headers = {
      Authorization: `Bearer ${this.token}`,
      Accept: json,
      ...payload === undefined ? {} : { 'Content-Type': json, 'Content-Length': Buffer.byteLength(payload) },
    };
    return new Promise((resolve, reject) => {
      const call = request({
        host: '127.0.0.1', port: this.port, path, method, headers, agent: this.agent, timeout: REQUEST_MILLIS,
      }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({
          status: response.statusCode ?? 0, warnings: warningsOf(response.rawHeaders), body: parsed(chunks),
        }));
        response.on('error', reject);
      });
      call.on('timeout', () => call.destroy(new Error(`no answer to ${method} ${path} in ${REQUEST_MILLIS} ms`)));
      call.on('error', reject);
      call.end(payload);
    });
  }

  private async resourceOf({ apiVersion, kind }: Manifest): Promise<Resource | undefined> {
    let group = this.groups.get(apiVersion);
    if (!group) this.groups.set(apiVersion, group = this.discover(apiVersion));
    return (await group).get(kind);
  }

  private async discover(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { status, body } = await this.send('GET', root);
    const resources = new Map<string, Resource>();
    for (const { name, kind, namespaced } of status === 200 ? body.resources : []) {
      if (name.includes('/')) continue; // a subresource such as pods/exec
      resources.set(kind, { path: `${root}/${namespaced ? 'namespaces/{namespace}/' : ''}${name}`, namespaced });
    }
    return resources;
  }
}

function parsed(chunks: readonly Buffer[]): Manifest {
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return { message: text };
  }
}

/** `299 - "words"`, one header each; Node would join them. */
function warningsOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders
    .filter((_, index) => index % 2 === 1 && rawHeaders[index - 1].toLowerCase() === 'warning')
    .map((value) => /^\d+ \S+ (".*")$/.exec(value)?.[1] ?? JSON.stringify(value))
    .map((quoted) => JSON.parse(quoted) as string);
}
