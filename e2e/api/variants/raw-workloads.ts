import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Manifest } from '../server/client';

const HARDENED = {
  allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true,
  runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' },
};

/** A user's own pod that runs Envoy, without any shutdown manager. */
const POD_SPEC = {
  automountServiceAccountToken: false,
  containers: [{
    name: 'envoy', image: 'registry.example/edge/envoy-with-managers:v1.39.0',
    args: ['--config-path', '/etc/envoy/envoy.yaml'],
    ports: [{ containerPort: 10080, name: 'http' }],
    livenessProbe: { httpGet: { path: '/ready', port: 19003 }, periodSeconds: 10 },
    readinessProbe: { httpGet: { path: '/ready', port: 19003 } },
    resources: { limits: { memory: '1Gi' }, requests: { cpu: '0.2', memory: '512Mi' } },
    securityContext: HARDENED,
    volumeMounts: [{ mountPath: '/etc/envoy', name: 'config', readOnly: true }],
  }],
  securityContext: { runAsGroup: 65532, runAsNonRoot: true, runAsUser: 65532 },
  volumes: [{ configMap: { name: 'envoy' }, name: 'config' }],
};

const LABELS = { app: 'envoy' };

export const RAW_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Pod'];

/** A workload as an `ApiObject`, as `Include` and `Helm` make them too. */
export function rawWorkload(scope: Construct, kind: string, podSpec: Manifest = POD_SPEC): ApiObject {
  const template = { metadata: { labels: LABELS }, spec: podSpec };
  switch (kind) {
    case 'Pod': return new ApiObject(scope, kind, { apiVersion: 'v1', kind, ...template });
    case 'CronJob': return new ApiObject(scope, kind, { apiVersion: 'batch/v1', kind, spec: cronJobSpec(podSpec) });
    default: return new ApiObject(scope, kind, {
      apiVersion: 'apps/v1', kind,
      spec: { selector: { matchLabels: LABELS }, template, ...kind === 'StatefulSet' ? { serviceName: 'envoy' } : {} },
    });
  }
}

/** A job controller makes the labels of its pods itself. */
function cronJobSpec(podSpec: Manifest): Manifest {
  const template = { metadata: { annotations: { team: 'edge' } }, spec: { ...podSpec, restartPolicy: 'Never' } };
  return { schedule: '0 4 * * *', jobTemplate: { spec: { template } } };
}

/** The same pod with a manager that somebody put beside Envoy, as Envoy Gateway and Contour make it. */
export function podSpecWithManager(image: string, command: string): Manifest {
  const manager = {
    name: 'shutdown-manager', image, command: [command], args: ['envoy', 'shutdown-manager'],
    lifecycle: { preStop: { exec: { command: [command, 'envoy', 'shutdown'] } } },
    livenessProbe: { httpGet: { path: '/healthz', port: 19002 } },
    resources: { requests: { cpu: '10m', memory: '32Mi' } },
    securityContext: { ...HARDENED, readOnlyRootFilesystem: false },
  };
  return { ...POD_SPEC, containers: [...POD_SPEC.containers, manager] };
}
