import type { ProjectContext } from '../../kernel/context.ts';
import { invalid, notInProject } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { flowKeys } from '../../kernel/store/keys.ts';
import { type ExecutionRecord, getExecution } from '../../runs/store/executions.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { onlyTaskOf } from '../../runs/verbs/only-task.ts';
import { type NewRun, refuseWhileHeld, startRun } from '../../runs/verbs/start/start-run.ts';
import { getFlow, getFlowVersion, ifFlowStands } from '../store/flows.ts';
import { checkedWorkerRun, chipNamed, managedRun, runIdOf } from './prepare-run.ts';
import { executeTask } from './prepare-task.ts';
import { sourceOf } from './read-flow.ts';

type Ctx = Orchestrated<ProjectContext>;

/** How an execution is to be run again. */
export interface ReExecution {
  executionId: string;
  /** Must be the execution's own, if given. */
  flowName?: string | undefined;
  /** Over the parameters of the execution. */
  overrides: Record<string, unknown>;
  /** The original version, else the present flow. */
  sameVersion: boolean;
  requestKey?: string | undefined;
}

/**
 * Runs a flow again as an execution ran it: its original version and parameters, on its chip, resolved anew. The new
 * execution names the old one in its note.
 * @throws ServiceError `not-found` for the execution; `invalid` for another flow, a version that is gone, an execution
 * of one repeated task, or a plan that no longer fits the chip; `conflict` naming the active run.
 */
export async function reExecute(ctx: Ctx, request: ReExecution): Promise<Stored<ExecutionRecord>> {
  const { executionId, flowName, overrides, requestKey } = request;
  const source = await getExecution(ctx.db, ctx.projectId, executionId);
  if (!source) throw notInProject('Run', executionId, ctx.projectId);
  if (flowName !== undefined && flowName !== source.flowName)
    throw invalid(`Run '${executionId}' ran flow '${source.flowName}', not '${flowName}'`);
  if (source.past) throw invalid(`Run '${executionId}' was made without the service: start its flow instead`);
  const { source_task_id: repeated, repeats, source_execution_id: whole } = source.note;
  if (typeof repeated === 'string')
    throw invalid(`Run '${executionId}' ran one task again: re-execute task result '${repeated}'`);
  if (repeats !== undefined)
    throw invalid(`Run '${executionId}' ran the ${repeats} tasks of run '${whole}' again: re-execute run '${whole}'`);
  const taskName = onlyTaskOf(source);
  if (taskName !== undefined) {
    const { chipId, backend } = source;
    if (requestKey === undefined) await refuseWhileHeld(ctx, chipId);
    const flowRunId = requestKey === undefined ? undefined : runIdOf(ctx, `execution ${executionId}`, requestKey);
    const note = { source_execution_id: executionId };
    return executeTask(ctx, {
      taskName,
      chipId,
      backend,
      parameters: { ...source.parameters, ...overrides },
      persist: source.persist,
      flowRunId,
      note,
    });
  }
  const version = await versionOf(ctx, source, request.sameVersion);
  // The original chip and tags, which may have come from the flow and not from the parameters.
  const flow = { name: source.flowName, chipId: source.chipId, tags: source.tags };
  const parameters = { ...source.parameters, ...overrides };
  if (requestKey === undefined) await refuseWhileHeld(ctx, chipNamed(parameters, source.chipId));
  const found = { flow, source: sourceOf(version) };
  const planned =
    version.runner === 'managed'
      ? await managedRun(ctx, found, parameters, 'parameter_overrides')
      : await checkedWorkerRun(ctx, found, parameters);
  return startRun(ctx, {
    flowName: source.flowName,
    flowVersion: version.version,
    name: source.name,
    runner: version.runner,
    parameters,
    claimTimeoutSeconds: request.sameVersion ? source.claimTimeoutSeconds : version.claimTimeoutSeconds,
    // A run that kept its values apart does so again; else the version decides, unless it is the original one.
    persist: request.sameVersion ? source.persist : (source.persist ?? version.persist),
    flowRunId: requestKey === undefined ? undefined : runIdOf(ctx, `execution ${executionId}`, requestKey),
    note: { source_execution_id: executionId },
    addWrites: request.sameVersion ? undefined : whileFlowStands(ctx, source),
    ...planned,
  });
}

async function versionOf(ctx: Ctx, source: ExecutionRecord, same: boolean) {
  const { executionId, flowName, flowVersion } = source;
  const requestedVersion = same ? flowVersion : (await getFlow(ctx.db, ctx.projectId, flowName))?.version;
  if (requestedVersion === undefined) throw flowDeleted(source);
  const version = await getFlowVersion(ctx.db, ctx.projectId, flowName, requestedVersion);
  if (!version)
    throw invalid(
      `Version ${requestedVersion} of flow '${flowName}', which run '${executionId}' ran, no longer exists`,
    );
  return version;
}

const flowDeleted = ({ executionId, flowName }: ExecutionRecord) =>
  invalid(`Flow '${flowName}', which run '${executionId}' ran, was deleted`);

/** A run by the present flow does not begin if that is deleted meanwhile. */
const whileFlowStands =
  ({ projectId }: Ctx, source: ExecutionRecord): NewRun['addWrites'] =>
  (transaction) =>
    transaction.check(flowKeys.flow(projectId, source.flowName), ifFlowStands, () => flowDeleted(source));
