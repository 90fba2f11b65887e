import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../kernel/store/keys.ts';

/** What a project keeps, as it was last counted; counted anew and never added to (rule PROJ-21). */
export interface ProjectUsageRecord {
  projectId: string;
  rows: number;
  rowsCountedAt?: string | undefined;
  fileBytes: number;
  /** When the last count of all files came to its end. */
  filesCountedAt?: string | undefined;
  /** A count of files that is to go on: what it has found, up to which key in which of the project's folders. */
  fileCount?: { bytes: number; folder: number; after?: string | undefined } | undefined;
}

export const projectUsageEntity = defineEntity<ProjectUsageRecord>({
  name: 'project-usage',
  version: 1,
  keys: ({ projectId }) => projectKeys.usage(projectId),
});

/** Reads what was last counted; undefined where nothing was. */
export async function getProjectUsage(
  db: Database,
  projectId: string,
): Promise<Stored<ProjectUsageRecord> | undefined> {
  const item = await getItem(db, projectKeys.usage(projectId));
  return item && projectUsageEntity.decode(item);
}
