import { Chart } from 'cdk8s';
import { KubernetesVersion } from '../../../src';
import { Level } from '../checks/pod-security';
import { Manifest } from '../server/client';

/** Something that a server must not take as it is. */
export interface RefusedCase {
  readonly id: string;
  readonly what: string;
  /** The first minor for which it makes sense. */
  readonly firstMinor?: number;
  /** The last minor that does not take it; later ones are not asked. */
  readonly lastMinor?: number;
  readonly level?: Level;
  /** What the library refuses at synthesis for that version, if it can be asked for it. */
  readonly atSynthesis?: (chart: Chart) => void;
  /** What is sent: made from what the library makes, which would not make this. */
  manifest(version: KubernetesVersion): Manifest;
}
