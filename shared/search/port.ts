import type { NoteEventScope } from '../domain/notes/event.ts';
import type { NoteEventRecord } from '../store/notes/note-events.ts';

/** What is searched: the note events of one project (docs/design/streams-and-search.md#search). */
export interface SearchQuery {
  projectId: string;
  /** Words that all must occur, in any form; a "phrase in quotes" as it stands; Chinese, Japanese and Korean by characters. */
  text: string;
  chipId?: string | undefined;
  scope?: NoteEventScope | undefined;
  /** A coupling is meant under either order of its qubits (rule NOTE-20). */
  targetId?: string | undefined;
  metricKey?: string | undefined;
  /** Username. */
  actor?: string | undefined;
  action?: 'upsert' | 'delete' | undefined;
  /** ISO 8601 UTC with milliseconds, inclusive. */
  startAt?: string | undefined;
  /** As `startAt`, inclusive. */
  endAt?: string | undefined;
  /** Events that match equally well are ordered newest first too. */
  sort: 'relevance' | 'newest';
  skip: number;
  limit: number;
}

/** Where a text matches: `[start, end)` in Unicode code points. */
export type Highlight = [start: number, end: number];

/** An event that was found. */
export interface SearchHit {
  event: NoteEventRecord;
  /** In order and without overlap. */
  highlights: Highlight[];
}

export interface SearchPage {
  hits: SearchHit[];
  /** All events that match; null where not all were looked at. */
  total: number | null;
  /** False where the search stopped before the oldest event. */
  complete: boolean;
}

/** A change of the table that the index follows. Events never change: they come, and go with their project. */
export type SearchChange =
  | { kind: 'added'; event: NoteEventRecord }
  | { kind: 'removed'; projectId: string; eventId: string };

/** What finds note events. */
export interface EventSearch {
  /** @throws ServiceError `invalid` when `skip` reaches beyond `searchWindow`. */
  search(query: SearchQuery): Promise<SearchPage>;
}

/** An index that is kept beside the table. */
export interface SearchIndex extends EventSearch {
  /**
   * Takes changes in any order and any number of times: the index is the same afterwards.
   * Answers, for each change, why it can never be taken; undefined for one that was.
   * @throws what may pass: then no change counts as taken.
   */
  apply(changes: readonly SearchChange[]): Promise<(string | undefined)[]>;
  /** Those of a project's events that a search cannot find yet, by their ids. */
  lacking(projectId: string, eventIds: readonly string[]): Promise<Set<string>>;
}

/** Whether a search is answered by an index, which may be behind the table. */
export const isIndex = (search: EventSearch): search is SearchIndex => 'lacking' in search;

/** How far `skip + limit` may reach (OpenSearch, `index.max_result_window`). */
export const searchWindow = 10_000;
