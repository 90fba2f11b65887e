import type { Form } from '../../flows/rules/forms/form.ts';
import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../kernel/store/dynamodb/database.ts';
import { workerKeys } from '../../kernel/store/keys.ts';
import { daysAfter } from '../../values/store/days-after.ts';

/** A task that a worker can run. */
export interface AnnouncedTask {
  name: string;
  taskType: 'qubit' | 'coupling' | 'mux' | 'global' | 'system';
  description: string;
  form: Form;
  /** Metrics that it measures. */
  outputs: Record<string, { unit: string; description: string }>;
  /** Metrics of its target that it starts from. */
  needs: string[];
}

/** A flow that a worker can run. */
export interface AnnouncedFlow {
  name: string;
  description: string;
  form: Form;
}

/** What a worker can run, as it said when it connected. Replaced as a whole. */
export interface AnnouncementRecord {
  projectId: string;
  worker: string;
  backends: string[];
  username: string;
  announcedAt: string;
  tasks: AnnouncedTask[];
  flows: AnnouncedFlow[];
}

/** Days after which it is forgotten unless the worker repeats it. */
const rememberedDays = 30;

export const announcementEntity = defineEntity<AnnouncementRecord>({
  name: 'announcement',
  version: 1,
  keys: ({ projectId, worker }) => workerKeys.announcement(projectId, worker),
  deflated: ['tasks', 'flows'],
  expiresAt: ({ announcedAt }) => daysAfter(announcedAt, rememberedDays),
});

/** The announcements of workers, in the order of their names given; without those that have made none. */
export async function getAnnouncements(
  db: Database,
  projectId: string,
  workers: readonly string[],
): Promise<AnnouncementRecord[]> {
  const items = await batchGetItems(
    db,
    workers.map((worker) => workerKeys.announcement(projectId, worker)),
  );
  return items.flatMap((item) => (item ? [announcementEntity.decode(item)] : []));
}
