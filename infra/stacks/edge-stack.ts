import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { edgeName } from '#infra/names.ts';

/** Firewalls of CloudFront live there and nowhere else. */
export const edgeRegion = 'us-east-1';

const outputName = 'FirewallArn';

/** The firewall before the distribution: it blocks an address that sends too many requests (rule DEPLOY-1). */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    const name = edgeName(config, 'firewall');
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // A sampled request shows its headers, and so the caller's token.
      sampledRequestsEnabled: false,
    });
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      description: 'Fiducial: requests a caller may send to the distribution',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(`${name}-requests`),
      rules: [
        {
          name: 'requests-per-address',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 300,
              limit: config.firewallRequestsPerFiveMinutes,
            },
          },
          visibilityConfig: metrics(`${name}-blocked`),
        },
      ],
    });
    new CfnOutput(this, outputName, { value: firewall.attrArn });
  }

  /**
   * The firewall's ARN for a stack of any region. Read from this stack's output at deployment: an export does not reach
   * beyond its region.
   */
  get firewallArn(): string {
    return Fn.getStackOutput(this.stackName, outputName, edgeRegion);
  }
}
