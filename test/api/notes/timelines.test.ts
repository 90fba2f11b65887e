import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { noteEventEntity } from '#shared/notes/store/note-events.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  world.advance(1);
});

const chip = { chip_id: 'c' };
const content = (text: string) => ({ body: { content: text } });
const events = async (query: object = {}) =>
  (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc', ...query } })).events;
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });

describe('timelines', () => {
  it('timelines of a chip and of a target are newest first, or oldest first, in exact pages', async () => {
    for (const n of [0, 1, 2, 3, 4]) {
      await owner.api.upsertQubitNote({ params: { ...chip, qid: String(n % 2) }, ...content(`note ${n}`) });
      world.advance(1);
    }
    const texts = (list: { content: string }[]) => list.map((event) => event.content.replace('note ', '')).join('');
    const page = await owner.api.listChipNoteEvents({ params: chip, query: { skip: 1, limit: 2 } });
    expect([texts(page.events), page.total, page.skip, page.limit]).toEqual(['32', 5, 1, 2]);
    expect(texts(await events({ cursor: undefined }))).toBe('01234');
    const next = await owner.api.listChipNoteEvents({ params: chip, query: { cursor: page.next_cursor ?? '' } });
    expect(texts(next.events)).toBe('10');
    const query = { scope: 'qubit', target_id: '0' } as const;
    const target = await owner.api.listTargetNoteEvents({ query });
    expect([texts(target.events), target.total]).toEqual(['420', 3]);
    expect(texts((await owner.api.listTargetNoteEvents({ query: { ...query, order: 'asc', limit: 2 } })).events)).toBe(
      '02',
    );
  });

  it('the timeline of a coupling is one under either order of its qubits, in exact pages', async () => {
    await owner.api.createChip({ body: { chip_id: 'd', topology_id: 'linear-3' } });
    for (const n of [0, 1, 2, 3, 4]) {
      const params = { chip_id: n % 2 ? 'd' : 'c', coupling_id: n % 3 ? '0-1' : '1-0' };
      await owner.api.upsertCouplingNote({ params, ...content(`${n}`) });
      world.advance(1);
    }
    // A chip of an earlier version may have the edge under its other id.
    const { events: stored } = await owner.api.listTargetNoteEvents({ query: { scope: 'coupling', target_id: '0-1' } });
    expect(stored.map((event) => event.target_id)).toEqual(Array.from({ length: 5 }, () => '0-1'));
    await batchWriteItems(
      world.stack.runtime.db,
      ['a', 'b', 'c'].map((text, n) => {
        const createdAt = new Date(Date.parse(stored[4 - n]?.created_at ?? '') + 1).toISOString();
        const of = { projectId: owner.projectId, chipId: 'e', scope: 'coupling', targetId: '1-0' } as const;
        return { put: noteEventEntity.encode(makeNoteEvent({ ...of, content: text, createdAt }), 1) };
      }),
    );
    for (const target_id of ['0-1', '1-0']) {
      const query = { scope: 'coupling', target_id } as const;
      const whole = await owner.api.listTargetNoteEvents({ query });
      const texts = (list: { content: string }[]) => list.map((event) => event.content).join('');
      expect([texts(whole.events), whole.total, whole.next_cursor]).toEqual(['43c2b1a0', 8, null]);
      const first = await owner.api.listTargetNoteEvents({ query: { ...query, skip: 1, limit: 3 } });
      expect([texts(first.events), first.total]).toEqual(['3c2', 8]);
      const rest = await owner.api.listTargetNoteEvents({ query: { ...query, cursor: first.next_cursor ?? '' } });
      expect([texts(rest.events), rest.total, rest.next_cursor]).toEqual(['b1a0', null, null]);
      const oldest = { ...query, order: 'asc', limit: 4 } as const;
      const begin = await owner.api.listTargetNoteEvents({ query: oldest });
      expect(texts(begin.events)).toBe('0a1b');
      const end = await owner.api.listTargetNoteEvents({ query: { ...oldest, cursor: begin.next_cursor ?? '' } });
      expect([texts(end.events), end.next_cursor]).toEqual(['2c34', null]);
      const one = await owner.api.listTargetNoteEvents({ query: { ...query, chip_id: 'd' } });
      expect([texts(one.events), one.total]).toEqual(['31', 2]);
    }
    const query = { scope: 'coupling', target_id: '0-1' } as const;
    expect(await refusal(owner.api.listTargetNoteEvents({ query: { ...query, cursor: 'x' } }))).toEqual(
      refused(400, "cursor is not a 'next_cursor' of this list"),
    );
  });

  it('timelines and the summary are narrowed to the notes on one metric', async () => {
    for (const metric_key of ['t1', 't2_echo', 't1']) {
      await owner.api.upsertQubitMetricNote({ params: { ...chip, qid: '0', metric_key }, ...content(metric_key) });
      world.advance(1);
    }
    await owner.api.upsertQubitMetricNote({
      params: { ...chip, qid: '1', metric_key: 't2_echo' },
      ...content('other'),
    });
    await owner.api.upsertQubitNote({ params: { ...chip, qid: '0' }, ...content('summary') });
    const t1 = { metric_key: 't1' };
    const ofChip = await owner.api.listChipNoteEvents({ params: chip, query: t1 });
    expect([ofChip.events.map((event) => event.metric_key), ofChip.total]).toEqual([['t1', 't1'], 2]);
    const paged = await owner.api.listChipNoteEvents({ params: chip, query: { ...t1, limit: 1 } });
    expect(paged).toMatchObject({ events: [ofChip.events[0]], total: 2 });
    const behind = { ...t1, cursor: paged.next_cursor ?? '' };
    expect(await owner.api.listChipNoteEvents({ params: chip, query: behind })).toMatchObject({
      events: [ofChip.events[1]],
      next_cursor: null,
    });
    const query = { scope: 'qubit_metric', target_id: '0', ...t1 } as const;
    expect((await owner.api.listTargetNoteEvents({ query })).events).toEqual(ofChip.events);
    const { qubits } = await summary(t1);
    expect(qubits.map((one) => [one.target_id, one.note.content, Object.keys(one.metric_notes)])).toEqual([
      ['0', 'summary', ['t1']],
    ]);
  });

  it('timelines of a target are those of all chips, unless one is named; of a chip that was never noted, empty', async () => {
    await owner.api.createChip({ body: { chip_id: 'd', topology_id: 'linear-3' } });
    for (const chip_id of ['c', 'd'])
      await owner.api.upsertQubitNote({ params: { chip_id, qid: '0' }, ...content(chip_id) });
    const query = { scope: 'qubit', target_id: '0' } as const;
    expect((await owner.api.listTargetNoteEvents({ query })).total).toBe(2);
    const { events: found, total } = await owner.api.listTargetNoteEvents({ query: { ...query, chip_id: 'd' } });
    expect([found.map((event) => event.content), total]).toEqual([['d'], 1]);
    expect(await owner.api.listTargetNoteEvents({ query: { ...query, scope: 'coupling' } })).toMatchObject({
      total: 0,
    });
    await owner.api.createChip({ body: { chip_id: 'e', topology_id: 'linear-3' } });
    expect(await owner.api.listChipNoteEvents({ params: { chip_id: 'e' } })).toMatchObject({ events: [], total: 0 });
  });

  it('a timeline of an unknown scope, or of no target, is 400', async () => {
    for (const path of ['scope=chips&target_id=c', 'scope=qubit', 'target_id=0', 'scope=qubit&target_id=']) {
      const answer = await world.raw('GET', `/note-events/by-target?${path}`, { token: owner.token });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});
