import { CfnOutput, DefaultStackSynthesizer, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { edgeRegion } from './edge-stack.ts';

/** Who signs the tokens by which a workflow says which repository and environment it runs for. */
const issuer = 'token.actions.githubusercontent.com';

/** Roles of the CDK's bootstrap: what reads an account, what uploads assets, and what changes stacks. */
const readers = ['lookup'];
const deployers = [...readers, 'file-publishing', 'deploy'];

/**
 * What a repository's workflows may do, without a key that anybody keeps: deploy from the GitHub environment of the same name, and
 * compare from a pull request (rule DEPLOY-19). The account has the identity provider of GitHub already, since it has one at most.
 */
export class AccessStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    const { environment, githubRepository } = config;
    const role = (name: string, subject: string, bootstrapRoles: readonly string[], description: string) =>
      new Role(this, name, {
        description: `Fiducial: ${description}`,
        maxSessionDuration: Duration.hours(1),
        assumedBy: this.workflowOf(`repo:${githubRepository}:${subject}`),
        inlinePolicies: {
          bootstrap: new PolicyDocument({ statements: [this.assuming(bootstrapRoles)] }),
        },
      }).roleArn;
    new CfnOutput(this, 'DeployRoleArn', {
      value: role('Deploy', `environment:${environment}`, deployers, `deploys from the environment ${environment}`),
    });
    new CfnOutput(this, 'DiffRoleArn', {
      value: role('Diff', 'pull_request', readers, 'compares a pull request with what is deployed'),
    });
  }

  private workflowOf(subject: string): WebIdentityPrincipal {
    const provider = this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer });
    return new WebIdentityPrincipal(provider, {
      StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: subject },
    });
  }

  /** In this region and where the firewall stands. */
  private assuming(bootstrapRoles: readonly string[]): PolicyStatement {
    const qualifier = this.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
    const nameOf = (kind: string, region: string) => `cdk-${qualifier}-${kind}-role-${this.account}-${region}`;
    const regions = [...new Set([this.region, edgeRegion])];
    const names = regions.flatMap((region) => bootstrapRoles.map((kind) => nameOf(kind, region)));
    return new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['sts:AssumeRole'],
      resources: names.map((resourceName) =>
        this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName }),
      ),
    });
  }
}
