/** Where the shutdown manager lives in the pod. */
export enum SidecarPlacement {
  /** `NATIVE` from Kubernetes 1.33 on, `SIBLING` on older and unknown versions. */
  AUTO = 'AUTO',

  /**
   * An init container with `restartPolicy: Always`: it starts before Envoy and ends after it.
   *
   * Needs Kubernetes 1.29.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  NATIVE = 'NATIVE',

  /** An ordinary container beside Envoy; nothing orders the two but their hooks. Works everywhere. */
  SIBLING = 'SIBLING',

  /**
   * The manager's program inside Envoy's own container: one hook, no second container, no
   * FailedPreStopHook event.
   *
   * Needs an image that holds both programs, or an image volume (Kubernetes 1.35); never chosen by `AUTO`.
   */
  ENVOY_CONTAINER = 'ENVOY_CONTAINER',
}
