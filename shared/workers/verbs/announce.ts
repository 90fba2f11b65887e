import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import type { Condition } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import { ifNotDeleted } from '../../projects/store/projects.ts';
import { type AnnouncementRecord, announcementEntity } from '../store/announcements.ts';
import { recordWorker } from './record-worker.ts';

/** What a worker can run. */
export type Announcement = Pick<AnnouncementRecord, 'worker' | 'backends' | 'tasks' | 'flows'> & { software: string };

/**
 * Replaces the stored announcement of a worker's capabilities (rule WORK-20). A delayed announcement does not replace a
 * later one.
 */
export async function announce(ctx: ProjectContext, { software, ...said }: Announcement): Promise<void> {
  const { projectId, actor } = ctx;
  const { worker, backends } = said;
  const record = { ...said, projectId, username: actor.user.username, announcedAt: nowOf(ctx) };
  // First: the project may have to forget another worker to know this one.
  await recordWorker(ctx, { worker, backends: [...backends], software, executionId: undefined });
  const transaction = new Transaction(ctx.db)
    .check(projectKeys.project(projectId), ifNotDeleted, staleRead)
    .put(announcementEntity.encode(record, 1), ifNoLater(record), staleRead);
  await isDoneUnlessStale(transaction.commit());
}

const ifNoLater = ({ announcedAt }: Pick<AnnouncementRecord, 'announcedAt'>): Condition => ({
  expression: 'attribute_not_exists(pk) OR announcedAt <= :at',
  values: { ':at': announcedAt },
});
