import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withJournals } from '#local/data-folder/database-damage.ts';
import { makePrivate } from '#local/data-folder/make-private.ts';
import { UsageError } from '#local/settings.ts';

/** File names in a data directory that a backup uses. */
export const dataFiles = {
  database: 'dynamodb.db',
  secrets: 'secrets.json',
  streams: 'streams.db',
  demoLog: 'demo-loading.db',
  objects: 'objects',
  dynamodbLocal: 'dynamodb-local',
} as const;

/** The files of a data directory that one running stack owns. */
export interface DataDirectory {
  path: string;
  databaseFile: string;
  /** Folder of the table for DynamoDB Local, on a machine without an embedded engine. */
  dynamodbLocalFolder: string;
  secretsFile: string;
  /** Positions of the stream consumers. */
  streamsFile: string;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  /** The index of notes. */
  searchFile: string;
  /** The log of a demo load. It exists during the load and after an interrupted one. */
  demoLogFile: string;
  /** Folder of outgoing e-mails; not part of a backup. */
  emailsFolder: string;
  /** Staging folder of a restore. It exists only during a restore or after an interrupted one. */
  restoringFolder: string;
  /**
   * @throws UsageError if another folder has taken this one's place, for example while this process was paused.
   */
  requireOwn(): void;
  /** Deletes everything that Fiducial wrote here, and nothing else. */
  reset(): Promise<void>;
  /** Releases the directory for other processes. */
  release(): Promise<void>;
}

const sqliteBusy = 5;

/**
 * Creates the directory if necessary and claims it for this process. The claim is a lock that the system drops with the
 * process, even on SIGKILL, so no stale file blocks a later start.
 * @param afterCutRestore whether half a backup may be there.
 * @throws UsageError that names the process which uses the directory, or says that a restore was interrupted.
 */
export async function claimDataDirectory(
  path: string,
  { afterCutRestore = false }: { afterCutRestore?: boolean } = {},
): Promise<DataDirectory> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(path, name);
  const pidFile = file('running.pid');
  const lockFile = file('lock.db');
  const lock = takeLock(lockFile);
  if (!lock) {
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new UsageError(
      `The data directory ${path} is in use by another Fiducial${pid ? ` (process ${pid})` : ''}. ` +
        'Stop that one, or choose another directory: FIDUCIAL_DATA_DIR=<folder> npm start',
    );
  }
  const restoringFolder = file('restoring');
  if (existsSync(restoringFolder) && !afterCutRestore) {
    lock.close();
    throw new UsageError(
      `A restore into ${path} was interrupted, and the data is incomplete. ` +
        'Run it again: FIDUCIAL_DATA_DIR=<folder> npm run restore -- <backup>',
    );
  }
  const claimed = statSync(lockFile);
  const isOwn = () => {
    const found = statSync(lockFile, { throwIfNoEntry: false });
    return found?.ino === claimed.ino && found.dev === claimed.dev;
  };
  await makePrivate(path);
  await writeFile(pidFile, `${process.pid}\n`);
  const databaseFile = file(dataFiles.database);
  const secretsFile = file(dataFiles.secrets);
  const streamsFile = file(dataFiles.streams);
  const objectsFolder = file(dataFiles.objects);
  const dynamodbLocalFolder = file(dataFiles.dynamodbLocal);
  const demoLogFile = file(dataFiles.demoLog);
  const searchFile = file('search.db');
  const emailsFolder = file('emails');
  return {
    path,
    databaseFile,
    dynamodbLocalFolder,
    secretsFile,
    streamsFile,
    objectsFolder,
    searchFile,
    demoLogFile,
    emailsFolder,
    restoringFolder,
    requireOwn: () => {
      if (!isOwn()) throw new UsageError(`${path} was moved or replaced meanwhile; nothing more is written there`);
    },
    reset: async () => {
      const databases = [databaseFile, streamsFile, `${streamsFile}.damaged`, searchFile].flatMap(withJournals);
      await removeAll([...databases, dynamodbLocalFolder, secretsFile, objectsFolder, emailsFolder]);
      // Deleted last: as long as they exist, no one mistakes the remains for complete data.
      await removeAll([restoringFolder, ...withJournals(demoLogFile)]);
    },
    release: async () => {
      if (isOwn()) await removeAll([pidFile]);
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
