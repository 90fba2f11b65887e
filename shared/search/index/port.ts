import type { NoteEventScope } from '../../notes/rules/event.ts';
import type { NoteEventRecord } from '../../notes/store/note-events.ts';

/** What is searched: the note events of one project (docs/design/streams-and-search.md#search). */
export interface SearchQuery {
  projectId: string;
  /**
   * Words that must all occur, in any form; a "phrase in quotes" exactly; Chinese, Japanese and Korean by characters.
   */
  text: string;
  chipId?: string | undefined;
  scope?: NoteEventScope | undefined;
  /** A coupling matches under either order of its qubits (rule NOTE-20). */
  targetId?: string | undefined;
  metricKey?: string | undefined;
  /** Username. */
  actor?: string | undefined;
  action?: 'upsert' | 'delete' | undefined;
  /** ISO 8601 UTC with milliseconds, inclusive. */
  startAt?: string | undefined;
  /** Like `startAt`, inclusive. */
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
  /** The number of events that match; null if not all were examined. */
  total: number | null;
  /** False where the search stopped before the oldest event. */
  complete: boolean;
}

/**
 * A change of the table that the index follows. Events never change: they are added, and removed with their project.
 */
export type SearchChange =
  | { kind: 'added'; event: NoteEventRecord }
  | { kind: 'removed'; projectId: string; eventId: string };

export interface EventSearch {
  /** @throws ServiceError `invalid` when `skip` reaches beyond `searchWindow`. */
  search(query: SearchQuery): Promise<SearchPage>;
}

/** An index that is kept in addition to the table. */
export interface SearchIndex extends EventSearch {
  /**
   * Applies changes in any order and any number of times: the index is the same afterwards. Answers, for each change,
   * why it can never be accepted; undefined for one that was.
   * @throws for a temporary failure: then no change counts as accepted.
   */
  apply(changes: readonly SearchChange[]): Promise<(string | undefined)[]>;
  /** The events of a project that a search cannot find yet, by their ids. */
  lacking(projectId: string, eventIds: readonly string[]): Promise<Set<string>>;
}

/** Whether searches use an index, which may lag behind the table. */
export const isIndex = (search: EventSearch): search is SearchIndex => 'lacking' in search;

/** How far `skip + limit` may reach (OpenSearch, `index.max_result_window`). */
export const searchWindow = 10_000;
