/** The name of the container that runs Envoy, where nothing else is asked for. */
export const envoyContainerName = 'envoy';

/** The name of the shutdown manager's container, as Envoy Gateway and Contour name it too. */
export const shutdownManagerContainerName = 'shutdown-manager';
