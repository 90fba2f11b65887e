import { CfnOutput, DefaultStackSynthesizer, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { flattened } from '#infra/flow-run-access.ts';
import { edgeRegion } from './edge-stack.ts';

/** Issuer of the tokens with which a workflow proves its repository and environment. */
const issuer = 'token.actions.githubusercontent.com';

/** Roles of the CDK bootstrap for look-ups, asset uploads and stack changes. */
const deployers = ['lookup', 'file-publishing', 'deploy'];

/**
 * Rights of a repository's workflows without a stored key (rule DEPLOY-19). They may deploy from the GitHub environment
 * of the same name, and read the stack templates from the branch `main`. An account has at most one identity provider
 * for GitHub, so it is not created here.
 */
export class AccessStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    const { environment, githubRepository } = config;
    const role = (name: string, subject: string, statement: PolicyStatement, description: string) =>
      new Role(this, name, {
        description: `Fiducial: ${description}`,
        maxSessionDuration: Duration.hours(1),
        assumedBy: this.workflowOf(`repo:${githubRepository}:${subject}`),
        inlinePolicies: { rights: new PolicyDocument({ statements: [statement] }) },
      });
    const use = `deploys from the environment ${environment}`;
    const deploy = role('Deploy', `environment:${environment}`, this.assuming(deployers), use);
    new CfnOutput(this, 'DeployRoleArn', { value: deploy.roleArn });
    // The bootstrap's look-up role could read every object of the bucket and every variable of a function.
    const templates = this.arnsOfStacks(environment);
    const reading = new PolicyStatement({ actions: ['cloudformation:GetTemplate'], resources: templates });
    const diff = role('Diff', 'ref:refs/heads/main', reading, 'reads the templates of the stacks');
    for (const arn of templates)
      Validations.of(diff).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${flattened(this, arn)}]`,
        reason: 'Stacks of one environment. Their ARNs end in ids that are not known before the stacks exist.',
      });
    new CfnOutput(this, 'DiffRoleArn', { value: diff.roleArn });
  }

  /** Every stack of an environment, in this region and in the firewall's region. */
  private arnsOfStacks(environment: string): string[] {
    return [...new Set([this.region, edgeRegion])].map((region) =>
      this.formatArn({
        service: 'cloudformation',
        region,
        resource: 'stack',
        resourceName: `fiducial-${environment}-*`,
      }),
    );
  }

  private workflowOf(subject: string): WebIdentityPrincipal {
    const provider = this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer });
    return new WebIdentityPrincipal(provider, {
      StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: subject },
    });
  }

  /** In this region and in the firewall's region. */
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
