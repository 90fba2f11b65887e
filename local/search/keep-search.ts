import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabase } from '#local/data-folder/check-database.ts';
import { damageOf, deleteDatabase } from '#local/data-folder/database-damage.ts';
import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { scanNoteEvents } from '#shared/notes/store/note-event-scan.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import { rebuildEmbedded } from '#shared/search/index/rebuild.ts';
import { TableSearch } from '#shared/search/index/table-search.ts';
import { GuardedSearch } from './guarded-search.ts';

/** Delay before another attempt to rebuild the index. */
const retryMilliseconds = 10_000;

/** Another thread that has the file open. */
export interface OtherReader {
  /** Resolves when that thread has closed the file. */
  suspendSearch(): Promise<void>;
  resumeSearch(): Promise<void>;
}

export interface KeepSearchOptions {
  /** Path, or `:memory:`. */
  file: string;
  db: () => Database;
  log(line: string): void;
}

/** The index of notes of one machine. */
export interface KeptSearch {
  index: GuardedSearch;
  /** Opens the file, and rebuilds the index if the file is missing, damaged or outdated. */
  open(): Promise<void>;
  /** Rebuilds the index from the table; from then on `other` has the file open too. */
  sharedWith(other: OtherReader): void;
  damaged(problem: string): void;
  /** The current problem of the index. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Keeps the index of notes in a file, and rebuilds it from the table if the file is damaged (rule SEARCH-7). */
export function keepSearch({ file, db, log }: KeepSearchOptions): KeptSearch {
  const closing = new AbortController();
  const { signal } = closing;
  let problem: string | undefined;
  let repairing: Promise<void> | undefined;
  let other: OtherReader | undefined;
  const index: GuardedSearch = new GuardedSearch({ search: (query) => new TableSearch(db()).search(query) }, (found) =>
    damaged(found),
  );

  const openFile = (): EmbeddedSearch => {
    try {
      return new EmbeddedSearch(file);
    } catch (error) {
      const found = damageOf(error);
      if (found === undefined) throw error;
      return openAnew(found);
    }
  };
  const openAnew = (found: string): EmbeddedSearch => {
    log(`${file} is damaged (${found}): the index of notes is rebuilt from the table`);
    deleteDatabase(file);
    return new EmbeddedSearch(file);
  };
  const build = async (opened: EmbeddedSearch) => {
    const { indexed } = await rebuildEmbedded(opened, scanNoteEvents(db()));
    index.resume(opened);
    return indexed;
  };
  const repair = async (found: string) => {
    for (let reason = found; !signal.aborted; ) {
      let opened: EmbeddedSearch | undefined;
      try {
        index.suspend();
        await other?.suspendSearch();
        opened = openAnew(reason);
        const indexed = await build(opened);
        problem = undefined;
        await other?.resumeSearch();
        log(`${file} is rebuilt, with ${indexed} note events`);
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        log(`${file} could not be rebuilt: ${reason}`);
        index.suspend();
        opened?.close();
        await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const damaged = (found: string) => {
    if (signal.aborted || repairing) return;
    problem = found;
    repairing = repair(found).finally(() => {
      repairing = undefined;
    });
  };

  return {
    index,
    open: async () => {
      const isFile = file !== ':memory:';
      const check = isFile ? await checkDatabase(file, { signal, log }) : undefined;
      void check?.later?.then(
        (found) => found && damaged(found),
        () => undefined,
      );
      const opened = check?.problem === undefined ? openFile() : openAnew(check.problem);
      // The stream delivers only later writes.
      if (opened.unbuilt) await build(opened);
      else index.resume(opened);
    },
    sharedWith: (reader) => {
      other = reader;
    },
    damaged,
    problem: () => problem,
    close: async () => {
      closing.abort();
      await repairing;
      index.suspend();
    },
  };
}
