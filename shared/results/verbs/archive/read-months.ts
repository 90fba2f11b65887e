import { getChip, listPresentChips } from '../../../chips/store/chips.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notFound, notInProject } from '../../../kernel/errors.ts';
import type { DownloadAddresses } from '../../../kernel/objects/downloads.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { resultsKey } from '../../../runs/rules/artifact-path.ts';
import {
  type ArchivedMonthRecord,
  archivedMonthEntity,
  getArchivedMonth,
  type ListedMonth,
  listArchivedMonths,
  listedMonths,
} from '../../store/archived-months.ts';
import { type FileLink, signedLink } from '../files/read-artifact.ts';
import { parquetType } from './results-file.ts';

/**
 * A part of the months of the chips of a project, or of one of them, whose results are archived or on their way; and how many there
 * are. Results outlive their chip (rule CHIP-6), and so do their files.
 */
export async function listMonths(
  { db, projectId }: ProjectContext,
  { chipId, skip, limit }: { chipId: string | undefined; skip: number; limit: number },
): Promise<{ months: ListedMonth[]; total: number }> {
  const [all, chips] = await Promise.all([listArchivedMonths(db, projectId, chipId), listPresentChips(db, projectId)]);
  const months = listedMonths(all, chips);
  return { months: months.slice(skip, skip + limit), total: months.length };
}

/** A month with where its files are read. @throws ServiceError `not-found`. */
export async function readMonth(
  ctx: ProjectContext & { downloads: DownloadAddresses },
  ref: { chipId: string; month: string },
): Promise<{ month: ListedMonth; files: FileLink[] }> {
  const month = await findMonth(ctx, ref);
  const files = month.parts.map(({ name, bytes: sizeBytes }, n) =>
    signedLink(ctx, {
      key: resultsKey({ ...month, name }),
      fileName: `${ref.chipId}-${ref.month}-${n + 1}.parquet`,
      contentType: parquetType,
      sizeBytes,
    }),
  );
  return { month, files: await Promise.all(files) };
}

/** @throws ServiceError `not-found`. */
async function findMonth(
  { db, projectId }: ProjectContext,
  { chipId, month }: { chipId: string; month: string },
): Promise<ListedMonth> {
  const [chip, stored] = await Promise.all([
    getChip(db, projectId, chipId),
    getArchivedMonth(db, { projectId, chipId, month }),
  ]);
  const [found] = listedMonths(stored ? [stored] : [], chip ? [chip] : []);
  if (found) return found;
  if (!chip) throw notInProject('Chip', chipId, projectId);
  throw notFound(`No task results of ${month} of chip '${chipId}' are archived`);
}

const dayMs = 86_400_000;

/**
 * Has the sweep bring the results of a month back for some days (rule TASK-20); asked for again, they stay for as many days from
 * then on.
 * @throws ServiceError `not-found`; `conflict` while they are being archived, and for a deleted chip.
 */
export function restoreMonth(
  ctx: ProjectContext,
  { chipId, month, days }: { chipId: string; month: string; days: number },
): Promise<Omit<ListedMonth, 'rev'>> {
  return retryOnConflict(orRefuse(`The archive of ${month} of chip '${chipId}'`), async () => {
    const { rev, chipDeleted, ...before } = await findMonth(ctx, { chipId, month });
    if (chipDeleted)
      throw conflict(`Chip '${chipId}' was deleted: its results of ${month} are read from their files alone`);
    if (before.state === 'archiving')
      throw conflict(`The results of ${month} of chip '${chipId}' are being archived; try again later`);
    const restoredUntil = new Date(ctx.clock().getTime() + days * dayMs).toISOString();
    const isBack = before.state === 'restored';
    const record: ArchivedMonthRecord = {
      ...before,
      ...{ state: isBack ? 'restored' : 'restoring', dueAt: isBack ? restoredUntil : nowOf(ctx) },
      ...{ restoredUntil, restoredBy: ctx.actor.user.username },
    };
    const put = archivedMonthEntity.encode(record, rev + 1);
    await new Transaction(ctx.db).put(put, ifRevision(rev), staleRead).commit();
    return { ...record, chipDeleted };
  });
}
