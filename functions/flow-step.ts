import type { Context as LambdaContext } from 'aws-lambda';
import type * as z from 'zod';
import type { Context } from '#shared/kernel/context.ts';
import { withRequestSignal } from '#shared/kernel/request-signal.ts';
import { meteredCall } from '#shared/limits/verbs/metered-call.ts';
import type { FlowRunInput } from '#shared/runs/orchestration/port.ts';
import { contextOf, runtime } from './runtime.ts';

/**
 * The handler of a step of the state machine: parses what the state hands over and calls the verb. What it throws is
 * the state's, whose Retry and Catch know errors by their names (docs/design/runs-and-workers.md#the-state-machine). A run goes
 * on after the request that started it, whose client may be gone. What it uses is counted for its project.
 */
export const flowStep =
  <Payload extends FlowRunInput, Answer>(
    schema: z.ZodType<Payload>,
    work: (ctx: Context, payload: Payload, lambda: LambdaContext) => Promise<Answer>,
  ) =>
  async (payload: unknown, lambda: LambdaContext): Promise<Answer> =>
    withRequestSignal(undefined, () => {
      const ctx = contextOf(runtime(), lambda.awsRequestId);
      const parsed = schema.parse(payload);
      const run = runOf(parsed);
      return meteredCall(ctx, (forProject) => forProject(run.projectId, () => work(ctx, parsed, lambda), run));
    });

/** The run that a step is about, as verbs name it. */
export const runOf = ({ project_id, execution_id, flow_run_id }: FlowRunInput) => ({
  projectId: project_id,
  executionId: execution_id,
  flowRunId: flow_run_id,
});
