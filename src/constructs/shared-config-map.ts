import { createHash } from 'crypto';
import { Chart } from 'cdk8s';
import { ConfigMap } from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';

/** A ConfigMap that proxies of one namespace share. */
export interface SharedConfigMap {
  readonly name: string;
  readonly data: { readonly [key: string]: string };
  /** Whether a change makes another one. */
  readonly immutable: boolean;
  readonly namespace?: string;
}

/** What changes when a text changes, short enough for a name. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The ConfigMap of the first who asked for it, else a new one. */
export function sharedConfigMap(scope: IConstruct, asked: SharedConfigMap, checksum: string): ConfigMap {
  const { name, data, immutable, namespace } = asked;
  const chart = Chart.of(scope);
  const configMaps = configMapsOf(scope.node.root);
  const key = JSON.stringify([namespace ?? chart.node.addr, checksum, immutable]);
  let configMap = configMaps.get(key);
  if (!configMap) {
    const id = immutable ? `${name}-${checksum.slice(0, 8)}` : name;
    configMap = new ConfigMap(chart, freeId(chart, id), {
      data,
      immutable: immutable ? true : undefined,
      metadata: namespace === undefined ? undefined : { namespace },
    });
    configMaps.set(key, configMap);
  }
  if (Chart.of(configMap) !== chart) chart.addDependency(Chart.of(configMap));
  return configMap;
}

const CONFIG_MAPS = new WeakMap<IConstruct, Map<string, ConfigMap>>();

function configMapsOf(root: IConstruct): Map<string, ConfigMap> {
  let configMaps = CONFIG_MAPS.get(root);
  if (!configMaps) CONFIG_MAPS.set(root, configMaps = new Map());
  return configMaps;
}

/** Two bootstraps of one name in a chart get numbers, in the order in which they are first used. */
function freeId(chart: Chart, id: string): string {
  let free = id;
  for (let number = 2; chart.node.tryFindChild(free); number++) free = `${id}-${number}`;
  return free;
}
