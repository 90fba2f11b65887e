import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '#local/settings.ts';

/** The files of a data directory that one running stack owns. */
export interface DataDirectory {
  path: string;
  databaseFile: string;
  secretsFile: string;
  /** What the consumers of the table's stream have been delivered. */
  streamsFile: string;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  /** The index of notes. */
  searchFile: string;
  /** Deletes everything that Fiducial has written here, and nothing else. */
  reset(): Promise<void>;
  /** Lets another process have the directory. */
  release(): Promise<void>;
}

const sqliteBusy = 5;

/**
 * Creates the directory where it is missing and claims it for this process. The claim is a lock that the system drops
 * with the process, even on SIGKILL: no stale file keeps a later start out.
 * @throws UsageError that names the process which runs there already.
 */
export async function claimDataDirectory(path: string): Promise<DataDirectory> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(path, name);
  const pidFile = file('running.pid');
  const lock = takeLock(file('lock.db'));
  if (!lock) {
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new UsageError(
      `The data directory ${path} is in use by another Fiducial${pid ? ` (process ${pid})` : ''}. ` +
        'Stop that one, or choose another directory: FIDUCIAL_DATA_DIR=<folder> npm start',
    );
  }
  await writeFile(pidFile, `${process.pid}\n`);
  const databaseFile = file('dynamodb.db');
  const secretsFile = file('secrets.json');
  const streamsFile = file('streams.db');
  const objectsFolder = file('objects');
  const searchFile = file('search.db');
  const withJournals = (database: string) => [database, `${database}-wal`, `${database}-shm`];
  return {
    path,
    databaseFile,
    secretsFile,
    streamsFile,
    objectsFolder,
    searchFile,
    reset: () =>
      removeAll([...[databaseFile, streamsFile, searchFile].flatMap(withJournals), secretsFile, objectsFolder]),
    release: async () => {
      await removeAll([pidFile]);
      lock.close();
    },
  };
}

function takeLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}

async function removeAll(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { recursive: true, force: true })));
}
