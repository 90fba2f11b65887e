import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { reversedTarget } from '../../notes/rules/event.ts';
import { englishTokens, plainTokens, type Token } from './analyzer.ts';
import { type Clause, parseClauses } from './clauses.ts';
import { documentOf, eventOf } from './document.ts';
import { matchText } from './matcher.ts';
import type { SearchChange, SearchIndex, SearchPage, SearchQuery } from './port.ts';
import { requireWithinWindow } from './window.ts';

/** Raise it when terms or tables change: an older file is then emptied and must be rebuilt. */
const formatVersion = 2;

/**
 * Prepared statements that are kept, since preparing takes longer than most of them run; filters give them many forms.
 */
const MOST_STATEMENTS = 64;

/**
 * Text search on one machine, in SQLite's FTS5. Texts are analyzed here and stored as terms, since FTS5 has neither the
 * stop words nor the stemmer of OpenSearch's English.
 */
export class EmbeddedSearch implements SearchIndex {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Whether the file held no complete index of this format: then it must be built from the table. */
  readonly unbuilt: boolean;

  /** @param file path, or `:memory:`. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const found = this.#database.prepare('PRAGMA user_version').get()?.user_version;
    this.unbuilt = found !== formatVersion;
    if (this.unbuilt) this.clear();
  }

  /** Marks the index as complete: a cleared file without this mark is rebuilt when it is opened. */
  markBuilt(): void {
    this.#database.exec(`PRAGMA user_version = ${formatVersion}`);
  }

  /** Empties the index. */
  clear(): void {
    this.#database.exec(`
      BEGIN;
      DROP TABLE IF EXISTS events;
      DROP TABLE IF EXISTS removed;
      DROP TABLE IF EXISTS terms;
      CREATE TABLE events (
        id INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE, project_id TEXT NOT NULL, chip_id TEXT NOT NULL,
        scope TEXT NOT NULL, target_id TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        created_at TEXT NOT NULL, document TEXT NOT NULL);
      CREATE INDEX events_by_time ON events (project_id, created_at);
      CREATE TABLE removed (event_id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE VIRTUAL TABLE terms USING fts5(
        english, plain, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'");
      PRAGMA user_version = 0;
      COMMIT;`);
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    requireWithinWindow(query);
    const clauses = parseClauses(query.text);
    if (clauses.length === 0) return { hits: [], total: 0, complete: true };
    const { where, values } = conditionsOf(query, clauses);
    const from = `FROM terms JOIN events ON events.id = terms.rowid WHERE ${where}`;
    const order = `${query.sort === 'relevance' ? 'bm25(terms), ' : ''}created_at DESC, event_id DESC`;
    const total = this.#prepared(`SELECT COUNT(*) AS total ${from}`).get(...values)?.total;
    const rows = this.#prepared(`SELECT document ${from} ORDER BY ${order} LIMIT ? OFFSET ?`).all(
      ...values,
      query.limit,
      query.skip,
    );
    const hits = rows.map(({ document }) => {
      const event = eventOf(JSON.parse(String(document)));
      return { event, highlights: matchText(event.content, clauses)?.highlights ?? [] };
    });
    return { hits, total: Number(total), complete: true };
  }

  async apply(changes: readonly SearchChange[]): Promise<(string | undefined)[]> {
    this.#database.exec('BEGIN');
    try {
      for (const change of changes) this.#applyOne(change);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
    return changes.map(() => undefined);
  }

  async lacking(projectId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const places = eventIds.map(() => '?').join(', ');
    const known = this.#prepared(`SELECT event_id FROM events WHERE project_id = ? AND event_id IN (${places})`).all(
      projectId,
      ...eventIds,
    );
    const found = new Set(known.map(({ event_id }) => String(event_id)));
    return new Set(eventIds.filter((id) => !found.has(id)));
  }

  /** Each form of a statement is prepared once; SQLite prepares it again by itself after tables were recreated. */
  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#database.close();
  }

  #applyOne(change: SearchChange): void {
    if (change.kind === 'removed') {
      const row = this.#prepared('DELETE FROM events WHERE event_id = ? RETURNING id').get(change.eventId);
      if (row) this.#prepared('DELETE FROM terms WHERE rowid = ?').run(row.id ?? null);
      this.#prepared('INSERT OR IGNORE INTO removed VALUES (?)').run(change.eventId);
      return;
    }
    const { event } = change;
    // A removed document does not return with a repeated record.
    if (this.#prepared('SELECT 1 FROM removed WHERE event_id = ?').get(event.eventId)) return;
    const row = this.#prepared(
      `INSERT OR IGNORE INTO events
           (event_id, project_id, chip_id, scope, target_id, actor, action, created_at, document)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ).get(
      event.eventId,
      event.projectId,
      event.chipId,
      event.scope,
      event.targetId,
      event.actor,
      event.action,
      event.createdAt,
      JSON.stringify(documentOf(event)),
    );
    if (!row) return;
    this.#prepared('INSERT INTO terms (rowid, english, plain) VALUES (?, ?, ?)').run(
      row.id ?? null,
      columnOf(englishTokens(event.content)),
      columnOf(plainTokens(event.content)),
    );
  }
}

const columnOf = (tokens: readonly Token[]): string => tokens.map(({ term }) => encodeTerm(term)).join(' ');

/** FTS5 splits terms at characters that it does not know as token characters: these are given as their bytes. */
const encodeTerm = (term: string): string =>
  /^([a-z0-9]+|_)$/.test(term) ? term : `_${Buffer.from(term).toString('hex')}`;

function conditionsOf(query: SearchQuery, clauses: readonly Clause[]): { where: string; values: SQLInputValue[] } {
  const match = clauses.map(({ field, terms }) => `${field} : "${terms.map(encodeTerm).join(' ')}"`).join(' AND ');
  const conditions: Condition[] = [
    ['terms MATCH ?', match],
    ['project_id = ?', query.projectId],
    ['chip_id = ?', query.chipId],
    ['scope = ?', query.scope],
    targetCondition(query.targetId),
    ["json_extract(document, '$.metric_key') = ?", query.metricKey],
    ['actor = ?', query.actor],
    ['action = ?', query.action],
    ['created_at >= ?', query.startAt],
    ['created_at <= ?', query.endAt],
  ];
  const given = conditions.filter((condition): condition is [string, ...string[]] => condition[1] !== undefined);
  return { where: given.map(([text]) => text).join(' AND '), values: given.flatMap(([, ...values]) => values) };
}

type Condition = [text: string, ...values: (string | undefined)[]];

/** For a coupling the exchanged id as well, since an event may be stored under it (rule NOTE-20). */
function targetCondition(targetId: string | undefined): Condition {
  const reversed = targetId === undefined ? undefined : reversedTarget(targetId);
  if (!reversed) return ['target_id = ?', targetId];
  const places = reversed.scopes.map(() => '?').join(', ');
  return [`(target_id = ? OR (target_id = ? AND scope IN (${places})))`, targetId, reversed.id, ...reversed.scopes];
}
