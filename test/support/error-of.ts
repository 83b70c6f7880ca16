/** What an attempt is refused with; an attempt that succeeds fails the test. */
export function errorOf(attempt: () => unknown): Error {
  try {
    attempt();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}
