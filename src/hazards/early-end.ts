import type { ContainerStory } from './container-story';

/** Its hook ends at once in failure, of which another finding tells. */
export function isEndingEarly({ hook }: ContainerStory): boolean {
  return hook?.fails === true;
}
