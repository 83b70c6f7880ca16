import { ContainerLifecycle, HttpGetLifecycle } from './pod-lifecycle';

/** The port that a GET asks; a name is that of a port of the same container. */
export function portOf({ ports }: ContainerLifecycle, { port }: HttpGetLifecycle): number | undefined {
  return typeof port === 'number' ? port : ports.find(({ name }) => name === port)?.containerPort;
}
