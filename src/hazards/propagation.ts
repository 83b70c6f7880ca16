/** How long endpoints take to leave proxies and load balancers in a cluster that is not idle. */
export const PROPAGATION_MILLIS = 5_000;

/** Times are set in seconds: what a hook takes to start and to make its first call does not count against them. */
export const START_MILLIS = 500;
