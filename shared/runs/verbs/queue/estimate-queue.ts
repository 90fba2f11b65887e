import { nowOf, type ProjectReads } from '../../../kernel/context.ts';
import { batchGetItems, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys } from '../../../kernel/store/keys.ts';
import { runInTheWay } from '../../rules/lock.ts';
import { ESTIMATED_FROM_RUNS, estimateStarts, pausedUntil, usualSeconds } from '../../rules/queue.ts';
import { decodeSummary, executionEntity } from '../../store/executions.ts';
import type { QueueAndLock } from './change-queue.ts';

/** When each waiting start is expected to begin (rule RUN-20); undefined where that is unknown. */
export async function estimateQueue(
  ctx: ProjectReads,
  { queue: { waiting, settled }, holders, scope }: QueueAndLock,
): Promise<(string | undefined)[]> {
  if (waiting.length === 0) return [];
  const items = await batchGetItems(
    ctx.db,
    holders.map(({ executionId }) => projectKeys.execution(ctx.projectId, executionId)),
  );
  const active = items.flatMap((item) => (item ? [executionEntity.decode(item)] : []));
  const names = new Set([...waiting, ...active].map(({ flowName }) => flowName));
  const usual = new Map(
    await Promise.all([...names].map(async (name) => [name, await durationOf(ctx, name)] as const)),
  );
  const now = nowOf(ctx);
  const paused = pausedUntil(settled) ?? now;
  // The starts of one chip follow on each other where locks are per chip, else those of the project.
  const groups = Map.groupBy(waiting, ({ chipId }) => (scope === 'chip' ? chipId : undefined));
  const estimates = [...groups].flatMap(([chipId, starts]) => {
    const holder = runInTheWay(scope, holders, chipId);
    const run = active.find(({ executionId }) => executionId === holder?.executionId);
    const begins = estimateStarts(
      paused > now ? paused : now,
      holder && { startAt: run?.startAt, durationSeconds: run && usual.get(run.flowName) },
      starts.map(({ flowName }) => usual.get(flowName)),
    );
    return starts.map((start, index) => [start, begins[index]] as const);
  });
  const byStart = new Map(estimates);
  return waiting.map((start) => byStart.get(start));
}

/** The median duration of the completed ones of a flow's newest runs, without those that repeated a part of another. */
async function durationOf({ db, projectId }: ProjectReads, flowName: string): Promise<number | undefined> {
  const range = { index: 'gsi4', pk: runKeys.ofFlow(projectId, flowName), descending: true } as const;
  const { items } = await queryPage(db, range, { limit: ESTIMATED_FROM_RUNS });
  const whole = items
    .map(decodeSummary)
    .filter(({ status, name, note }) => status === 'completed' && name === flowName && note.repeats === undefined);
  return usualSeconds(whole.flatMap(({ elapsedSeconds }) => elapsedSeconds ?? []));
}
