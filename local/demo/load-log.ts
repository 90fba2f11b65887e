import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from '#local/table-in-memory/values.ts';
import { bytesAsBase64, bytesFromBase64 } from '#shared/kernel/store/dynamodb/attribute-values.ts';

/** A write of one item. */
export interface LoggedWrite {
  pk: string;
  sk: string;
  /** The item before the write; absent if it did not exist. */
  before?: Image;
  /** The item's revision after the write; absent if the write sets none or deletes the item. */
  rev?: string;
}

/** The writes of one transaction. */
export interface LoggedTransaction {
  id: number;
  writes: LoggedWrite[];
}

/** A run with files on disk. */
export interface LoggedRun {
  projectId: string;
  flowRunId: string;
}

const sqliteBusy = 5;
const retryMilliseconds = 50;

/** Whether a load has started and not finished. */
export const isLoadPending = (file: string): boolean => existsSync(file);

/**
 * Records every write of a load before it is sent, so that an interrupted load can be undone exactly. The file exists
 * for the whole load. It is in SQLite, because the system drops its lock with the process, even on SIGKILL.
 */
export class LoadLog {
  readonly #file: string;
  readonly #database: DatabaseSync;

  private constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
  }

  /** Creates the file if necessary, and waits for the process of an earlier load that is still ending. */
  static async open(file: string): Promise<LoadLog> {
    for (;;) {
      const database = new DatabaseSync(file);
      try {
        database.exec(`
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA journal_mode = WAL;
          BEGIN EXCLUSIVE;
          CREATE TABLE IF NOT EXISTS transactions (id INTEGER PRIMARY KEY, is_last INTEGER NOT NULL, writes TEXT NOT NULL);
          CREATE TABLE IF NOT EXISTS runs (project_id TEXT NOT NULL, flow_run_id TEXT NOT NULL);
          COMMIT;
        `);
        return new LoadLog(file, database);
      } catch (error) {
        database.close();
        if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
      }
      await sleep(retryMilliseconds);
    }
  }

  /** Returns the id of the transaction. `isLast`: this transaction completes the load. */
  append(writes: readonly LoggedWrite[], isLast: boolean): number {
    const insert = this.#database.prepare('INSERT INTO transactions (is_last, writes) VALUES (?, ?)');
    return Number(insert.run(isLast ? 1 : 0, JSON.stringify(writes, bytesAsBase64)).lastInsertRowid);
  }

  /** Removes a transaction that was refused or undone. */
  remove(id: number): void {
    this.#database.prepare('DELETE FROM transactions WHERE id = ?').run(id);
  }

  newest(): LoggedTransaction | undefined {
    return this.#read('SELECT id, writes FROM transactions ORDER BY id DESC LIMIT 1');
  }

  /** The transaction that completes the load, if it was reached. */
  last(): LoggedTransaction | undefined {
    return this.#read('SELECT id, writes FROM transactions WHERE is_last = 1 LIMIT 1');
  }

  appendRun({ projectId, flowRunId }: LoggedRun): void {
    this.#database.prepare('INSERT INTO runs VALUES (?, ?)').run(projectId, flowRunId);
  }

  runs(): LoggedRun[] {
    const rows = this.#database.prepare('SELECT project_id, flow_run_id FROM runs').all();
    return rows.map((row) => ({ projectId: String(row.project_id), flowRunId: String(row.flow_run_id) }));
  }

  forgetRuns(): void {
    this.#database.exec('DELETE FROM runs');
  }

  close(): void {
    this.#database.close();
  }

  /** Ends the load. */
  async delete(): Promise<void> {
    this.close();
    await rm(this.#file, { force: true });
  }

  #read(query: string): LoggedTransaction | undefined {
    const row = this.#database.prepare(query).get();
    return row && { id: Number(row.id), writes: JSON.parse(String(row.writes), bytesFromBase64) as LoggedWrite[] };
  }
}
