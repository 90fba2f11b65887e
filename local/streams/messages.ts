import type { SentAccess } from '#local/engine/channel.ts';
import type { Config } from '#shared/kernel/config.ts';
import type { DeadLetter } from './state-file.ts';

/** Input of the streams' thread, all of it transferable. */
export interface StreamsThreadData {
  engine: { access: SentAccess; databaseFile: string | undefined };
  config: Config;
  /** File of cursors and dead letters. */
  stateFile: string;
  /** File of the notes index, unless an OpenSearch is configured. */
  searchFile: string | undefined;
  /** Whether the index may be opened; otherwise it is being rebuilt. */
  isSearchOpen: boolean;
  /** Folder of all data; undefined if the disk is not monitored. */
  dataFolder: string | undefined;
  /** Shared memory of the number of requests in progress. */
  requests: SharedArrayBuffer;
}

/** Calls of the stack to the thread, and their results. */
export interface StreamsCalls {
  settle: undefined;
  deadLetters: DeadLetter[];
  trim: number;
  closeSpans: undefined;
  suspendSearch: undefined;
  resumeSearch: undefined;
  hold: undefined;
  release: undefined;
  stop: undefined;
}

/** Messages to the thread. */
export interface ToStreamsThread {
  id: number;
  call: keyof StreamsCalls;
}

/** Messages from the thread. */
export type FromStreamsThread =
  | { kind: 'response'; id: number; response: unknown }
  | { kind: 'failed'; id: number; text: string }
  | { kind: 'error'; text: string }
  /** A notice for the operator; not a failure. */
  | { kind: 'notice'; text: string }
  /** Why nothing is delivered at present; undefined if all is well again. */
  | { kind: 'problem'; text: string | undefined }
  /** The index of notes is damaged, in SQLite's words. */
  | { kind: 'search-damaged'; text: string };
