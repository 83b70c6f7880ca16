import { durationMillis } from '../arguments';
import { CommandLine } from '../behaviour';

/**
 * A setting of an Istio proxy: its own variable, else what the injector wrote into PROXY_CONFIG, else the annotation
 * that the injector reads.
 *
 * @see https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
 */
export function istioSetting({ env, annotations = {} }: CommandLine, name: string): string | undefined {
  const written = [env.PROXY_CONFIG, annotations['proxy.istio.io/config']]
    .map((text) => new RegExp(`(?<![\\w])"?${name}"?\\s*:\\s*["']?([\\w.]+)`).exec(text ?? '')?.[1]);
  return env[name] ?? written.find((value) => value !== undefined);
}

/** A duration in a variable, else in an annotation. */
export function durationSetting(
  { env, annotations = {} }: CommandLine, variable: string, annotation: string,
): number | undefined {
  return durationMillis(env[variable] ?? annotations[annotation] ?? '');
}

/** Whole seconds without a unit, as milliseconds. */
export function secondsSetting(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}
