import type { Database } from './database.ts';

/** The table, for operations of one project each (rule AUTH-44). */
export interface ProjectDatabases {
  databaseOf(projectId: string): Database;
  /** Undefined if credentials would have to be fetched first. */
  databaseIfKnown(projectId: string): Database | undefined;
}

/** The same table for every project. */
export const oneDatabase = (db: Database): ProjectDatabases => ({ databaseOf: () => db, databaseIfKnown: () => db });

/** Projects whose connections and credentials a process keeps. */
const mostKept = 100;

/** Opens the table of each project once, and closes that which was not used for longest when there are too many. */
export function keptDatabases(open: (projectId: string) => Database, most = mostKept): ProjectDatabases {
  // In the order of their last use.
  const kept = new Map<string, Database>();
  const used = (projectId: string, db: Database): Database => {
    kept.delete(projectId);
    kept.set(projectId, db);
    return db;
  };
  return {
    databaseIfKnown: (projectId) => {
      const db = kept.get(projectId);
      return db && used(projectId, db);
    },
    databaseOf: (projectId) => {
      const db = used(projectId, kept.get(projectId) ?? open(projectId));
      const [oldest] = kept;
      if (oldest && kept.size > most) {
        kept.delete(oldest[0]);
        oldest[1].client.destroy();
      }
      return db;
    },
  };
}
