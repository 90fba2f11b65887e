import { OpenSearch } from '#shared/search/index/open-search.ts';
import { openTransport } from '#shared/search/index/open-search-transport.ts';
import type { EventSearch, SearchIndex } from '#shared/search/index/port.ts';
import { TableSearch } from '#shared/search/index/table-search.ts';
import { type Runtime, runtime } from '../runtime.ts';

const opened = new WeakMap<Runtime, OpenSearch>();

/** What finds note events: the given port, OpenSearch where an endpoint is named, else the table alone. */
export function eventSearch(): EventSearch {
  const current = runtime();
  return current.ports.search ?? openSearchOf(current) ?? new TableSearch(current.db);
}

/** The index that follows the table. @throws Error where the service has none. */
export function searchIndex(): SearchIndex {
  const current = runtime();
  const index = current.ports.search ?? openSearchOf(current);
  if (!index) throw new Error('OPENSEARCH_ENDPOINT names no index for the consumer to keep');
  return index;
}

function openSearchOf(current: Runtime): OpenSearch | undefined {
  const { openSearchEndpoint: endpoint, openSearchAlias: alias } = current.config;
  if (endpoint === '') return undefined;
  const known = opened.get(current);
  if (known) return known;
  const credentials = current.client.config.credentials;
  const index = new OpenSearch(openTransport(endpoint, credentials), alias);
  opened.set(current, index);
  return index;
}
