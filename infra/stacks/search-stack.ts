import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { SearchDomain } from '#infra/constructs/search-domain.ts';

/**
 * The index of note events, if the environment has one (`search: managed`). The consumer that fills it and the group
 * that queries it are in the stack `service`, which depends on this one. The consumer creates the index at its first
 * batch.
 */
export class SearchStack extends Stack {
  readonly domain: SearchDomain;

  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    this.domain = new SearchDomain(this, 'Search', config);
    new CfnOutput(this, 'OpenSearchEndpoint', { value: this.domain.endpoint });
  }
}
