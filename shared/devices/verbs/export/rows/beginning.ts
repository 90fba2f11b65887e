import type { ChipRecord } from '../../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../../kernel/context.ts';
import { earliest, listCompleteUntil } from '../../../../kernel/rules/complete-until.ts';
import { backOff } from '../../../../kernel/store/dynamodb/back-off.ts';
import { batchGetItems } from '../../../../kernel/store/dynamodb/database.ts';
import { chipKeys, monthOf, taskKeys } from '../../../../kernel/store/keys.ts';
import { headOf, readShownHead } from '../../../../kernel/store/list-heads.ts';
import { hasResultsOut, listArchivedMonths, listedMonths } from '../../../../results/store/archived-months.ts';
import { findTask } from '../../../../runs/rules/task-catalogue.ts';
import { listSeries } from '../../../../values/store/series.ts';
import type { ExportRecord } from '../../../store/exports.ts';
import { exportedChips } from './row-pages.ts';

/** Metrics with columns of their own at most; what else was measured is in the column of all. */
const columnMetrics = 200;

/** How often an index that is behind is looked at before the export begins without what it lacks: for two seconds or so. */
const looks = 8;

/** What is decided before the first row of an export is read: the columns, and what the file will have (rule EXPORT-8). */
export async function beginning(
  ctx: Context,
  record: ExportRecord,
): Promise<Pick<ExportRecord, 'metrics' | 'completeUntil' | 'archivedMonths'>> {
  // Samples are read from the table itself.
  if (record.kind === 'samples') return { completeUntil: nowOf(ctx) };
  const chips = await exportedChips(ctx.db, record.projectId, record.filter);
  const [metrics, completeUntil, archivedMonths] = await Promise.all([
    measuredMetrics(ctx, record, chips),
    resultsUntil(ctx, chips),
    archivedInRange(ctx, record, chips),
  ]);
  return { metrics, completeUntil: completeUntil ?? undefined, archivedMonths };
}

/** The months in the range of which some results are in files alone (rule TASK-18). */
async function archivedInRange(
  { db }: Context,
  { projectId, filter: { chipId, startAt, endAt } }: ExportRecord,
  chips: readonly ChipRecord[],
): Promise<{ chipId: string; month: string }[]> {
  const [first, last] = [startAt === undefined ? '' : monthOf(startAt), monthOf(endAt)];
  const months = listedMonths(await listArchivedMonths(db, projectId, chipId), chips);
  return months
    .filter((one) => !one.chipDeleted && hasResultsOut(one) && one.month >= first && one.month <= last)
    .map(({ chipId: id, month }) => ({ chipId: id, month }));
}

/** What tasks have measured of these chips in the months that are wanted; of a task of the catalogue, all that it measures. */
async function measuredMetrics(
  ctx: Context,
  { filter: { metric, task, startAt = '', endAt } }: ExportRecord,
  chips: readonly ChipRecord[],
): Promise<string[]> {
  if (metric !== undefined) return [metric];
  const all = await Promise.all(chips.map(({ projectId, chipId }) => listSeries(ctx.db, projectId, chipId)));
  const [first, last] = [startAt === '' ? '' : monthOf(startAt), monthOf(endAt)];
  const measured = all
    .flat()
    .filter((series) => series.task !== undefined && (task === undefined || series.task === task))
    .filter(({ month }) => month >= first && month <= last)
    .map((series) => series.metric);
  const known = (task === undefined ? undefined : findTask(task))?.outputs.map(({ name }) => name) ?? [];
  return [...new Set([...known, ...measured.sort()])].slice(0, columnMetrics);
}

/** Up to when the index shows the task results of the chips whole; it is given a moment to do so. */
async function resultsUntil(ctx: Context, chips: readonly ChipRecord[]): Promise<string | null> {
  for (let look = 1; ; look += 1) {
    const now = nowOf(ctx);
    const written = await batchGetItems(
      ctx.db,
      chips.map(({ projectId, chipId }) => chipKeys.statistics(projectId, chipId)),
    );
    const until = await Promise.all(
      chips.map(async ({ projectId, chipId }, n) => {
        const shown = await readShownHead(ctx.db, { index: 'gsi4', pk: taskKeys.ofChip(projectId, chipId) });
        return listCompleteUntil(now, headOf(written[n]), shown);
      }),
    );
    const whole = earliest([now, ...until]);
    if (whole === now || look === looks) return whole;
    await backOff(look);
  }
}
