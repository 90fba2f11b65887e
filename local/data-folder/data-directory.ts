import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withJournals } from '#local/data-folder/database-damage.ts';
import { makePrivate } from '#local/data-folder/make-private.ts';
import { UsageError } from '#local/settings.ts';

/** Names in a data directory of what a backup looks at. */
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
  /** Where DynamoDB Local keeps the table, on a machine that has no embedded engine. */
  dynamodbLocalFolder: string;
  secretsFile: string;
  /** What the consumers of the table's stream have been delivered. */
  streamsFile: string;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  /** The index of notes. */
  searchFile: string;
  /** The log of a demo while it is loaded; there after a start that was cut short, too. */
  demoLogFile: string;
  /** Folder of e-mails that are to be taken from there; in no backup. */
  emailsFolder: string;
  /** Where a backup is copied before it takes its place; there only while that is done, or was cut short. */
  restoringFolder: string;
  /** @throws UsageError where another folder has taken its place: whoever stood still meanwhile has nothing to do there. */
  requireOwn(): void;
  /** Deletes everything that Fiducial has written here, and nothing else. */
  reset(): Promise<void>;
  /** Lets another process have the directory. */
  release(): Promise<void>;
}

const sqliteBusy = 5;

/**
 * Creates the directory where it is missing and claims it for this process. The claim is a lock that the system drops
 * with the process, even on SIGKILL: no stale file keeps a later start out.
 * @param afterCutRestore whether half a backup may be there.
 * @throws UsageError that names the process which runs there already, or says that a restore was cut short.
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
      `A restore into ${path} was cut short, and only a part of the data is there. ` +
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
      if (!isOwn()) throw new UsageError(`${path} was moved away or replaced meanwhile; nothing more is written there`);
    },
    reset: async () => {
      const databases = [databaseFile, streamsFile, `${streamsFile}.damaged`, searchFile].flatMap(withJournals);
      await removeAll([...databases, dynamodbLocalFolder, secretsFile, objectsFolder, emailsFolder]);
      // Last: while they are there, nobody takes what is left for whole data.
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
