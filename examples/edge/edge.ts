import { join } from 'path';
import { Chart } from 'cdk8s';
import { ServiceType } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
// In a project of your own: from 'cdk8s-envoy-proxy'.
import { DrainTiming, EnvoyBootstrap, EnvoyProxyDeployment, LoadBalancer } from '../../src';

/** An edge proxy with a configuration of its own, behind an AWS NLB with instance targets. */
export class EdgeChart extends Chart {
  public readonly proxy: EnvoyProxyDeployment;

  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'edge' });
    this.proxy = new EnvoyProxyDeployment(this, 'Proxy', {
      bootstrap: EnvoyBootstrap.fromFile(join(__dirname, 'envoy.yaml')),
      drainTiming: DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance()),
      replicas: 3,
    });
    this.proxy.exposeListeners({
      serviceType: ServiceType.LOAD_BALANCER,
      listeners: ['http'],
      annotations: { 'service.beta.kubernetes.io/aws-load-balancer-scheme': 'internet-facing' },
    });
  }
}
