import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishTokens, gap, plainTokens } from '#shared/search/analyzer.ts';
import type { SearchQuery } from '#shared/search/port.ts';
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

  /** The terms of each place that an analyzer of the index makes of a text; a stop word leaves a gap. */
  async function analyzed(analyzer: string, text: string): Promise<string[]> {
    const answer = await subject.send({
      method: 'POST',
      path: `/${subject.alias}-000001/_analyze`,
      body: { analyzer, text },
    });
    const terms: string[] = [];
    for (const { token, position } of answer.body.tokens as { token: string; position: number }[]) {
      while (terms.length < position) terms.push(gap);
      terms.push(token);
    }
    return terms;
  }

  const english = (text: string) => {
    const terms = englishTokens(text).map(({ term }) => term);
    // The last places are not told by an analyzer that has no term there.
    return terms.slice(0, terms.findLastIndex((term) => term !== gap) + 1);
  };
  const plain = (text: string) => plainTokens(text).map(({ term }) => term);

  const word = fc.constantFrom(
    ...'the of T1 T2* qubits qubit\'s relational fidelities drifting flies 5.2GHz f_01 readout-IQ "TLS" Q12:T1 a/b dΔ/dT'.split(
      ' ',
    ),
    ..."don't labs’ O'Brien’s 5'3 σ Σίσυφος café Ångström naïvely ＦＵＬＬ０１ ½ cm² 量子ビット マイクロ波 결맞음 保真度 𠮷野 🧪 x̂".split(
      ' ',
    ),
    'generalization',
    'oscillators',
    'hopefulness',
    'sky',
    'dying',
    'news',
    'agreed',
    'controlled',
    'is',
    's',
  );
  const sentence = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', ', ', '\n', '', '…')), { maxLength: 12 })
    .map((parts) => parts.flat().join(''));

  test('OpenSearch makes the same terms at the same places as the analyzer of this project', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, async (text) => {
        expect(await analyzed('note_english', text)).toEqual(english(text));
        expect(await analyzed('note_cjk', text)).toEqual(plain(text));
      }),
      { numRuns: 300 },
    );
  });

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
