import { nowOf, type ProjectReads } from '../../context.ts';
import { ESTIMATED_FROM_RUNS, estimateStarts, pausedUntil, usualSeconds } from '../../domain/runs/queue.ts';
import { queryPage } from '../../store/dynamodb/database.ts';
import { runKeys } from '../../store/keys.ts';
import { decodeSummary, getExecution } from '../../store/runs/executions.ts';
import type { QueueAndLock } from './change-queue.ts';

/** When each waiting start is expected to begin (rule RUN-20); undefined where that is unknown. */
export async function estimateQueue(
  ctx: ProjectReads,
  { queue: { waiting, settled }, holder }: QueueAndLock,
): Promise<(string | undefined)[]> {
  if (waiting.length === 0) return [];
  const active = holder && (await getExecution(ctx.db, ctx.projectId, holder.executionId));
  const names = [...waiting, ...(active ? [active] : [])].map(({ flowName }) => flowName);
  const usual = new Map(
    await Promise.all([...new Set(names)].map(async (name) => [name, await durationOf(ctx, name)] as const)),
  );
  const now = nowOf(ctx);
  const paused = pausedUntil(settled) ?? now;
  return estimateStarts(
    paused > now ? paused : now,
    holder && { startAt: active?.startAt, durationSeconds: active && usual.get(active.flowName) },
    waiting.map(({ flowName }) => usual.get(flowName)),
  );
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
