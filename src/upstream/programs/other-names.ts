/** Proxies that are no Envoys, as timelines and findings call them. */
export const LINKERD_PROXY = 'linkerd-proxy';
export const CLOUD_SQL_PROXY = 'cloud-sql-proxy';
