import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import { CfnDomain } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import { type DeploymentConfig, searchDomainName } from '#infra/config.ts';
import { accountName } from '#infra/names.ts';
import { removalOf } from '#infra/removal.ts';

/** The logs that a domain writes. Audit logs need internal users, which this domain does not have. */
const logTypes = ['ES_APPLICATION_LOGS', 'SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'] as const;

/** Volume of each node. */
export const searchVolumeGigabytes = 10;

/** Nodes and zones. One zone is enough where search may be down for a while, since the table can rebuild the index. */
const layouts = {
  single: { instanceType: 't3.small.search', zones: 1 },
  'multi-az': { instanceType: 't3.medium.search', zones: 3 },
} as const;

/**
 * The OpenSearch domain of note events, version 2.19: encrypted, TLS and signed requests only. Its policy admits the
 * whole account, so the roles decide: only the consumer and the searching group have rights.
 */
export class SearchDomain extends Construct {
  readonly domain: CfnDomain;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    const layout = layouts[config.searchLayout];
    const severalZones = layout.zones > 1;
    const logs = logTypes.map((type) => [type, this.logGroup(type, config)] as const);
    const logPolicy = new ResourcePolicy(this, 'LogPolicy', {
      resourcePolicyName: accountName(this, config, 'search-logs'),
      policyStatements: [
        new PolicyStatement({
          principals: [new ServicePrincipal('es.amazonaws.com')],
          actions: ['logs:PutLogEvents', 'logs:CreateLogStream'],
          resources: logs.map(([, { logGroupArn }]) => logGroupArn),
        }),
      ],
    });
    // The higher-level construct would set its policies through extra Lambda functions.
    const domainName = searchDomainName(config.environment);
    this.domain = new CfnDomain(this, 'Domain', {
      domainName,
      engineVersion: 'OpenSearch_2.19',
      clusterConfig: {
        instanceType: layout.instanceType,
        instanceCount: layout.zones,
        dedicatedMasterEnabled: false,
        zoneAwarenessEnabled: severalZones,
        ...(severalZones ? { zoneAwarenessConfig: { availabilityZoneCount: layout.zones } } : {}),
      },
      ebsOptions: { ebsEnabled: true, volumeType: 'gp3', volumeSize: searchVolumeGigabytes },
      encryptionAtRestOptions: { enabled: true },
      nodeToNodeEncryptionOptions: { enabled: true },
      domainEndpointOptions: { enforceHttps: true, tlsSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
      softwareUpdateOptions: { autoSoftwareUpdateEnabled: true },
      logPublishingOptions: Object.fromEntries(
        logs.map(([type, { logGroupArn }]) => [type, { enabled: true, cloudWatchLogsLogGroupArn: logGroupArn }]),
      ),
      accessPolicies: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: ['es:ESHttpGet', 'es:ESHttpHead', 'es:ESHttpPost', 'es:ESHttpPut', 'es:ESHttpDelete'],
            // Built from the name, since the ARN would refer to the domain itself.
            resources: [
              Stack.of(this).formatArn({ service: 'es', resource: 'domain', resourceName: `${domainName}/*` }),
            ],
          }),
        ],
      }),
    });
    this.domain.node.addDependency(logPolicy);
    // Everything in it can be rebuilt from the table.
    this.domain.applyRemovalPolicy(RemovalPolicy.DESTROY);
    acknowledge(this.domain, {
      'AwsSolutions-OS1':
        'The functions are not in a VPC, where they would need gateways that cost more than the domain.',
      'AwsSolutions-OS3': 'Functions have no address of their own: requests are signed, and rights are with two roles.',
      'AwsSolutions-OS4': 'A small cluster without dedicated masters; its index can be rebuilt from the table.',
      ...(severalZones ? {} : { 'AwsSolutions-OS7': 'A small environment: the index is built again from the table.' }),
    });
  }

  /** URL of the domain. */
  get endpoint(): string {
    return `https://${this.domain.attrDomainEndpoint}`;
  }

  private logGroup(type: string, config: DeploymentConfig): LogGroup {
    return new LogGroup(this, type, {
      retention: config.logRetentionDays,
      removalPolicy: removalOf(config),
    });
  }
}

function acknowledge(domain: CfnDomain, reasons: Record<string, string>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(domain).acknowledge({ id, reason });
}
