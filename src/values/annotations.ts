/** On pods of our proxies, so that a new configuration rolls them. */
export const BOOTSTRAP_CHECKSUM_ANNOTATION = 'envoy-drain/bootstrap-checksum';
