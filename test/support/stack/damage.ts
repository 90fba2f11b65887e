import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const pageBytes = 4096;

/** Moves all that is in the journal into the file. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Cuts a database off in the middle. */
export function cut(file: string): void {
  checkpoint(file);
  truncateSync(file, Math.floor(statSync(file).size / 2 / pageBytes) * pageBytes + 100);
}

/** Overwrites pages of a database with zeros, from the second on. */
export function zeroPages(file: string, from = 1): void {
  checkpoint(file);
  const size = statSync(file).size;
  const handle = openSync(file, 'r+');
  for (let at = from * pageBytes; at < size; at += pageBytes)
    writeSync(handle, Buffer.alloc(pageBytes), 0, pageBytes, at);
  closeSync(handle);
}
