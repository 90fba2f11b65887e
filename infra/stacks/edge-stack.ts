import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnCertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { edgeName } from '#infra/names.ts';

/** Firewalls of CloudFront live there and nowhere else. */
export const edgeRegion = 'us-east-1';

const firewallOutput = 'FirewallArn';
const certificateOutput = 'CertificateArn';

/**
 * What CloudFront takes from us-east-1 alone: the firewall before the distribution, which refuses or counts what an address sends too
 * much of, apart for people, workers and logins (rule DEPLOY-17), and the certificate of its own name (rule DEPLOY-22).
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    if (config.firewallRequestsPerFiveMinutes > 0) this.makeFirewall(config);
    if (config.hostedZoneId !== '') this.makeCertificate(config);
  }

  private makeFirewall(config: DeploymentConfig): void {
    const name = edgeName(config, 'firewall');
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // A sampled request shows its headers, and so the caller's token.
      sampledRequestsEnabled: false,
    });
    const rule = (
      ruleName: string,
      priority: number,
      limit: number,
      scopeDownStatement: CfnWebACL.StatementProperty,
    ) => ({
      name: ruleName,
      priority,
      action: config.firewallMode === 'block' ? { block: { customResponse: { responseCode: 429 } } } : { count: {} },
      statement: {
        rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit, scopeDownStatement },
      },
      visibilityConfig: metrics(`${name}-${ruleName}`),
    });
    const ofWorkers = pathsBelow('/api/workers/');
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      description: 'Fiducial: requests a caller may send to the distribution',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(`${name}-requests`),
      rules: [
        rule('logins-per-address', 0, config.firewallAuthRequestsPerFiveMinutes, pathsBelow('/api/auth/')),
        rule('workers-per-address', 1, config.firewallWorkerRequestsPerFiveMinutes, ofWorkers),
        // A worker that is refused its heartbeats loses its run: pages that are open use up nothing of its share.
        rule('requests-per-address', 2, config.firewallRequestsPerFiveMinutes, {
          notStatement: { statement: ofWorkers },
        }),
      ],
    });
    new CfnOutput(this, firewallOutput, { value: firewall.attrArn });
  }

  /** Of the host of the public address, which its zone shows to be ours: the deployment waits for that. */
  private makeCertificate({ hostedZoneId, publicUrl }: DeploymentConfig): void {
    const domainName = new URL(publicUrl).hostname;
    const certificate = new CfnCertificate(this, 'Certificate', {
      domainName,
      validationMethod: 'DNS',
      domainValidationOptions: [{ domainName, hostedZoneId }],
      keyAlgorithm: 'EC_prime256v1',
    });
    new CfnOutput(this, certificateOutput, { value: certificate.ref });
  }

  /**
   * The firewall's ARN for a stack of any region. Read from this stack's output at deployment: an export does not reach
   * beyond its region.
   */
  get firewallArn(): string {
    return Fn.getStackOutput(this.stackName, firewallOutput, edgeRegion);
  }

  /** The certificate's ARN in the same way. */
  get certificateArn(): string {
    return Fn.getStackOutput(this.stackName, certificateOutput, edgeRegion);
  }
}

/** Requests whose path begins so, as CloudFront receives it: a percent sign in it hides nothing. */
const pathsBelow = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});
