/** What proxies make on request: most apps need none of it, so that it is loaded when something is asked for. */
export function onRequest(): typeof import('./availability') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./availability');
}
