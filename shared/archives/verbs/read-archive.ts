import { digestOf } from '../../kernel/archive-digest.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys, projectKeys, runKeys } from '../../kernel/store/keys.ts';
import { noAccess } from '../../people/verbs/auth/authenticate.ts';
import { projectEntity } from '../../projects/store/projects.ts';
import { getLock, holdersOf } from '../../runs/store/locks.ts';
import { decodeRunQueue } from '../../runs/store/run-queue.ts';
import { lineOf } from '../store/archive-lines.ts';
import { getProjectImport } from '../store/project-imports.ts';

/** How an archive begins: the project, its members, and its chips, which lead to all that is kept of them. */
export interface ArchiveHead {
  projectId: string;
  name: string;
  lines: string[];
  /** Tells what they say from anything else. */
  digest: string;
}

/** @throws ServiceError `conflict` while a run is active or queued, or a delta is imported (rule ARCHIVE-4). */
export async function readArchiveHead({ db, projectId }: ProjectContext): Promise<ArchiveHead> {
  const [item, members, chips, lock, queue, delta] = await Promise.all([
    getItem(db, projectKeys.project(projectId)),
    queryAll(db, projectKeys.members(projectId)),
    queryAll(db, chipKeys.chips(projectId)),
    getLock(db, projectId),
    getItem(db, runKeys.queue(projectId)),
    getProjectImport(db, projectId),
  ]);
  if (!item) throw noAccess(projectId);
  const [holder] = holdersOf(lock);
  if (holder)
    throw conflict(
      `Project '${projectId}' is busy with run '${holder.executionId}'; export it when the run has ended`,
      'run_active',
    );
  const queued = decodeRunQueue(queue)?.waiting[0];
  if (queued)
    throw conflict(`A run of flow '${queued.flowName}' waits to be started; export the project then`, 'run_queued');
  if (delta) throw conflict(`Project '${projectId}' is being imported into; export it when the import has ended`);
  const lines = [item, ...members, ...chips].flatMap((one) => lineOf(one) ?? []);
  return { projectId, name: projectEntity.decode(item).name, lines, digest: digestOf(lines) };
}
