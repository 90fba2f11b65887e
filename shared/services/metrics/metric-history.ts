import type { ProjectContext } from '../../context.ts';
import type { TargetRecord } from '../../store/chips.ts';
import { listHistory, type SampleRecord } from '../../store/samples.ts';
import { readTarget } from '../chips/read-chip.ts';

/** Most points of one answer. */
export const historyLimit = 1000;

/**
 * The history of one metric on one target, newest first, corrections and faulty marks included. Reads an index: a
 * value written a moment ago may still be missing.
 * @throws Refusal `not-found` for the chip or the target.
 */
export async function metricHistory(
  ctx: ProjectContext,
  of: { chipId: string; kind: TargetRecord['kind']; id: string; metric: string },
  query: { withinDays: number; limit?: number | undefined; asOf?: string | undefined },
): Promise<{ target: TargetRecord; samples: SampleRecord[] }> {
  const through = query.asOf ?? ctx.clock().toISOString();
  const from = new Date(Math.max(0, Date.parse(through) - query.withinDays * 86_400_000)).toISOString();
  const target = await readTarget(ctx, of.chipId, of.kind, of.id);
  const samples = await listHistory(
    ctx.db,
    { projectId: ctx.projectId, chipId: of.chipId, metric: of.metric, target },
    { from, through, limit: query.limit ?? historyLimit },
  );
  return { target, samples };
}
