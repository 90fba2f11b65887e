import type { ProjectContext } from '../../context.ts';
import type { TargetRecord } from '../../store/chips/chips.ts';
import { listHistory } from '../../store/metrics/sample-reads.ts';
import type { SampleRecord } from '../../store/metrics/samples.ts';
import { listSeries } from '../../store/metrics/series.ts';
import { readTarget } from '../chips/read-chip.ts';

/** Most points of one answer. */
export const historyLimit = 1000;

/**
 * The history of one metric on one target, newest first, corrections and faulty marks included. Reads an index: a
 * value written a moment ago may still be missing.
 * @throws ServiceError `not-found` for the chip or the target.
 */
export async function metricHistory(
  ctx: ProjectContext,
  of: { chipId: string; kind: TargetRecord['kind']; id: string; metric: string },
  query: { withinDays: number; limit?: number | undefined; asOf?: string | undefined },
): Promise<{ target: TargetRecord; samples: SampleRecord[] }> {
  const through = query.asOf ?? ctx.clock().toISOString();
  const from = new Date(Math.max(0, Date.parse(through) - query.withinDays * 86_400_000)).toISOString();
  const [target, series] = await Promise.all([
    readTarget(ctx, of.chipId, of.kind, of.id),
    listSeries(ctx.db, ctx.projectId, of.chipId, of.metric),
  ]);
  const samples = await listHistory(
    ctx.db,
    { projectId: ctx.projectId, chipId: of.chipId, metric: of.metric, target },
    series,
    { from, through, limit: query.limit ?? historyLimit },
  );
  return { target, samples };
}
