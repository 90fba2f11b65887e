import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from './config.ts';
import { stackMark } from './names.ts';

/**
 * The state machine has a name that is known in advance (rule DEPLOY-4). Its functions and the API's can have its ARN
 * without depending on it, which would be a cycle.
 */

/**
 * Name of the state machine of an environment. Step Functions deletes a state machine only after its last run, which a
 * worker may delay for a day, so the next stack uses another name.
 */
export const flowRunName = (scope: Construct, { environment }: Pick<DeploymentConfig, 'environment'>): string =>
  `fiducial-${environment}-flow-run-${stackMark(scope)}`;

/** ARN of the state machine in the stack's account and region. */
export const flowRunArn = (scope: Construct, config: DeploymentConfig): string =>
  arnOf(scope, 'stateMachine', flowRunName(scope, config));

const arnOf = (scope: Construct, resource: string, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });

/** What a function may do with executions of the state machine. */
export type FlowRunUse = 'start' | 'describe' | 'fail-token' | 'complete-token' | 'heartbeat';

/** A function that receives the state machine's ARN and rights. */
interface FlowRunUser extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
}

/** Sets `STATE_MACHINE_ARN` for a function and grants it the given uses. */
export function allowFlowRuns(user: FlowRunUser, config: DeploymentConfig, uses: readonly FlowRunUse[]): void {
  const machine = flowRunArn(user, config);
  const executions = arnOf(user, 'execution', `${flowRunName(user, config)}:*`);
  const rights: Record<FlowRunUse, { action: string; resource: string }> = {
    start: { action: 'states:StartExecution', resource: machine },
    // An execution's ARN ends in the run id, which is not known in advance.
    describe: { action: 'states:DescribeExecution', resource: executions },
    'fail-token': { action: 'states:SendTaskFailure', resource: machine },
    'complete-token': { action: 'states:SendTaskSuccess', resource: machine },
    heartbeat: { action: 'states:SendTaskHeartbeat', resource: machine },
  };
  user.lambda.addEnvironment('STATE_MACHINE_ARN', machine);
  for (const use of uses) {
    const { action, resource } = rights[use];
    user.role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  }
  if (!uses.includes('describe')) return;
  Validations.of(user.role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${flattened(user, executions)}]`,
    reason: 'Executions of one state machine. Their names are run ids, which are not known in advance.',
  });
}

interface Reference {
  Ref?: string;
  'Fn::GetAtt'?: [string, string];
}

function shown(part: string | Reference): string {
  if (typeof part === 'string') return part;
  if (part.Ref !== undefined) return `<${part.Ref}>`;
  return part['Fn::GetAtt'] ? `<${part['Fn::GetAtt'].join('.')}>` : JSON.stringify(part);
}

/** An ARN as cdk-nag's findings write it. */
export function flattened(scope: Construct, arn: string): string {
  const resolved: string | { 'Fn::Join': [string, (string | Reference)[]] } = Stack.of(scope).resolve(arn);
  return typeof resolved === 'string' ? resolved : resolved['Fn::Join'][1].map(shown).join('');
}
