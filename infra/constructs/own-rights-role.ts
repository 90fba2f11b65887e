import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role that states its rights itself (rule DEPLOY-24). What is granted to any other role of CDK goes into a policy beside it: the
 * same rights, and one more of the resources that a stack can have.
 */
export class OwnRightsRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(scope: Construct, id: string, props: Omit<RoleProps, 'inlinePolicies'>) {
    const rights = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { rights } });
    this.rights = rights;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
