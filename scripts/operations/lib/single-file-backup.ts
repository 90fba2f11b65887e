import { existsSync } from 'node:fs';
import { chmod, copyFile, rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { writePrivateFile } from '#local/data-folder/private-file.ts';
import { UsageError } from '#local/settings.ts';

/* Reads backups of Fiducial 0.1.0, which are a single SQLite file. */

/** The label of such a backup. */
export interface BackupLabel {
  /** Start of the backup, ISO 8601. */
  madeAt: string;
  /** Version of Fiducial that made it. */
  version: string;
}

/** The table of label and secrets, which the engine does not use. */
const labelTable = 'fiducial_backup';
const format = '1';

/**
 * Restores a backup of Fiducial 0.1.0 into an empty data directory that no service uses. It writes temporary files and
 * renames them, the database last, so an interrupted restore can be repeated. The backup contains table and secrets,
 * but no figures, raw data or snapshots.
 * @throws UsageError if the file is not a backup, the operator has not accepted a table alone, or the directory
 * contains data.
 */
export async function restoreTable(source: string, dataDirectory: string, isEnough: boolean): Promise<BackupLabel> {
  const { secrets, ...label } = readLabel(source);
  if (!isEnough)
    throw new UsageError(
      `${source} was made by Fiducial ${label.version} and holds no figures, raw data or snapshots. ` +
        'To restore the table alone: npm run restore -- --table-only <file>',
    );
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
      // Otherwise the secrets would remain in free pages of the file.
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
    // Not a database, or not one of ours.
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
