import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Primary result codes of SQLite: SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB. */
const damageCodes: ReadonlySet<number> = new Set([10, 11, 26]);

/** Returns SQLite's message if an error means that the file is damaged; undefined for other errors. */
export function damageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode } = error as { errcode?: number };
  if (errcode === undefined) return undefined;
  // A truncated file has lost its tables.
  const isDamaged = damageCodes.has(errcode & 0xff) || error.message.startsWith('no such table');
  return isDamaged ? error.message : undefined;
}

/**
 * Checks a database file with SQLite's `quick_check` and returns the problem; undefined for a sound or missing file. It
 * reads the whole file before it returns.
 */
export function databaseProblem(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  // SQLite treats an empty file as a new database.
  if (statSync(file).size === 0) return 'the file is empty';
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA busy_timeout = 5000');
      const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      return found === 'ok' ? undefined : String(found).split('\n').at(-1);
    } finally {
      database.close();
    }
  } catch (error) {
    // Other errors are left to the next one who opens the file.
    return damageOf(error);
  }
}

/** The files in which SQLite keeps one database. */
export const withJournals = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`];

/** Deletes a database that is closed. */
export function deleteDatabase(file: string): void {
  for (const part of withJournals(file)) rmSync(part, { force: true });
}

/** Renames a closed, damaged database to `<file>.damaged`, replacing an earlier one, and returns that name. */
export function keepAside(file: string): string {
  const kept = `${file}.damaged`;
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${kept}${suffix}`, { force: true });
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${kept}${suffix}`);
  }
  return kept;
}
