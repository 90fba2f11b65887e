import type { SentAccess } from '#local/engine/channel.ts';
import type { Config } from '#shared/config.ts';
import type { DeadLetter } from './state-file.ts';

/** What the thread of the streams is made of; everything can be sent to a thread. */
export interface StreamsThreadData {
  engine: { access: SentAccess; databaseFile: string | undefined };
  config: Config;
  /** Keeps cursors and dead letters. */
  stateFile: string;
  /** Of the index of notes, unless the configuration names an OpenSearch. */
  searchFile: string | undefined;
  /** Whether the index may be opened; else it is being made again. */
  isSearchOpen: boolean;
  /** Folder of everything that is written; undefined where the disk is not looked at. */
  dataFolder: string | undefined;
  /** Of the number of requests in flight. */
  requests: SharedArrayBuffer;
}

/** What the stack asks the thread, and what each is answered. */
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

/** What the stack tells the thread. */
export interface ToStreamsThread {
  id: number;
  call: keyof StreamsCalls;
}

/** What the thread tells the stack. */
export type FromStreamsThread =
  | { kind: 'response'; id: number; response: unknown }
  | { kind: 'failed'; id: number; text: string }
  | { kind: 'error'; text: string }
  /** Something that the operator should read; no failure. */
  | { kind: 'notice'; text: string }
  /** Why nothing is delivered at present; undefined where all is well again. */
  | { kind: 'problem'; text: string | undefined }
  /** The index of notes is damaged, in SQLite's words. */
  | { kind: 'search-damaged'; text: string };
