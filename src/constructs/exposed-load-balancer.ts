import { ApiObject, JsonPatch } from 'cdk8s';
import { Service, ServiceType, Workload } from 'cdk8s-plus-28';
import { askForReadinessGates } from './readiness-gates';
import { DrainTiming } from '../drain-timing';
import { ExposeListenersOptions } from '../expose-listeners-options';
import { LoadBalancer } from '../load-balancer';
import { secondsText } from '../values/durations';
import { refusal, shown } from '../values/errors';

interface Annotations {
  readonly [name: string]: string;
}

/** What a load balancer must fit to. */
export interface ExposedProxy {
  readonly workload: Workload;
  readonly drainTiming: DrainTiming;
  /** How long a rollout waits for a new pod, seconds. */
  readonly minReadySeconds: number;
  readonly minReadyProp: string;
}

/** What stands before a Service, and what the Service must say to get it. */
export interface ExposedLoadBalancer {
  readonly annotations: Annotations;
  /** Completes the Service, and asks for what must be there besides it. */
  complete(service: Service): void;
}

/**
 * The load balancer before a Service, held against the proxy's times: one that goes on sending for longer than a drain
 * holds loses requests at every deletion, one that begins later than a rollout waits loses them at every rollout.
 */
export function exposedLoadBalancer(
  proxy: ExposedProxy, type: ServiceType, options: ExposeListenersOptions,
): ExposedLoadBalancer {
  const loadBalancer = declared(proxy, type, options.loadBalancer);
  if (loadBalancer) {
    checkDetection(loadBalancer, proxy);
    checkRegistration(loadBalancer, proxy);
  }
  const service = loadBalancer && type === ServiceType.LOAD_BALANCER ? serviceOf(loadBalancer) : { annotations: {} };
  const loadBalancerClass = checkedClass(type, options.loadBalancerClass) ?? service.loadBalancerClass;
  return {
    annotations: merged(service.annotations, options.annotations ?? {}, loadBalancer),
    complete: (exposed) => {
      if (loadBalancerClass !== undefined) {
        ApiObject.of(exposed).addJsonPatch(JsonPatch.add('/spec/loadBalancerClass', loadBalancerClass));
      }
      if (loadBalancer?.readinessGates) askForReadinessGates(proxy.workload, loadBalancer.name);
    },
  };
}

function declared(proxy: ExposedProxy, type: ServiceType, asked: LoadBalancer | undefined): LoadBalancer | undefined {
  if (asked === undefined) return type === ServiceType.LOAD_BALANCER ? proxy.drainTiming._loadBalancer : undefined;
  if (asked instanceof LoadBalancer) return asked;
  throw refusal({
    prop: 'loadBalancer', got: shown(asked), must: 'be a LoadBalancer',
    because: 'its times are held against the drain', fix: 'use a factory of LoadBalancer',
  });
}

function checkDetection({ name, detection }: LoadBalancer, { drainTiming: { minDrainDuration } }: ExposedProxy): void {
  const missingMillis = detection.toMilliseconds() - minDrainDuration.toMilliseconds();
  if (missingMillis <= 0) return;
  throw refusal({
    prop: 'minDrainDuration', got: secondsText(minDrainDuration.toMilliseconds()),
    must: `be at least the detection time of ${name} (${secondsText(detection.toMilliseconds())}), ${secondsText(missingMillis)} more`,
    because: 'new connections that it still sends would be refused',
    fix: 'give the proxy a \'drainTiming\' of DrainTiming.forLoadBalancer',
  });
}

function checkRegistration({ name, registration }: LoadBalancer, proxy: ExposedProxy): void {
  const { minReadySeconds, minReadyProp } = proxy;
  const registrationSeconds = registration.toSeconds();
  if (minReadySeconds >= registrationSeconds) return;
  throw refusal({
    prop: minReadyProp, got: `${minReadySeconds}s`,
    must: `be at least the registration time of ${name} (${registrationSeconds}s), ${registrationSeconds - minReadySeconds}s more`,
    because: 'a rollout would take old pods away while new ones get no traffic yet',
    fix: 'leave it out with a \'drainTiming\' of DrainTiming.forLoadBalancer, raise it, or declare \'readinessGates\' where the load balancer has them',
  });
}

function serviceOf(loadBalancer: LoadBalancer): NonNullable<LoadBalancer['_service']> {
  if (loadBalancer._service) return loadBalancer._service;
  throw refusal({
    prop: 'loadBalancer', got: loadBalancer.name, must: `go with 'serviceType' (${ServiceType.LOAD_BALANCER}) ClusterIP or NodePort`,
    because: 'an Ingress makes it, and a Service of this type would get another load balancer with other times',
    fix: 'choose one of these types, or declare in \'loadBalancer\' what stands before this Service',
  });
}

/** @see https://kubernetes.io/docs/concepts/services-networking/service/#load-balancer-class */
const CLASS = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;

function checkedClass(type: ServiceType, asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined;
  if (typeof asked !== 'string' || !CLASS.test(asked)) {
    throw refusal({
      prop: 'loadBalancerClass', got: shown(asked), must: 'be a name like those of labels', because: 'the API server refuses others',
      fix: 'write for example service.k8s.aws/nlb',
    });
  }
  if (type === ServiceType.LOAD_BALANCER) return asked;
  throw refusal({
    prop: 'loadBalancerClass', got: asked, must: `go with 'serviceType' (${type}) LoadBalancer`,
    because: 'the API server refuses it for others', fix: 'leave it out',
  });
}

/** The user's own come on top; one that makes the load balancer another than the declared one is refused. */
function merged(own: Annotations, asked: Annotations, loadBalancer: LoadBalancer | undefined): Annotations {
  for (const [name, value] of Object.entries(own)) {
    if (asked[name] === undefined || asked[name] === value) continue;
    throw refusal({
      prop: 'annotations', got: `${name}: ${asked[name]}`, must: `be what ${loadBalancer!.name} was declared with (${value})`,
      because: 'the drain is as long as the declared one needs', fix: 'declare the health check with the LoadBalancer, or leave the annotation out',
    });
  }
  return { ...own, ...asked };
}
