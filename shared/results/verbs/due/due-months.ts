import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { ifAbsent, ifRevision, queryPage, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { monthsDue } from '../../rules/archive/months.ts';
import { archivedMonthEntity, listArchivedMonths } from '../../store/archived-months.ts';

/**
 * Has the sweep archive the months of a chip that are due (rule TASK-18), and go on with those that an import has brought half
 * done, whatever is archived here. Changes nothing for other months that it knows.
 */
export async function markDueMonths(
  ctx: Context,
  { projectId, chipId }: Pick<ChipRecord, 'projectId' | 'chipId'>,
): Promise<void> {
  const list = { index: 'gsi4' as const, pk: taskKeys.ofChip(projectId, chipId), from: '0', through: '9' };
  const [chip, oldest, known] = await Promise.all([
    getChip(ctx.db, projectId, chipId),
    queryPage(ctx.db, list, { limit: 1 }),
    listArchivedMonths(ctx.db, projectId, chipId),
  ]);
  const first = oldest.items[0]?.gsi4sk;
  if (!chip || first === undefined) return;
  const dueAt = nowOf(ctx);
  for (const { rev, ...month } of known)
    if (month.state !== 'archived' && month.dueAt === undefined && month.chipCreatedAt === chip.createdAt)
      await writeItem(ctx.db, {
        put: archivedMonthEntity.encode({ ...month, dueAt }, rev + 1),
        condition: ifRevision(rev),
      });
  const { resultsKeptMonths } = ctx.config;
  if (resultsKeptMonths === 0) return;
  const months = new Set(known.map(({ month }) => month));
  for (const month of monthsDue(String(first), dueAt, resultsKeptMonths)) {
    if (months.has(month)) continue;
    const record = { projectId, chipId, month, chipCreatedAt: chip.createdAt, parts: [], after: '', dueAt };
    const put = archivedMonthEntity.encode({ ...record, state: 'archiving' }, 1);
    await writeItem(ctx.db, { put, condition: ifAbsent });
  }
}
