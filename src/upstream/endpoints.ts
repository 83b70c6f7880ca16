import { Endpoint } from './behaviour';

/** Who answers a path on a port; a path that is known with its query counts before the one without. */
export function endpointAt(endpoints: readonly Endpoint[], port: number, path: string): Endpoint | undefined {
  const onPort = endpoints.filter((endpoint) => endpoint.port === port);
  return onPort.find((endpoint) => endpoint.path === path) ?? onPort.find((endpoint) => endpoint.path === path.split('?')[0]);
}
