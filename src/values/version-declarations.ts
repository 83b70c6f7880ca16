import { IConstruct } from 'constructs';
import { refusal, shown } from './errors';

/**
 * What was declared on a construct, and who below asked before anything was declared there.
 * Construct context would not do: it refuses values once children exist.
 */
interface Declarations<Version> {
  version?: Version;
  firstReaderPath?: string;
}

const DECLARATIONS = new WeakMap<IConstruct, Declarations<{ toString(): string }>>();

export function declareVersion<Version extends { toString(): string }>(
  scope: IConstruct, version: Version, isSame: (other: Version) => boolean,
): void {
  checkConstruct(scope);
  const declarations = declarationsOf(scope);
  const place = pathOf(scope);
  if (declarations.version !== undefined && !isSame(declarations.version as Version)) {
    throw refusal({
      prop: 'version', got: version.toString(),
      must: `be the version declared on '${place}' before (${declarations.version.toString()})`,
      because: 'one construct goes to one cluster', fix: 'declare the other one on a chart or construct of its own',
    });
  }
  if (declarations.version === undefined && declarations.firstReaderPath !== undefined) {
    throw refusal({
      prop: 'version', got: version.toString(),
      must: `be declared on '${place}' before '${declarations.firstReaderPath}' reads it`,
      because: 'that construct has already decided without it',
      fix: 'declare the version first, or give that construct a \'kubernetesVersion\' of its own',
    });
  }
  declarations.version ??= version;
}

/** The nearest declaration at or above a construct; marks the ones without as read. */
export function declaredVersion<Version>(reader: IConstruct): Version | undefined {
  checkConstruct(reader);
  for (let scope: IConstruct | undefined = reader; scope; scope = scope.node.scope) {
    const declarations = declarationsOf(scope);
    if (declarations.version !== undefined) return declarations.version as Version;
    declarations.firstReaderPath ??= pathOf(reader);
  }
  return undefined;
}

function checkConstruct(scope: IConstruct): void {
  if (typeof scope?.node?.path === 'string') return;
  throw refusal({
    prop: 'scope', got: shown(scope), must: 'be a construct',
    because: 'the version is in force for everything below it', fix: 'pass the app, a chart or another construct',
  });
}

function declarationsOf(scope: IConstruct): Declarations<{ toString(): string }> {
  let declarations = DECLARATIONS.get(scope);
  if (!declarations) DECLARATIONS.set(scope, declarations = {});
  return declarations;
}

function pathOf(scope: IConstruct): string {
  return scope.node.path || 'the app';
}
