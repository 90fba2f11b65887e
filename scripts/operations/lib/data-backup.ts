import { existsSync } from 'node:fs';
import { chmod, copyFile, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { writePrivateFile } from '#local/data-folder/private-file.ts';
import { UsageError } from '#local/settings.ts';
import { version } from '#shared/version.ts';

/** What a backup says of itself. */
export interface BackupLabel {
  /** When it was begun, ISO 8601. */
  madeAt: string;
  /** Version of Fiducial that made it. */
  version: string;
}

/** The table of a backup that holds what is not the engine's: label and secrets. */
const labelTable = 'fiducial_backup';
const format = '1';

/**
 * Copies the data of one machine, database and secrets, into one new file; the service may run meanwhile. The copy of
 * the database is one read transaction of SQLite: it holds every write entirely or not at all. The file is a secret
 * itself, and is readable by its owner only.
 * @throws UsageError when there is nothing to copy or the file exists already.
 */
export async function backUp(dataDirectory: string, target: string): Promise<BackupLabel> {
  const databaseFile = join(dataDirectory, 'dynamodb.db');
  const secretsFile = join(dataDirectory, 'secrets.json');
  for (const file of [databaseFile, secretsFile])
    if (!existsSync(file)) throw new UsageError(`There is no ${file}: set FIDUCIAL_DATA_DIR to its folder`);
  if (existsSync(target)) throw new UsageError(`${target} already exists: choose another name`);
  const label = { madeAt: new Date().toISOString(), version };
  const aside = `${target}.part`;
  await rm(aside, { force: true });
  // SQLite copies into an empty file as into a new one, but a new one would be readable by everybody.
  await (await open(aside, 'wx', 0o600)).close();
  withDatabase(databaseFile, { readOnly: true }, (database) => {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(aside);
  });
  const secrets = await readFile(secretsFile, 'utf8');
  withDatabase(aside, {}, (database) => {
    checkIntegrity(database, aside);
    database.exec(`CREATE TABLE ${labelTable} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`);
    const insert = database.prepare(`INSERT INTO ${labelTable} VALUES (?, ?)`);
    for (const [name, value] of Object.entries({ format, ...label, secrets })) insert.run(name, value);
  });
  await rename(aside, target);
  return label;
}

/**
 * Puts a backup into a data directory that holds no data and that no service uses. Written aside and renamed, the
 * database last: cut short, it can be begun again.
 * @throws UsageError when the file is no backup or the directory holds data.
 */
export async function restore(source: string, dataDirectory: string): Promise<BackupLabel> {
  if (!existsSync(source)) throw new UsageError(`There is no file ${source}`);
  const { secrets, ...label } = readLabel(source);
  const data = await claimDataDirectory(dataDirectory);
  try {
    if (existsSync(data.databaseFile))
      throw new UsageError(
        `${dataDirectory} holds data already. Restore into another folder: FIDUCIAL_DATA_DIR=<folder> npm run restore`,
      );
    const aside = `${data.databaseFile}.part`;
    await copyFile(source, aside);
    await chmod(aside, 0o600);
    withDatabase(aside, {}, (database) => {
      // Else the secrets would stay in the file's free pages.
      database.exec(`PRAGMA secure_delete = ON; DROP TABLE ${labelTable}`);
    });
    await writePrivateFile(data.secretsFile, secrets);
    await rename(aside, data.databaseFile);
  } finally {
    await data.release();
  }
  return label;
}

function readLabel(file: string): BackupLabel & { secrets: string } {
  return withDatabase(file, { readOnly: true }, (database) => {
    const values = labelValues(database);
    const { format: found, madeAt, version: madeBy, secrets } = values;
    if (found === undefined || madeAt === undefined || madeBy === undefined || secrets === undefined)
      throw new UsageError(`${file} is not a Fiducial backup`);
    if (found !== format)
      throw new UsageError(`${file} has format ${found}, made by Fiducial ${madeBy}; this one reads format ${format}`);
    checkIntegrity(database, file);
    return { madeAt, version: madeBy, secrets };
  });
}

function labelValues(database: DatabaseSync): Record<string, string | undefined> {
  try {
    const rows = database.prepare(`SELECT name, value FROM ${labelTable}`).all();
    return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
  } catch {
    // No database, or none of ours.
    return {};
  }
}

function checkIntegrity(database: DatabaseSync, file: string): void {
  const response = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  if (response !== 'ok') throw new Error(`${file} is damaged: ${String(response)}`);
}

function withDatabase<T>(file: string, options: { readOnly?: boolean }, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, options);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
