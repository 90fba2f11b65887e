import { checkedWorkerRun, runIdOf } from '#shared/flows/verbs/prepare-run.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { invalid, type ServiceError } from '#shared/kernel/errors.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { withSimulatedValues } from '#shared/runs/rules/simulated-values.ts';
import { type ExecutionRecord, NO_FLOW_VERSION } from '#shared/runs/store/executions.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { simulatedValuesOf } from '#shared/runs/verbs/simulated-values.ts';
import { type NewRun, refuseWhileHeld, startRun } from '#shared/runs/verbs/start/start-run.ts';
import { nameOfStep, type PipelineSpec, tasksOf } from '../../rules/pipelines/spec.ts';
import { type CheckedPipeline, checkPipeline, type PipelineRequest, pipelineFlowName } from './check-pipeline.ts';

/**
 * Starts a pipeline as one run: its calibration steps are the stages, and its filters leave qubits out of later ones.
 * @throws ServiceError `invalid` with every problem; `conflict` naming the active run.
 */
export async function executePipeline(
  ctx: Orchestrated<ProjectContext>,
  request: PipelineRequest & { requestKey: string | undefined },
): Promise<{ run: Stored<ExecutionRecord>; checked: CheckedPipeline }> {
  if (request.requestKey === undefined) await refuseWhileHeld(ctx, request.chipId);
  const checked = await checkPipeline(ctx, request);
  const { spec, problems } = checked;
  if (!spec || problems.length > 0) throw refusedPipeline(problems);
  return { run: await startRun(ctx, await newRun(ctx, request, checked, spec)), checked };
}

async function newRun(
  ctx: ProjectContext,
  { chipId, requestKey }: PipelineRequest & { requestKey: string | undefined },
  { backend, planned }: CheckedPipeline,
  spec: PipelineSpec,
): Promise<NewRun> {
  const tags = [...new Set([...spec.tags, 'pipeline'])].sort();
  const common = {
    flowVersion: NO_FLOW_VERSION,
    name: spec.name,
    flowRunId: requestKey === undefined ? undefined : runIdOf(ctx, `pipeline ${spec.name}`, requestKey),
    note: {
      pipeline: {
        steps: spec.steps.map((step) => ({ type: step.type, name: nameOfStep(step), tasks: tasksOf(step) })),
      },
    },
  };
  if (!planned) {
    const parameters = { spec, chip_id: chipId, backend, tags };
    const run = await checkedWorkerRun(ctx, { flow: { name: pipelineFlowName, chipId, tags } }, parameters);
    return { ...common, flowName: pipelineFlowName, runner: 'worker', parameters, ...run };
  }
  const on = { projectId: ctx.projectId, chipId };
  const { simulatedValues } = await simulatedValuesOf(ctx, on, planned.request.simulatedValues);
  const plan = withSimulatedValues(planned.plan, simulatedValues);
  return {
    ...common,
    flowName: spec.name,
    runner: 'managed',
    parameters: { spec },
    backend,
    chipId,
    tags,
    plan,
    simulatedValues,
  };
}

function refusedPipeline(problems: CheckedPipeline['problems']): ServiceError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const ofRequest = ['chip_id', 'backend_name', 'spec'];
  return invalid(
    `The pipeline cannot be started: ${first?.path}: ${first?.message}${more}`,
    problems.map(({ path, message }) => ({
      path: ofRequest.includes(path) ? `body.${path}` : `body.spec.${path}`,
      message,
    })),
  );
}
