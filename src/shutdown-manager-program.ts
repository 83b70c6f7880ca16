import { checkedImage } from './values/images';
import { checkedPath } from './values/paths';

/** How a program is found in an image volume. */
export interface ImageVolumeOptions {
  /**
   * Image whose files are mounted.
   *
   * @default - the shutdown manager's own image
   */
  readonly image?: string;

  /**
   * Absolute path of the program inside that image.
   *
   * @default - where the official image has it
   */
  readonly path?: string;
}

/** Where Envoy's container finds the manager's program, with the placement `ENVOY_CONTAINER`. */
export class ShutdownManagerProgram {
  /**
   * The program lies in Envoy's own image, which you built from both.
   *
   * Throws if the path is not absolute: a wrong one shows only at the first deletion.
   *
   * @param path absolute path of the program in Envoy's image
   */
  public static combinedImage(path: string): ShutdownManagerProgram {
    return new ShutdownManagerProgram(false, checkedPath('path', path));
  }

  /**
   * The manager's image is mounted read-only into Envoy's container.
   *
   * Needs Kubernetes 1.35 for every component and a runtime that supports it (containerd 2.1): an
   * older API server drops the volume without a word, and the first deletion loses requests.
   *
   * @see https://kubernetes.io/docs/concepts/storage/volumes/#image
   */
  public static imageVolume(options: ImageVolumeOptions = {}): ShutdownManagerProgram {
    const { path, image } = options ?? {};
    if (path !== undefined) checkedPath('path', path);
    if (image !== undefined) checkedImage('image', image);
    return new ShutdownManagerProgram(true, path, image);
  }

  private constructor(
    /** Whether an image volume brings it. */
    public readonly fromImageVolume: boolean,
    /**
     * Absolute path of the program in its image.
     *
     * @default - where the official image has it
     */
    public readonly path?: string,
    /**
     * Image of the volume.
     *
     * @default - the shutdown manager's own image
     */
    public readonly image?: string) {}
}
