import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { allowFlowRuns } from '#infra/flow-run-access.ts';
import type { FunctionUnit } from '#infra/function-units.ts';
import { allowSearch, type SearchTarget } from '#infra/search-access.ts';
import { signInEnvironment } from '#infra/sign-in-settings.ts';
import type { ArtifactBucket } from './artifact-bucket.ts';
import type { DataTable } from './data-table.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Properties of an API function. */
export interface GroupFunctionProps extends Pick<ServiceFunctionProps, 'config' | 'environment'> {
  unit: FunctionUnit;
  code: CodeSource;
  table: DataTable;
  artifacts: ArtifactBucket;
  /** The signing seed and the first administrator's password. */
  secret: Secret;
  /** Where notes are searched; absent, the table is read instead. */
  search: SearchTarget | undefined;
}

/**
 * The Lambda of a group. It reads the table. It may write it only if one of its operations writes, except for the times
 * of last access and the limits of callers. It reads the secret only to sign.
 */
export class GroupFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, props: GroupFunctionProps) {
    const { unit } = props;
    super(scope, id, {
      config: props.config,
      description: `API, ${unit.name}: ${unit.routes.length} operations`,
      code: props.code(unit.group),
      environment: {
        ...props.environment,
        ...(unit.readsSecret ? { SECRET_ID: props.secret.secretArn, ...signInEnvironment(props.config) } : {}),
      },
      // One second below the gateway's limit, so that a slow request ends in a logged error.
      timeoutSeconds: 29,
    });
    if (unit.writes)
      props.table.grantReadWrite(this.role, { accounts: unit.writesAccounts, systemAudit: unit.writesSystemAudit });
    else props.table.grantRead(this.role);
    if (unit.notesAccess && !unit.writes) props.table.grantNotingAccess(this.role);
    if (!unit.writes) props.table.grantLimits(this.role);
    if (unit.readsSecret) {
      const { oidcClientSecretArn: ofClient } = props.config;
      const resources = [props.secret.secretArn, ...(ofClient === '' ? [] : [ofClient])];
      this.role.addToPrincipalPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
    }
    if (unit.objects.length > 0) props.artifacts.allow(this, unit.objects);
    if (unit.flowRuns.length > 0) allowFlowRuns(this, props.config, unit.flowRuns);
    if (unit.group === 'search' && props.search) allowSearch(this, props.search, 'search');
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Invoked synchronously by the gateway, so no asynchronous event can be lost.',
    });
  }
}
