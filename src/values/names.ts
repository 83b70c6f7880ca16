import { refusal, shown } from './errors';

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
const SUBDOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`);
const SERVICE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Annotations of this tool. */
export const ANNOTATION_PREFIX = 'envoy-drain/';

/** The rule that its value gives a reason to pass over comes behind it. */
export const IGNORE_PREFIX = `${ANNOTATION_PREFIX}ignore-`;

/** On pods of our proxies, so that a new configuration rolls them. */
export const BOOTSTRAP_CHECKSUM_ANNOTATION = `${ANNOTATION_PREFIX}bootstrap-checksum`;

/** On pods of an Envoy Gateway: the release that their patch was made for. */
export const ENVOY_GATEWAY_VERSION_ANNOTATION = `${ANNOTATION_PREFIX}envoy-gateway-version`;

/** The name of most objects: an RFC 1123 subdomain. */
export function checkedName(prop: string, name: string): string {
  if (typeof name === 'string' && SUBDOMAIN.test(name)) return name;
  throw refusal({
    prop, got: shown(name), must: 'be a Kubernetes name',
    because: 'no object can have another', fix: 'use lower-case letters, digits, dashes and single dots',
  });
}

/** The name of a Service: an RFC 1035 label, which starts with a letter. */
export function checkedServiceName(prop: string, name: string): string {
  if (typeof name === 'string' && SERVICE_NAME.test(name)) return name;
  throw refusal({
    prop, got: shown(name), must: 'be the name of a Service',
    because: 'it becomes a DNS label', fix: 'use at most 63 lower-case letters, digits and dashes, a letter first',
  });
}
