import type { Context } from '../../../kernel/context.ts';
import { drives } from '../../../runs/rules/claim-wait.ts';
import { type AnnouncementRecord, getAnnouncements } from '../../store/announcements.ts';
import { seenWorkers } from './list-workers.ts';

/** Workers whose announcements are read: those that were seen last. */
const mostRead = 10;

/** What the workers of a project can run, the latest announcement first; those of one backend if it is named. */
export async function readAnnouncements(
  ctx: Context,
  projectId: string,
  backend?: string,
): Promise<AnnouncementRecord[]> {
  const workers = (await seenWorkers(ctx, projectId)).filter((one) => backend === undefined || drives(one, backend));
  if (workers.length === 0) return [];
  const names = workers.slice(0, mostRead).map(({ worker }) => worker);
  const found = await getAnnouncements(ctx.db, projectId, names);
  return found
    .filter((one) => backend === undefined || drives(one, backend))
    .toSorted((a, b) => (a.announcedAt > b.announcedAt ? -1 : 1));
}
