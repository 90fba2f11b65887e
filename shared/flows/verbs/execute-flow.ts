import type { ProjectContext } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { flowKeys } from '../../kernel/store/keys.ts';
import type { ExecutionRecord } from '../../runs/store/executions.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { type NewRun, refuseWhileHeld, startRun } from '../../runs/verbs/start/start-run.ts';
import { ifFlowStands } from '../store/flows.ts';
import { chipNamed, type FlowRun, plannedRun } from './prepare-run.ts';
import { readFlow } from './read-flow.ts';
import { unknownFlow } from './unknown-flow.ts';

type Ctx = Orchestrated<ProjectContext>;

/**
 * Starts a run of a flow (rule FLOW-4): its document is resolved on the chip now, so that later edits of either do not
 * affect the run. The chip is the flow's unless `parameters.chip_id` names another. A worker's flow waits for a worker
 * to claim it.
 * @throws ServiceError `not-found`; `invalid` for parameters that do not fit, an unknown chip, or a flow that no longer
 * fits its chip; `conflict` naming the active run.
 */
export async function executeFlow(ctx: Ctx, run: FlowRun): Promise<Stored<ExecutionRecord>> {
  const found = await readFlow(ctx, run.name);
  // A plan costs many times what the lock does. A repeat finds the run of the first request, which may hold it.
  if (run.requestKey === undefined && run.flowRunId === undefined)
    await refuseWhileHeld(ctx, chipNamed({ ...found.source.defaultParameters, ...run.parameters }, found.flow.chipId));
  const planned = await plannedRun(ctx, run, found);
  return startRun(ctx, { ...planned, addWrites: whileFlowStands(ctx, run) });
}

/**
 * The further writes of a run, which begins only while its flow exists: a flow that is deleted meanwhile starts
 * nothing.
 */
const whileFlowStands =
  ({ projectId }: ProjectContext, { name, addWrites }: FlowRun): NewRun['addWrites'] =>
  (transaction, execution) => {
    addWrites?.(transaction, execution);
    transaction.check(flowKeys.flow(projectId, name), ifFlowStands, () => unknownFlow(name, projectId));
  };
