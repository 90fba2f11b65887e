import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { targetIdsOf } from '../../notes/rules/event.ts';
import { readNoteEvents } from '../../notes/store/note-event-reads.ts';
import type { NoteEventRecord } from '../../notes/store/note-events.ts';
import { parseClauses } from './clauses.ts';
import { type Match, matchText } from './matcher.ts';
import type { EventSearch, SearchPage, SearchQuery } from './port.ts';
import { requireWithinWindow } from './window.ts';

/** Most pages of the table, a megabyte each, that one search reads. */
const pageBudget = 8;

/** Weights of BM25 for how often a clause occurs and for the length of a text (Lucene's defaults). */
const saturation = 1.2;
const lengthWeight = 0.75;

interface Found extends Match {
  event: NoteEventRecord;
}

/**
 * Search without an index: reads the events by key, newest first, and matches each with the analyzer of the indices.
 * Stops after a bounded number of pages, and then says so. For a laboratory that does not want to pay for a cluster.
 */
export class TableSearch implements EventSearch {
  readonly #db: Database;
  readonly #pageBudget: number;

  constructor(db: Database, options: { pageBudget?: number } = {}) {
    this.#db = db;
    this.#pageBudget = options.pageBudget ?? pageBudget;
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    requireWithinWindow(query);
    const clauses = parseClauses(query.text);
    if (clauses.length === 0) return { hits: [], total: 0, complete: true };
    const { events, complete } = await readNoteEvents(this.#db, query, this.#pageBudget);
    const found: Found[] = events.filter(matchesQuery(query)).flatMap((event) => {
      const match = matchText(event.content, clauses);
      return match ? [{ event, ...match }] : [];
    });
    const sorted = query.sort === 'relevance' ? byRelevance(found, events.length) : found;
    const hits = sorted.slice(query.skip, query.skip + query.limit);
    return {
      hits: hits.map(({ event, highlights }) => ({ event, highlights })),
      total: complete ? found.length : null,
      complete,
    };
  }
}

/** The filters that the ranges of keys do not apply already. */
const matchesQuery = (query: SearchQuery) => (event: NoteEventRecord) =>
  (query.chipId === undefined || event.chipId === query.chipId) &&
  (query.scope === undefined || event.scope === query.scope) &&
  (query.targetId === undefined || targetIdsOf(event.scope, query.targetId).includes(event.targetId)) &&
  (query.metricKey === undefined || event.metricKey === query.metricKey) &&
  (query.actor === undefined || event.actor === query.actor) &&
  (query.action === undefined || event.action === query.action);

/** Best first by BM25; equal matches stay in their order, newest first. */
function byRelevance(found: readonly Found[], read: number): Found[] {
  const meanLength = found.reduce((sum, { length }) => sum + length, 0) / Math.max(1, found.length);
  // Every clause occurs in every text that was found, so a clause is as rare as the others.
  const rarity = Math.log(1 + (read - found.length + 0.5) / (found.length + 0.5));
  const scoreOf = ({ counts, length }: Found): number => {
    const norm = saturation * (1 - lengthWeight + lengthWeight * (length / Math.max(1, meanLength)));
    return counts.reduce((sum, count) => sum + (rarity * count) / (count + norm), 0);
  };
  return found
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
