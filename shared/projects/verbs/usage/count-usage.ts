import { chipStatisticsEntity } from '../../../chips/store/chip-statistics.ts';
import { chipEntity } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { isDoneUnlessStale, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  batchGetItems,
  type Condition,
  ifAbsent,
  ifRevision,
  queryAll,
} from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, type Key, projectKeys } from '../../../kernel/store/keys.ts';
import { isToCount } from '../../rules/quotas.ts';
import { ifNotDeleted } from '../../store/projects.ts';
import { getProjectUsage, type ProjectUsageRecord, projectUsageEntity } from '../../store/usage.ts';
import { countFiles } from './count-files.ts';

/** A context that may list the project's files; without that, files are left as they were last counted. */
export type Counting = Pick<Context, 'db' | 'clock'> & { objects?: Pick<ObjectStore, 'list'> };

/** What there must be for its usage to be written. */
export interface UsageOwner {
  key: Key;
  condition: Condition;
}

const ofProject = (projectId: string): UsageOwner => ({ key: projectKeys.project(projectId), condition: ifNotDeleted });

/**
 * What a project keeps: as it was last counted, or counted anew after an hour (rule PROJ-21). Of two counts at a time one is
 * written; of a project that is gone, none.
 */
export async function countUsage(
  ctx: Counting,
  projectId: string,
  owner = ofProject(projectId),
): Promise<ProjectUsageRecord> {
  const stored = await getProjectUsage(ctx.db, projectId);
  const { rev, ...before } = stored ?? { rev: undefined, projectId, rows: 0, fileBytes: 0 };
  const [rows, files] = await Promise.all([rowsOf(ctx, before), filesOf(ctx, before)]);
  if (!rows && !files) return before;
  const counted: ProjectUsageRecord = { ...before, ...rows, ...files };
  const transaction = new Transaction(ctx.db)
    .put(projectUsageEntity.encode(counted, (rev ?? 0) + 1), rev === undefined ? ifAbsent : ifRevision(rev), staleRead)
    .check(owner.key, owner.condition, staleRead);
  await isDoneUnlessStale(transaction.commit());
  return counted;
}

type Counted = Partial<ProjectUsageRecord>;

/**
 * Undefined if the previous counts of rows are still valid. Each chip counts its task results and daily rows itself.
 */
async function rowsOf(ctx: Counting, before: ProjectUsageRecord): Promise<Counted | undefined> {
  if (!isToCount(before.rowsCountedAt, ctx.clock())) return undefined;
  const { projectId } = before;
  const chips = (await queryAll(ctx.db, chipKeys.chips(projectId))).map((item) => chipEntity.decode(item));
  const items = await batchGetItems(
    ctx.db,
    chips.map(({ chipId }) => chipKeys.statistics(projectId, chipId)),
  );
  const rows = items.reduce((sum, item) => {
    if (!item) return sum;
    const { taskResults, qubitDays = 0, couplingDays = 0, chipDays = 0 } = chipStatisticsEntity.decode(item);
    return sum + taskResults + qubitDays + couplingDays + chipDays;
  }, 0);
  return { rows, rowsCountedAt: nowOf(ctx) };
}

/** The same of files; a count that has not come to its end goes on at once. */
async function filesOf(ctx: Counting, before: ProjectUsageRecord): Promise<Counted | undefined> {
  const { projectId, fileCount, filesCountedAt } = before;
  if (!ctx.objects || !(fileCount || isToCount(filesCountedAt, ctx.clock()))) return undefined;
  const found = await countFiles(ctx.objects, projectId, fileCount);
  if ('toGoOn' in found) return { fileCount: found.toGoOn };
  return { fileBytes: found.bytes, filesCountedAt: nowOf(ctx), fileCount: undefined };
}

/**
 * Counts a project's stored data if its files have a quota; a failure never affects the caller, who does other work.
 */
export async function tryCountUsage(ctx: Counting & Context, projectId: string): Promise<void> {
  if (ctx.config.quotas.fileBytes === undefined) return;
  try {
    await countUsage(ctx, projectId);
  } catch (error) {
    ctx.log.warn('usage not counted', { projectId, reason: String(error) });
  }
}
