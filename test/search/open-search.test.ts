import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf } from '#shared/search/index/document.ts';
import { indexTemplate, termFields } from '#shared/search/index/open-search-index.ts';
import type { SearchQuery } from '#shared/search/index/port.ts';
import { describeIndex } from '#test/support/search/index-cases.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { openTestSearch, type TestOpenSearch } from '#test/support/search/open-search.ts';
import { describeSearch } from '#test/support/search/search-cases.ts';

describeSearch('OpenSearch', async () => {
  const { index, close } = openTestSearch();
  return {
    search: index,
    add: async (events) => {
      await index.apply(events.map((event) => ({ kind: 'added', event })));
      await index.refresh();
    },
    close,
  };
});

describeIndex(
  'OpenSearch',
  async () => {
    const { index, close } = openTestSearch();
    await index.ensureIndex();
    return { index, shown: () => index.refresh(), close };
  },
  { runs: 30 },
);

const query = (text: string): SearchQuery => ({ projectId: 'p', text, sort: 'newest', skip: 0, limit: 10 });
const added = (content: string) => ({ kind: 'added', event: makeNoteEvent({ projectId: 'p', content }) }) as const;

describe('the index of OpenSearch', () => {
  let subject: TestOpenSearch;
  beforeAll(async () => {
    subject = openTestSearch();
    await subject.index.ensureIndex();
  });
  afterAll(() => subject.close());

  test('OpenSearch refuses a document with a field that the template does not name, and takes the rest', async () => {
    const strange = added('strange');
    Object.assign(strange.event.extra, { deeply: { nested: 1 } });
    const broken = { kind: 'added', event: { ...makeNoteEvent({ projectId: 'p' }), createdAt: 'yesterday' } } as const;
    const failures = await subject.index.apply([broken, strange, added('healthy')]);
    expect(failures).toEqual([expect.stringContaining('mapper_parsing_exception'), undefined, undefined]);
    await subject.index.refresh();
    expect((await subject.index.search(query('healthy'))).total).toBe(1);
    const answer = await subject.send({
      method: 'PUT',
      path: `/${subject.alias}-000001/_doc/other`,
      body: { unknown_field: 1 },
    });
    expect(answer.status).toBe(400);
  });

  test('OpenSearch keeps one document an event, under its id', async () => {
    const change = added('once only');
    await subject.index.apply([change, change]);
    await subject.index.apply([change]);
    const answer = await subject.send({ method: 'GET', path: `/${subject.alias}/_doc/${change.event.eventId}` });
    expect(answer.body).toMatchObject({ found: true, _version: 1 });
  });
});

describe('an index of an earlier release', () => {
  test('an index without fields for terms takes new events, and finds these and those of the earlier release', async () => {
    const { index, alias, send, close } = openTestSearch();
    const { template, ...matched } = indexTemplate(alias);
    const properties = { ...template.mappings.properties } as Record<string, object>;
    for (const field of Object.keys(termFields)) delete properties[field];
    const earlier = { ...template, mappings: { ...template.mappings, properties } };
    await send({ method: 'PUT', path: `/_index_template/${alias}`, body: { ...matched, template: earlier } });
    await send({ method: 'PUT', path: `/${alias}-000001`, body: { aliases: { [alias]: { is_write_index: true } } } });
    const old = makeNoteEvent({ projectId: 'p', content: 'flux drifts of the café' });
    await send({ method: 'PUT', path: `/${alias}/_doc/${old.eventId}`, body: documentOf(old) });

    expect(await index.apply([added('another café, drifting'), added('ﾃﾞｰﾀ')])).toEqual([undefined, undefined]);
    await index.refresh();

    const found = async (text: string) =>
      (await index.search(query(text))).hits.map(({ event }) => event.content).sort();
    expect(await found('drift')).toEqual(['another café, drifting', 'flux drifts of the café']);
    expect(await found('cafe')).toEqual(['another café, drifting']);
    expect(await found('データ')).toEqual(['ﾃﾞｰﾀ']);
    await close();
  });
});

describe('a service without an index yet', () => {
  test('a service without an index finds nothing, and has its index from the first event on', async () => {
    const { index, alias, send, close } = openTestSearch();
    expect(await index.search(query('first'))).toEqual({ hits: [], total: 0, complete: true });
    await index.apply([added('the first of all')]);
    await index.refresh();
    expect((await index.search(query('first'))).total).toBe(1);
    expect((await send({ method: 'GET', path: `/${alias}` })).body).toHaveProperty(`${alias}-000001`);
    await close();
  });

  test('a search answers while its index is being created', async () => {
    const { index, close } = openTestSearch();
    const created = index.apply([added('early')]).then(() => 'created');
    const beat = () => new Promise<'creating'>((resolve) => setTimeout(() => resolve('creating'), 5));
    do expect((await index.search(query('early'))).complete).toBe(true);
    while ((await Promise.race([created, beat()])) === 'creating');
    await close();
  });

  test('two search consumers that both find no index end with one', async () => {
    const { index, alias, send, close } = openTestSearch();
    await Promise.all([index.apply([added('one')]), index.apply([added('two')]), index.ensureIndex()]);
    await index.refresh();
    expect((await index.search(query('one'))).total).toBe(1);
    expect(Object.keys((await send({ method: 'GET', path: `/${alias}-*` })).body)).toEqual([`${alias}-000001`]);
    await close();
  });
});
