import { randomUUID } from 'node:crypto';
import { OpenSearch } from '#shared/search/index/open-search.ts';
import { type OpenSearchTransport, openTransport } from '#shared/search/index/open-search-transport.ts';

/** An index of its own in a real OpenSearch. */
export interface TestOpenSearch {
  index: OpenSearch;
  /** Name of the alias. */
  alias: string;
  send: OpenSearchTransport;
  /** Deletes everything under the alias. */
  close(): Promise<void>;
}

/** Opens an alias that no other test uses, in the OpenSearch at OPENSEARCH_ENDPOINT. */
export function openTestSearch(): TestOpenSearch {
  const endpoint = process.env.OPENSEARCH_ENDPOINT;
  if (!endpoint) throw new Error('OPENSEARCH_ENDPOINT names no OpenSearch; npm run test:search starts one');
  const send = openTransport(endpoint, () => Promise.reject(new Error('Nothing is signed here')));
  const alias = `test-${randomUUID()}`;
  const index = new OpenSearch(send, alias);
  return {
    index,
    alias,
    send,
    close: async () => {
      await send({ method: 'DELETE', path: `/${alias}-*` });
      await send({ method: 'DELETE', path: `/_index_template/${alias}` });
    },
  };
}
