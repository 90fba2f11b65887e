import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from './config.ts';
import { stackMark } from './names.ts';

/**
 * The state machine by a name that is known beforehand (rule DEPLOY-4): its own functions and those of the API have its
 * ARN without depending on it, or everything would depend on everything.
 */

/**
 * Name of the state machine of an environment. Step Functions deletes one only when its last run has ended, which a worker
 * may put off for a day: the next stack's has another name.
 */
export const flowRunName = (scope: Construct, { environment }: Pick<DeploymentConfig, 'environment'>): string =>
  `fiducial-${environment}-flow-run-${stackMark(scope)}`;

/** ARN of the state machine, as a stack of its account and region sees it. */
export const flowRunArn = (scope: Construct, config: DeploymentConfig): string =>
  arnOf(scope, 'stateMachine', flowRunName(scope, config));

const arnOf = (scope: Construct, resource: string, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });

/** What a function may do with runs of the state machine. */
export type FlowRunUse = 'start' | 'describe' | 'fail-token' | 'complete-token' | 'heartbeat';

/** A function that gets the state machine's ARN and rights on its runs. */
interface FlowRunUser extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
}

/** Names the state machine to a function (`STATE_MACHINE_ARN`) and allows it its uses of this one. */
export function allowFlowRuns(user: FlowRunUser, config: DeploymentConfig, uses: readonly FlowRunUse[]): void {
  const machine = flowRunArn(user, config);
  const executions = arnOf(user, 'execution', `${flowRunName(user, config)}:*`);
  const rights: Record<FlowRunUse, { action: string; resource: string }> = {
    start: { action: 'states:StartExecution', resource: machine },
    // An execution's ARN ends in the id of the run, which is not known before there is one.
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
    reason: 'Executions of one state machine, whose names are the ids of runs that are yet to come.',
  });
}

/** An ARN in the words of cdk-nag's findings. */
export function flattened(scope: Construct, arn: string): string {
  const resolved: string | { 'Fn::Join': [string, (string | { Ref?: string })[]] } = Stack.of(scope).resolve(arn);
  if (typeof resolved === 'string') return resolved;
  const shown = (part: string | { Ref?: string }) =>
    typeof part === 'string' ? part : part.Ref === undefined ? JSON.stringify(part) : `<${part.Ref}>`;
  return resolved['Fn::Join'][1].map(shown).join('');
}
