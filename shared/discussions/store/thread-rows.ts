import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import type { ThreadStatus } from '../rules/status.ts';
import { type Place, placesOfAll, type Subject } from '../rules/subject.ts';
import { type ThreadRecord, threadEntity } from './threads.ts';

/** The fields by which lists choose threads. It is rewritten with its thread, in all lists, but not by replies. */
export interface ThreadRow {
  projectId: string;
  /** Absent in the list of the project. */
  place?: Place | undefined;
  number: number;
  threadId: string;
  /** Absent in rows of the first version. */
  title?: string | undefined;
  status: ThreadStatus;
  category: string;
  labels: string[];
  assignees: string[];
  author: string;
  subjects: Subject[];
  /** When the removal of its thread began: it then only leads there. */
  deletingAt?: string | undefined;
}

export const threadRowEntity = defineEntity<ThreadRow>({
  name: 'thread-row',
  version: 2,
  keys: ({ projectId, place, number }) => threadKeys.row(projectId, place, number),
  // The second has titles.
  upgrades: { 1: (old) => old },
});

export const decodeThreadRow = (item: Item): Stored<ThreadRow> => threadRowEntity.decode(item);

/** The task results of a project that threads are about. */
export async function listDiscussedTasks(db: Database, projectId: string): Promise<Set<string>> {
  const rows = (await queryAll(db, threadKeys.rowsOfTasks(projectId))).map(decodeThreadRow);
  return new Set(rows.flatMap(({ place }) => (place?.kind === 'task' ? [place.taskId] : [])));
}

/** The rows of a thread: in its project's list, and at each of its places. */
export function rowsOf(thread: ThreadRecord): ThreadRow[] {
  const { projectId, number, threadId, title, status, category, labels, assignees, author, subjects, deletingAt } =
    thread;
  const row = { projectId, number, threadId, title, status, category, labels, assignees, author, subjects, deletingAt };
  return [row, ...placesOfAll(subjects).map((place) => ({ ...row, place }))];
}

/** The threads of rows, in their order; one that has gone since is left out. */
export async function getThreadsOf(
  db: Database,
  rows: readonly Pick<ThreadRow, 'projectId' | 'threadId'>[],
): Promise<Stored<ThreadRecord>[]> {
  const items = await batchGetItems(
    db,
    rows.map(({ projectId, threadId }) => threadKeys.thread(projectId, threadId)),
  );
  return items.flatMap((item) => (item ? [threadEntity.decode(item)] : []));
}
