import { IConstruct } from 'constructs';

/** Runs something; an error gets the path of the construct that is being made in front. */
export function withPath<Result>(scope: IConstruct, id: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    const path = [scope.node.path, id].filter((part) => part !== '').join('/');
    throw new Error(`[${path}] ${(error as Error).message}`, { cause: error });
  }
}
