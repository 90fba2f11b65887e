import { setTimeout as sleep } from 'node:timers/promises';
import { reversedTarget } from '../../notes/rules/event.ts';
import { englishTokens, plainTokens, type Token } from './analyzer.ts';
import { type Clause, parseClauses } from './clauses.ts';
import { documentOf, type EventDocument, eventOf } from './document.ts';
import { matchText } from './matcher.ts';
import { indexTemplate, termFields } from './open-search-index.ts';
import type { OpenSearchRequest, OpenSearchResponse, OpenSearchTransport } from './open-search-transport.ts';
import type { SearchChange, SearchIndex, SearchPage, SearchQuery } from './port.ts';
import { requireWithinWindow } from './window.ts';

/** The fields of the search API's answers that are read. */
interface SearchResponse {
  hits: { total: { value: number }; hits: { _source: EventDocument }[] };
}

/** The fields of the bulk API's answers that are read. */
interface BulkItem {
  status: number;
  error?: { type: string; reason: string };
}

const swapAttempts = 25;
const swapPauseMilliseconds = 200;

/**
 * Text search in OpenSearch. Documents have the id of their event and an external version, 1 for an event and 2 for its
 * removal: duplicates and any order give the same index (rule SEARCH-5).
 */
export class OpenSearch implements SearchIndex {
  readonly #send: OpenSearchTransport;
  readonly #alias: string;

  /** @param alias name of the alias; its indices are named `<alias>-...`. */
  constructor(send: OpenSearchTransport, alias: string) {
    this.#send = send;
    this.#alias = alias;
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    requireWithinWindow(query);
    const clauses = parseClauses(query.text);
    if (clauses.length === 0) return { hits: [], total: 0, complete: true };
    const response = await this.#sendPatiently({
      method: 'POST',
      path: `/${this.#alias}/_search`,
      body: {
        from: query.skip,
        size: query.limit,
        track_total_hits: true,
        _source: { excludes: Object.keys(termFields) },
        query: { bool: { must: clauses.map(matchOf), filter: filtersOf(query) } },
        sort: [
          ...(query.sort === 'relevance' ? [{ _score: 'desc' }] : []),
          { created_at: 'desc' },
          { event_id: 'desc' },
        ],
      },
    });
    // There are no notes yet.
    if (response.status === 404) return { hits: [], total: 0, complete: true };
    const { hits } = expectSuccess<SearchResponse>('search', response);
    return {
      hits: hits.hits.map(({ _source }) => ({
        event: eventOf(_source),
        highlights: matchText(_source.content, clauses)?.highlights ?? [],
      })),
      total: hits.total.value,
      complete: true,
    };
  }

  async apply(changes: readonly SearchChange[]): Promise<(string | undefined)[]> {
    return this.applyTo(this.#alias, changes);
  }

  async lacking(projectId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const ids = new Set(eventIds);
    const response = await this.#sendPatiently({
      method: 'POST',
      path: `/${this.#alias}/_search`,
      body: {
        size: ids.size,
        _source: ['event_id'],
        query: { bool: { filter: [{ term: { project_id: projectId } }, { terms: { event_id: [...ids] } }] } },
      },
    });
    if (response.status === 404) return ids;
    const { hits } = expectSuccess<SearchResponse>('search', response);
    for (const { _source } of hits.hits) ids.delete(_source.event_id);
    return ids;
  }

  /** Like `apply`, to one index or to the alias. */
  async applyTo(target: string, changes: readonly SearchChange[]): Promise<(string | undefined)[]> {
    if (changes.length === 0) return [];
    const toAlias = target === this.#alias;
    const send = () =>
      this.#send({
        method: 'POST',
        // The path names the index, so that a role can be limited to it.
        path: `/${target}/_bulk`,
        // A missing alias must not become an index that the template does not match.
        query: { require_alias: String(toAlias) },
        lines: changes.flatMap(linesOf),
      });
    let items = itemsOf(await send());
    const hasError = (type: string) => items.some(({ error }) => error?.type === type);
    if (toAlias && hasError('index_not_found_exception')) {
      await this.ensureIndex();
      items = itemsOf(await send());
    } else if (hasError('strict_dynamic_mapping_exception')) {
      // An index of an earlier release has no field for the terms yet; a document that was accepted already is answered
      // as a repeat.
      await this.#addTermFields(target);
      items = itemsOf(await send());
    }
    return items.map(failureOf);
  }

  /** Puts the template, and creates the first index with the alias where there is none. May be repeated. */
  async ensureIndex(): Promise<void> {
    await this.#putTemplate();
    if ((await this.#send({ method: 'HEAD', path: `/_alias/${this.#alias}` })).status === 200) return;
    await this.#createIndex(`${this.#alias}-000001`, { [this.#alias]: { is_write_index: true } });
  }

  /** Creates an index in addition to those of the alias, by the present template. Answers its name. */
  async createNextIndex(): Promise<string> {
    await this.#putTemplate();
    const latest = (await this.#indices()).map((name) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0));
    const name = `${this.#alias}-${String(Math.max(0, ...latest) + 1).padStart(6, '0')}`;
    await this.#createIndex(name, {});
    return name;
  }

  /** Points the alias at this index only, and deletes the others. */
  async swapTo(index: string): Promise<void> {
    const others = (await this.#indices()).filter((name) => name !== index);
    const actions = [
      { add: { index, alias: this.#alias, is_write_index: true } },
      ...others.map((name) => ({ remove_index: { index: name } })),
    ];
    expectSuccess('swap', await this.#send({ method: 'POST', path: '/_aliases', body: { actions } }));
  }

  /** Makes written documents visible to searches now instead of a second later. */
  async refresh(): Promise<void> {
    expectSuccess('refresh', await this.#send({ method: 'POST', path: `/${this.#alias}/_refresh` }));
  }

  /** Retries while no shard answers: the shards of a new index, or of a node that leaves, answer in a moment. */
  async #sendPatiently(request: OpenSearchRequest): Promise<OpenSearchResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(request);
      if (response.status !== 503 || attempt === swapAttempts) return response;
      await sleep(swapPauseMilliseconds);
    }
  }

  async #putTemplate(): Promise<void> {
    const path = `/_index_template/${this.#alias}`;
    expectSuccess('template', await this.#send({ method: 'PUT', path, body: indexTemplate(this.#alias) }));
  }

  async #addTermFields(target: string): Promise<void> {
    const body = { properties: termFields };
    expectSuccess('mapping', await this.#send({ method: 'PUT', path: `/${target}/_mapping`, body }));
  }

  async #createIndex(name: string, aliases: object): Promise<void> {
    const response = await this.#send({ method: 'PUT', path: `/${name}`, body: { aliases } });
    const error = response.body.error as { type?: string } | undefined;
    // Another consumer was quicker.
    if (error?.type !== 'resource_already_exists_exception') expectSuccess('index', response);
  }

  async #indices(): Promise<string[]> {
    const response = await this.#send({ method: 'GET', path: `/${this.#alias}-*` });
    return Object.keys(expectSuccess<object>('index', response));
  }
}

/**
 * The query of a clause: its terms one after the other. Documents that an earlier release wrote have no terms until the
 * index is rebuilt; their text is queried with OpenSearch's own analyzers.
 */
function matchOf({ field, text, terms }: Clause): object {
  const earlier = {
    bool: {
      must: { match_phrase: { [field === 'english' ? 'content' : 'content.cjk']: text } },
      must_not: { exists: { field: 'plain' } },
    },
  };
  return { bool: { should: [{ match_phrase: { [field]: terms.join(' ') } }, earlier], minimum_should_match: 1 } };
}

function filtersOf(query: SearchQuery): object[] {
  const { startAt, endAt } = query;
  const exact = {
    project_id: query.projectId,
    chip_id: query.chipId,
    scope: query.scope,
    metric_key: query.metricKey,
    actor: query.actor,
    action: query.action,
  };
  const terms: object[] = Object.entries(exact).flatMap(([field, value]) =>
    value === undefined ? [] : [{ term: { [field]: value } }],
  );
  if (query.targetId !== undefined) terms.push(targetFilter(query.targetId));
  if (startAt === undefined && endAt === undefined) return terms;
  return [...terms, { range: { created_at: { ...(startAt && { gte: startAt }), ...(endAt && { lte: endAt }) } } }];
}

/** For a coupling the exchanged id as well, since an event may be stored under it (rule NOTE-20). */
function targetFilter(targetId: string): object {
  const given = { term: { target_id: targetId } };
  const reversed = reversedTarget(targetId);
  if (!reversed) return given;
  const exchanged = { bool: { filter: [{ term: { target_id: reversed.id } }, { terms: { scope: reversed.scopes } }] } };
  return { bool: { should: [given, exchanged], minimum_should_match: 1 } };
}

function linesOf(change: SearchChange): object[] {
  const external = { version_type: 'external' };
  if (change.kind === 'removed') return [{ delete: { _id: change.eventId, version: 2, ...external } }];
  const { event } = change;
  const terms = { english: termsOf(englishTokens(event.content)), plain: termsOf(plainTokens(event.content)) };
  return [{ index: { _id: event.eventId, version: 1, ...external } }, { ...documentOf(event), ...terms }];
}

const termsOf = (tokens: readonly Token[]): string => tokens.map(({ term }) => term).join(' ');

function itemsOf(response: OpenSearchResponse): BulkItem[] {
  const { items } = expectSuccess<{ items: Record<string, BulkItem>[] }>('bulk', response);
  return items.flatMap((item) => Object.values(item));
}

/**
 * Why a document can never be accepted. A version that exists already was accepted before.
 * @throws Error for a temporary failure, such as a full queue.
 */
function failureOf({ status, error }: BulkItem): string | undefined {
  if (!error || status === 409) return undefined;
  if (status === 400) return `${error.type}: ${error.reason}`;
  throw new Error(`OpenSearch answered ${status} to a document: ${error.type}: ${error.reason}`);
}

function expectSuccess<T>(what: string, { status, body }: OpenSearchResponse): T {
  if (status >= 200 && status < 300) return body as T;
  throw new Error(`OpenSearch answered ${status} to '${what}': ${JSON.stringify(body.error ?? body)}`);
}
