import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { FlowRunInput, FlowRunState, Orchestrator } from './port.ts';

/** Longest error and cause of a failed task (Step Functions API, SendTaskFailure). */
const limits = { error: 256, cause: 32_768 };

/**
 * How long a run that was seen running is assumed to run. A refused start checks the lock's holder, and hundreds of
 * starts may come at once, while Step Functions answers 15 of these requests a second (its quotas, DescribeExecution).
 */
const seenRunningMilliseconds = 1000;

const statuses: Record<string, FlowRunState['status']> = {
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'timed_out',
  ABORTED: 'aborted',
};

/**
 * The state machine on Step Functions. A run's execution has its `flow_run_id` as name, so that two starts make one
 * execution, and its ARN follows from the state machine's. Without that ARN every call fails.
 */
export function stepFunctions(machine: string | undefined, client: SFNClient = new SFNClient({})): Orchestrator {
  const machineArn = () => {
    if (machine === undefined) throw new Error('STATE_MACHINE_ARN is not set: no run can be reached');
    return machine;
  };
  let seen = { flowRunId: '', at: Number.NEGATIVE_INFINITY };
  const executionArn = (flowRunId: string) => `${machineArn().replace(':stateMachine:', ':execution:')}:${flowRunId}`;
  return {
    async start(input: FlowRunInput) {
      try {
        await client.send(
          new StartExecutionCommand({
            stateMachineArn: machineArn(),
            name: input.flow_run_id,
            input: JSON.stringify(input),
          }),
        );
      } catch (error) {
        // It was started before, and may have ended since.
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
    async describe(flowRunId) {
      if (seen.flowRunId === flowRunId && performance.now() - seen.at < seenRunningMilliseconds)
        return { status: 'running' };
      try {
        const found = await client.send(new DescribeExecutionCommand({ executionArn: executionArn(flowRunId) }));
        // Any other status, a redrive included, means that it is running.
        const status = statuses[found.status ?? ''] ?? 'running';
        if (status === 'running') seen = { flowRunId, at: performance.now() };
        const reason = [found.error, found.cause].filter(Boolean).join(': ');
        return reason ? { status, reason } : { status };
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return undefined;
        throw error;
      }
    },
    failToken: (taskToken, error, cause) =>
      ignoreEndedWait(
        client.send(
          new SendTaskFailureCommand({
            taskToken,
            error: error.slice(0, limits.error),
            cause: cause.slice(0, limits.cause),
          }),
        ),
      ),
    completeToken: (taskToken, output) =>
      ignoreEndedWait(client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))),
    heartbeat: (taskToken) => ignoreEndedWait(client.send(new SendTaskHeartbeatCommand({ taskToken }))),
  };
}

/** An ended token is not an error. */
async function ignoreEndedWait(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (failure) {
    const over = [TaskTimedOut, TaskDoesNotExist, InvalidToken].some((kind) => failure instanceof kind);
    if (!over) throw failure;
  }
}
