import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnCertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { edgeName } from '#infra/names.ts';

/** CloudFront firewalls exist only in this region. */
export const edgeRegion = 'us-east-1';

const firewallOutput = 'FirewallArn';
const certificateOutput = 'CertificateArn';

/**
 * The resources that CloudFront needs in us-east-1: the firewall, which refuses or counts excess requests of an
 * address, separately for people, workers and logins (rule DEPLOY-17), and the certificate of the custom domain (rule
 * DEPLOY-22).
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
      // A sampled request would show its headers, including the caller's token.
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
      description: 'Fiducial: limits of requests to the distribution',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(`${name}-requests`),
      rules: [
        rule('logins-per-address', 0, config.firewallAuthRequestsPerFiveMinutes, pathsBelow('/api/auth/')),
        rule('workers-per-address', 1, config.firewallWorkerRequestsPerFiveMinutes, ofWorkers),
        // A worker without heartbeats loses its run, so open pages must not use up its share.
        rule('requests-per-address', 2, config.firewallRequestsPerFiveMinutes, {
          notStatement: { statement: ofWorkers },
        }),
      ],
    });
    new CfnOutput(this, firewallOutput, { value: firewall.attrArn });
  }

  /**
   * For the host of the public address. DNS validation in its zone proves ownership, and the deployment waits for it.
   */
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
   * The firewall's ARN for a stack of any region. It is read from this stack's output at deployment, since exports do
   * not cross regions.
   */
  get firewallArn(): string {
    return Fn.getStackOutput(this.stackName, firewallOutput, edgeRegion);
  }

  /** The certificate's ARN, read in the same way. */
  get certificateArn(): string {
    return Fn.getStackOutput(this.stackName, certificateOutput, edgeRegion);
  }
}

/** Matches paths with this prefix as CloudFront receives them. Percent-encoding does not bypass it. */
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
