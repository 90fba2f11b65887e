import { Stack } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyStatement, SessionTagsPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { projectTagKey } from '#shared/kernel/store/keys.ts';
import type { DataTable } from './data-table.ts';
import { OwnRightsRole } from './own-rights-role.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The roles by which API functions have the table for one project (rule AUTH-44): a session has the project as its tag, to which
 * the role's rights are bound. One only reads.
 */
export class ProjectRoles extends Construct {
  private readonly reader: OwnRightsRole;
  private readonly writer: OwnRightsRole;

  constructor(scope: Construct, id: string, table: DataTable) {
    super(scope, id);
    this.reader = this.role('Reader');
    this.writer = this.role('Writer');
    table.grantProject(this.reader, { writes: false });
    table.grantProject(this.writer, { writes: true });
  }

  /** Lets a function take sessions of one project, and tells it by which role. */
  allow({ role, lambda }: ServiceFunction, { writes }: { writes: boolean }): void {
    const { roleArn } = writes ? this.writer : this.reader;
    const actions = ['sts:AssumeRole', 'sts:TagSession'];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [roleArn] }));
    lambda.addEnvironment('PROJECT_ROLE_ARN', roleArn);
  }

  /**
   * A trust policy has too little room for the roles of all functions. It trusts roles of this deployment, which need the right
   * as well.
   */
  private role(id: string): OwnRightsRole {
    const { account, partition } = Stack.of(this);
    const trusted = new AccountRootPrincipal().withConditions({
      ArnLike: { 'aws:PrincipalArn': `arn:${partition}:iam::${account}:role/fiducial-*` },
      StringLike: { [`aws:RequestTag/${projectTagKey}`]: '?*' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': [projectTagKey] },
    });
    return new OwnRightsRole(this, id, {
      description: `Table, ${id === 'Reader' ? 'reads' : 'reads and writes'} of one project`,
      assumedBy: new SessionTagsPrincipal(trusted),
    });
  }
}
