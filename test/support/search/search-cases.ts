import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';
import type { EventSearch, SearchQuery } from '#shared/search/index/port.ts';
import { makeNoteEvent } from './note-event.ts';

/** A search over a set of events that a test fills. */
export interface SearchSubject {
  search: EventSearch;
  /** Adds events; they are found when it resolves. */
  add(events: readonly NoteEventRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** What every search finds, whatever finds it: an index in the cloud, one on this machine, or none (rule SEARCH-2). */
export function describeSearch(name: string, open: () => Promise<SearchSubject>): void {
  describe(`search by ${name}`, () => {
    let subject: SearchSubject;
    let projectId: string;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());
    beforeEach(() => {
      projectId = `project-${randomUUID()}`;
    });

    const event = (content: string, more: Partial<NoteEventRecord> = {}) =>
      makeNoteEvent({ projectId, content, ...more });
    const add = async (...events: NoteEventRecord[]) => {
      await subject.add(events);
      return events;
    };
    const page = (text: string, more: Partial<SearchQuery> = {}) =>
      subject.search.search({ projectId, text, sort: 'newest', skip: 0, limit: 20, ...more });
    const found = async (text: string, more: Partial<SearchQuery> = {}) =>
      (await page(text, more)).hits.map(({ event: { content } }) => content);

    test.each([
      ['the plural', 'Two-level systems near 5 GHz', 'system'],
      ['a past form', 'the resonator drifted overnight', 'drift'],
      ['the -ing form', 'T1 keeps fluctuating', 'fluctuated'],
      ['the possessive', "the cryostat's wiring", 'cryostat'],
      ['another case', 'Recalibrated READOUT', 'recalibrate readout'],
      ['full-width letters', 'Ｔ１が悪い', 't1'],
      ['part of a name with signs', 'q_readout.amp=0.25 (see TLS#7)', 'amp'],
      ['a word with an accent as it is written', 'Kühlung neu gestartet', 'kühlung'],
    ])(`a search by ${name} finds English in any form of a word: %s`, async (_, content, query) => {
      await add(event(content), event('nothing of the kind'));
      expect(await found(query)).toEqual([content]);
    });

    test(`a search by ${name} finds what has every word of the query, in any order, stop words left out of account`, async () => {
      await add(event('flux drift of the coupler'), event('flux noise'), event('drift of the flux line'));
      expect(await found('the drift in flux')).toEqual(['drift of the flux line', 'flux drift of the coupler']);
    });

    test(`stop words or signs alone find nothing by ${name}`, async () => {
      await add(event('the end of the run: ok'));
      for (const query of ['the', 'of the', '???', '" "', '-'])
        expect(await page(query)).toMatchObject({ hits: [], total: 0 });
    });

    test(`a phrase in quotes is found by ${name} as it is, its words in any form`, async () => {
      await add(event('the drift of flux'), event('flux drifts upward'), event('flux bias, then drift'));
      expect(await found('"flux drift"')).toEqual(['flux drifts upward']);
      expect(await found('“flux drift”')).toEqual(['flux drifts upward']);
    });

    test(`a phrase of a search by ${name} keeps the place of its stop words, and may be alongside other words`, async () => {
      await add(event('end of the run was clean'), event('clean end, run again'), event('the end of the run'));
      expect(await found('"end of the run" clean')).toEqual(['end of the run was clean']);
    });

    test(`a quote of a search by ${name} that is never closed is not a quote`, async () => {
      await add(event('noise on the flux line'));
      expect(await found('"flux noise')).toEqual(['noise on the flux line']);
    });

    test(`words with signs inside are found by ${name} as they are`, async () => {
      await add(
        event('gate error 0.25 at 5.1 GHz'),
        event('0 errors, 25 shots'),
        event('flux-noise floor'),
        event('noise-free flux'),
      );
      expect(await found('0.25')).toEqual(['gate error 0.25 at 5.1 GHz']);
      expect(await found('flux-noise')).toEqual(['flux-noise floor']);
    });

    test.each([
      ['part of a Japanese sentence', '量子ビット3の周波数がずれた', '周波数'],
      ['a single character', '量子ビットの周波数', '子'],
      ['katakana within a longer word', 'マイクロ波リークあり', 'リーク'],
      ['hiragana', 'もう一度やり直した', 'やり直し'],
      ['Chinese', '读出保真度下降', '保真度'],
      ['Korean with its ending', '큐비트의 결맞음 시간이 짧다', '결맞음'],
      ['part of a Korean word', '주파수를 다시 맞춤', '주파'],
      ['characters alongside Latin letters', 'T1低下、TLSの疑い', 'T1低下'],
      ['words of both kinds in one query', 'T1低下、TLSの疑い', 'tls 低下'],
      ['a character beyond the basic plane', '𠮷野さんが交換した', '𠮷野'],
    ])(`a search by ${name} finds Chinese, Japanese and Korean by their characters: %s`, async (_, content, query) => {
      await add(event(content), event('別の記録'), event('other text'));
      expect(await found(query)).toEqual([content]);
    });

    test.each([
      ['half-width kana by full-width ones', 'ﾘｾｯﾄ後のﾃﾞｰﾀ', 'データ'],
      ['full-width kana by half-width ones', 'データを再取得', 'ﾃﾞｰﾀ'],
      ['a decomposed kana by a composed one', 'カ\u3099ス', 'ガス'],
      ['decomposed letters by composed ones', 'Ku\u0308hlung gepru\u0308ft', 'kühlung'],
      ['composed letters by decomposed ones', 'Kühlung geprüft', 'ku\u0308hlung'],
      ['letters with accents by those without', 'naïve fit at the café', 'cafe'],
      ['letters without accents by those with', 'the cafe upstairs', 'café'],
      ['a sharp s by two', 'Großer Kryostat', 'grosser'],
      ['an emoji', '🔥 hot qubit', '🔥'],
      ['an emoji by one of another tone', 'done 👍🏽', '👍'],
      ['subscripts by digits', 'f₀₁ = 5.1 GHz', 'f01'],
      ['a decomposed Korean syllable by a composed one', '결맞음'.normalize('NFD'), '결맞음'],
      ['a word with a soft hyphen', 'recali\u00ADbrated', 'recalibrated'],
    ])(`a search by ${name} finds a text however it is composed: %s`, async (_, content, query) => {
      await add(event(content), event('別の記録'), event('other text'));
      expect(await found(query)).toEqual([content]);
    });

    test(`a search by ${name} keeps letters apart that differ by a voiced mark`, async () => {
      await add(event('カス'));
      expect(await found('ガス')).toEqual([]);
    });

    test(`highlights of a search by ${name} cover the characters of the original`, async () => {
      await add(event('後のﾃﾞｰﾀ, f₀₁ of the cafe\u0301'));
      const highlights = async (text: string) => (await page(text)).hits[0]?.highlights;
      expect(await highlights('データ')).toEqual([[2, 6]]);
      expect(await highlights('f01')).toEqual([[8, 11]]);
      expect(await highlights('cafe')).toEqual([[19, 24]]);
    });

    test(`characters that are apart are not found by ${name} as one word`, async () => {
      await add(event('量は多いが子は少ない'));
      expect(await found('量子')).toEqual([]);
      expect(await found('量 子')).toEqual(['量は多いが子は少ない']);
    });

    test(`highlights of a search by ${name} are offsets into the content in code points, in order and without overlap`, async () => {
      await add(event('🧊 Drift: flux drifted, 量子ビット too'));
      const [hit] = (await page('drift "flux drift" 量子')).hits;
      expect(hit?.highlights).toEqual([
        [2, 7],
        [9, 21],
        [23, 25],
      ]);
      expect([...(hit?.event.content ?? '')].slice(9, 21).join('')).toBe('flux drifted');
    });

    test(`a search by ${name} answers events as they were written`, async () => {
      const [written] = await add(
        event('a note\r\n with  "spaces", 改行 and 🧪 <b>tags</b>', {
          scope: 'coupling_metric',
          targetId: '3-4',
          metricKey: 'cz_gate_fidelity',
          actorUserId: 'user-1',
          extra: { comment_id: 'c1' },
        }),
        event('another'),
      );
      expect((await page('tags')).hits.map((hit) => hit.event)).toEqual([written]);
    });

    test(`a search by ${name} finds a coupling under either order of its qubits, and nothing else under the exchanged one`, async () => {
      await add(
        event('drift 1', { scope: 'coupling', targetId: '0-1' }),
        event('drift 2', { scope: 'coupling_metric', targetId: '1-0', metricKey: 'cz_gate_fidelity' }),
        event('drift 3', { scope: 'qubit', targetId: '0-1' }),
        event('drift 4', { scope: 'qubit', targetId: '1-0' }),
        event('drift 5', { scope: 'coupling', targetId: 'a-b-c' }),
        event('drift 6', { scope: 'coupling', targetId: 'c-a-b' }),
      );
      expect(await found('drift', { targetId: '1-0' })).toEqual(['drift 4', 'drift 2', 'drift 1']);
      expect(await found('drift', { targetId: '0-1' })).toEqual(['drift 3', 'drift 2', 'drift 1']);
      expect(await found('drift', { targetId: '1-0', scope: 'coupling' })).toEqual(['drift 1']);
      expect(await found('drift', { targetId: '0-1', scope: 'coupling_metric' })).toEqual(['drift 2']);
      expect(await found('drift', { targetId: 'a-b-c' })).toEqual(['drift 5']);
    });

    test(`a search by ${name} is narrowed to the notes on one metric`, async () => {
      await add(
        event('drift 1'),
        event('drift 2', { scope: 'qubit_metric', metricKey: 't1' }),
        event('drift 3', { scope: 'qubit_metric', metricKey: 't2_echo' }),
        event('drift 4', { scope: 'qubit_metric', metricKey: 't1', targetId: '13' }),
      );
      expect(await found('drift', { metricKey: 't1' })).toEqual(['drift 4', 'drift 2']);
      expect(await found('drift', { metricKey: 't1', targetId: '13' })).toEqual(['drift 4']);
      expect(await found('drift', { metricKey: 't' })).toEqual([]);
    });

    test(`a search by ${name} never finds anything of another project`, async () => {
      const other = `project-${randomUUID()}`;
      await add(event('leak in the still'), event('leak elsewhere', { projectId: other, chipId: 'chip-a' }));
      expect(await found('leak')).toEqual(['leak in the still']);
      const filters: Partial<SearchQuery>[] = [
        { chipId: 'chip-a' },
        { scope: 'qubit', targetId: '12' },
        { actor: 'ada' },
      ];
      for (const filter of filters) expect(await found('elsewhere', filter)).toEqual([]);
      expect(await found(`leak ${other}`)).toEqual([]);
    });

    test(`a search by ${name} filters by chip, scope, target, actor and action, alone and together`, async () => {
      await add(
        event('drift 1'),
        event('drift 2', { chipId: 'chip-b' }),
        event('drift 3', { scope: 'coupling', targetId: '12' }),
        event('drift 4', { targetId: '13' }),
        event('drift 5', { actor: 'grace' }),
      );
      expect(await found('drift', { chipId: 'chip-b' })).toEqual(['drift 2']);
      expect(await found('drift', { scope: 'coupling' })).toEqual(['drift 3']);
      expect(await found('drift', { targetId: '13' })).toEqual(['drift 4']);
      expect(await found('drift', { actor: 'grace' })).toEqual(['drift 5']);
      expect(await found('drift', { action: 'delete' })).toEqual([]);
      expect(
        await found('drift', { scope: 'qubit', targetId: '12', chipId: 'chip-a', actor: 'ada', action: 'upsert' }),
      ).toEqual(['drift 1']);
      expect(await found('drift', { scope: 'qubit', targetId: '12', chipId: 'chip-b' })).toEqual(['drift 2']);
      expect(await found('drift', { actor: 'ada', chipId: 'none' })).toEqual([]);
    });

    test(`a range of time of a search by ${name} takes both ends in`, async () => {
      const at = (second: number) => `2026-03-01T12:00:0${second}.000Z`;
      for (const second of [1, 2, 3]) await add(event(`drift ${second}`, { createdAt: at(second) }));
      expect(await found('drift', { startAt: at(2) })).toEqual(['drift 3', 'drift 2']);
      expect(await found('drift', { endAt: at(2) })).toEqual(['drift 2', 'drift 1']);
      expect(await found('drift', { startAt: at(2), endAt: at(2) })).toEqual(['drift 2']);
      expect(await found('drift', { startAt: at(2), endAt: at(2), chipId: 'chip-a' })).toEqual(['drift 2']);
      expect(await found('drift', { startAt: at(3), endAt: at(4), scope: 'qubit', targetId: '12' })).toEqual([
        'drift 3',
      ]);
    });

    test(`a search by ${name} puts first what matches best, or what is newest, ties by time and id`, async () => {
      const filler =
        'and much else that was written down during a long night at the bench alongside the dilution fridge';
      await add(event('drift drift drift'), event(`drift ${filler}`), event(`no word of it ${filler}`));
      expect(await found('drift', { sort: 'relevance' })).toEqual(['drift drift drift', `drift ${filler}`]);
      expect(await found('drift', { sort: 'newest' })).toEqual([`drift ${filler}`, 'drift drift drift']);
      const createdAt = '2026-04-01T00:00:00.000Z';
      const same = await add(...['b', 'c', 'a'].map(() => event('tie', { createdAt })));
      const newestFirst = same.map(({ eventId }) => eventId).toReversed();
      for (const sort of ['relevance', 'newest'] as const)
        expect((await page('tie', { sort })).hits.map((hit) => hit.event.eventId)).toEqual(newestFirst);
    });

    test.each(['relevance', 'newest'] as const)(
      `pages of a search by ${name}, by %s, follow each other without gap or repetition`,
      async (sort) => {
        const all = await add(
          ...Array.from({ length: 23 }, (_, index) => event(`drift ${index % 3 === 0 ? 'drift' : 'seen'}`)),
        );
        const ids: string[] = [];
        for (let skip = 0; skip < 28; skip += 7) {
          const { hits, total, complete } = await page('drift', { skip, limit: 7, sort });
          ids.push(...hits.map((hit) => hit.event.eventId));
          expect({ total, complete }).toEqual({ total: 23, complete: true });
        }
        const whole = (await page('drift', { limit: 100, sort })).hits.map((hit) => hit.event.eventId);
        expect(ids).toEqual(whole);
        expect(ids.toSorted()).toEqual(all.map(({ eventId }) => eventId).toSorted());
      },
    );

    test(`a search by ${name} refuses a page beyond what an index answers`, async () => {
      await add(event('drift'));
      expect((await page('drift', { skip: 9_999, limit: 1 })).hits).toEqual([]);
      await expect(page('drift', { skip: 9_999, limit: 2 })).rejects.toThrow(ServiceError);
    });

    test.each([
      '* : AND',
      'drift OR',
      '(',
      'NEAR(drift)',
      "'; DROP TABLE events; --",
      '{english} : x',
      '\u0000',
      '\\',
      '"'.repeat(7),
    ])(`a search by ${name} takes %j for text and not for a language`, async (query) => {
      await add(event('drift'));
      expect(Array.isArray((await page(query)).hits)).toBe(true);
      expect(await found('drift')).toEqual(['drift']);
    });
  });
}
