import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chip, content, coupling, noteLevels, ownerOfNotedChip, qubit } from '../support/noted-chip.ts';
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
  owner = await ownerOfNotedChip(world, `owner-${counter}`);
});

const range = { start_at: '2025-01-10T00:00:00.000Z', end_at: '2025-01-20T00:00:00.000Z' };
const cd1 = { cooldown_id: 'cd-1' };
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });
const events = async () => (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc' } })).events;
const unset = { content: '', updated_by: '', updated_at: null, etag: '"0"' };
const levels = noteLevels(() => owner);

describe.each(Object.entries(levels))('the note of a %s', (of, level) => {
  it(`the note of a ${of} is written for a cool-down with its id and bounds, by one event, and deleted by another`, async () => {
    const note = await level.put('seen', cd1);
    expect(note).toEqual({
      content: 'seen',
      updated_by: owner.username,
      updated_at: expect.stringMatching(/Z$/),
      scope_type: 'cooldown',
      scope_key: 'cooldown:cd-1',
      cooldown_id: 'cd-1',
      scope_started_at: '2025-01-01T00:00:00.000Z',
      scope_ended_at: '2025-02-01T00:00:00.000Z',
      scope_source: 'explicit_cooldown',
      etag: expect.stringMatching(/^"[0-9a-f-]{36}"$/),
    });
    expect(await level.remove(cd1)).toEqual({ message: level.message });
    const extra = { scope_key: 'cooldown:cd-1', scope_type: 'cooldown', cooldown_id: 'cd-1' };
    const common = { project_id: owner.projectId, chip_id: 'c', ...level.event, extra };
    const actor = { actor_user_id: owner.userId, actor: owner.username };
    expect(await events()).toEqual([
      {
        ...common,
        ...actor,
        action: 'upsert',
        content: 'seen',
        event_id: note.etag.slice(1, -1),
        created_at: note.updated_at,
      },
      {
        ...common,
        ...actor,
        action: 'delete',
        content: '',
        event_id: expect.any(String),
        created_at: expect.any(String),
      },
    ]);
    expect(await summary(cd1)).toMatchObject({ chip_note: unset, qubits: [], couplings: [] });
  });

  it(`the note of a ${of} keeps 5,000 characters of any Unicode byte for byte, and an empty text as one cleared`, async () => {
    for (const text of ['😀'.repeat(5000), '\u0000 \r\n\t"\\ é e\u0301 量子\u202e ', '']) {
      const note = await level.put(text, cd1);
      expect(note.content).toBe(text);
      expect(note.updated_at).not.toBeNull();
      expect((await events()).at(-1)?.content).toBe(text);
    }
    expect(await refusal(level.put('😀'.repeat(5001), cd1))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.content', message: 'must be at most 5,000 characters of Unicode' }],
    });
  });

  it(`the note of a ${of} 404: one never set cannot be deleted, nor twice, and no event says so`, async () => {
    const missing = refused(404, `${level.name} is not set in the scope 'cooldown:cd-1'`);
    expect(await refusal(level.remove(cd1))).toEqual(missing);
    await level.put('seen', range);
    await level.remove(range);
    expect(await refusal(level.remove(cd1))).toEqual(missing);
    expect(await events()).toHaveLength(2);
  });

  it.each([
    ['only start_at', { start_at: range.start_at }, 'end_at', 'must be given with start_at'],
    ['only end_at', { end_at: range.end_at }, 'start_at', 'must be given with end_at'],
    ['an inverted range', { start_at: range.end_at, end_at: range.start_at }, 'end_at', 'must not be before start_at'],
  ])(`the note of a ${of} 400: %s`, async (__, query, field, message) => {
    const wrong = { status: 400, errors: [{ path: `query.${field}`, message }] };
    expect(await refusal(level.put('seen', query))).toMatchObject(wrong);
    expect(await refusal(level.remove(query))).toMatchObject(wrong);
    expect(await refusal(summary(query))).toMatchObject(wrong);
    expect(await events()).toEqual([]);
  });

  it(`the note of a ${of} 400: an unknown cool-down, and to write for one that does not list the chip`, async () => {
    const unknown = refused(400, `Cool-down 'nowhere' not found in project '${owner.projectId}'`);
    expect(await refusal(level.put('seen', { cooldown_id: 'nowhere' }))).toEqual(unknown);
    expect(await refusal(level.remove({ cooldown_id: 'nowhere' }))).toEqual(unknown);
    expect(await refusal(summary({ cooldown_id: 'nowhere' }))).toEqual(unknown);
    expect(await refusal(level.put('seen', { cooldown_id: 'other' }))).toEqual(
      refused(400, "Cool-down 'other' does not list chip 'c'"),
    );
    expect(await events()).toEqual([]);
  });

  it(`the note of a ${of} 409: the second of two editors who saw the same is told, unless they do not ask`, async () => {
    const { etag } = await level.put('first', cd1, { 'if-match': '"0"' });
    const second = await level.put('second', cd1, { 'if-match': etag });
    const changed = refused(
      409,
      `${level.name} was changed by another request: its ETag is ${second.etag}, If-Match was ${etag}. Read it again`,
    );
    expect(await refusal(level.put('third', cd1, { 'if-match': etag }))).toEqual(changed);
    expect(await refusal(level.remove(cd1, { 'if-match': etag }))).toEqual(changed);
    await level.put('fourth', cd1, { 'if-match': '*' });
    await level.put('fifth', cd1);
    await level.remove(cd1);
    expect(await refusal(level.put('sixth', cd1, { 'if-match': etag }))).toMatchObject({ status: 409 });
    expect((await events()).map((event) => event.content)).toEqual(['first', 'second', 'fourth', 'fifth', '']);
  });

  it(`the note of a ${of} 409: what an editor saw of another scope is what If-Match is about`, async () => {
    const { etag } = await level.put('of a week', { ...range, end_at: '2025-03-01T00:00:00Z' });
    const wider = { start_at: '2025-01-09T00:00:00.000Z', end_at: '2025-04-01T00:00:00Z' };
    await level.put('edited', wider, { 'if-match': etag });
    expect(
      await refusal(level.put('again', { ...wider, end_at: '2025-05-01T00:00:00Z' }, { 'if-match': etag })),
    ).toMatchObject({
      status: 409,
    });
  });

  it(`the note of a ${of} says whether an unknown chip or target is missing`, async () => {
    const nowhere = `Chip 'x' not found in project '${owner.projectId}'`;
    const at = { chip_id: 'x' };
    const calls = [
      () => owner.api.upsertChipNote({ params: at, ...content('seen') }),
      () => owner.api.getChipNote({ params: at }),
      () => owner.api.deleteQubitNote({ params: { ...at, qid: '0' } }),
      () =>
        owner.api.upsertCouplingMetricNote({ params: { ...at, coupling_id: '0-1', metric_key: 't1' }, ...content('') }),
      () => owner.api.getChipNotesSummary({ params: at }),
      () => owner.api.listChipNoteEvents({ params: at }),
    ];
    for (const call of calls) expect(await refusal(call())).toEqual(refused(404, nowhere));
    expect(await refusal(owner.api.upsertQubitNote({ params: { ...qubit, qid: '9' }, ...content('') }))).toEqual(
      refused(404, "Qubit '9' not found in chip 'c'"),
    );
    expect(await refusal(owner.api.deleteCouplingNote({ params: { ...coupling, coupling_id: '0-2' } }))).toEqual(
      refused(404, "Coupling '0-2' not found in chip 'c'"),
    );
  });
});

describe('the chip note by way of the chip', () => {
  const patch = (note: string, headers = {}) => owner.api.updateChip({ params: chip, headers, body: { note } });

  it('the chip note by way of the chip makes one event each time that it differs, and none otherwise', async () => {
    await patch('one');
    await patch('one');
    await owner.api.updateChip({ params: chip, body: { activity_status: 'inactive' } });
    await owner.api.replaceChip({ params: chip, body: { size: 3, topology_id: 'linear-3' } });
    await owner.api.replaceChip({ params: chip, body: { size: 3, topology_id: 'linear-3' } });
    expect((await events()).map(({ scope, action, content: text }) => [scope, action, text])).toEqual([
      ['chip', 'upsert', 'one'],
      ['chip', 'upsert', ''],
    ]);
    expect(await owner.api.getChipNote({ params: chip })).toMatchObject({ content: '', scope_type: 'global' });
  });

  it('the chip note with another topology is written with its event all the same', async () => {
    await owner.api.updateChip({ params: chip, body: { topology_id: 'linear-3', note: 'seen' } });
    await owner.api.replaceChip({ params: chip, body: { size: 4, topology_id: 'linear-4', note: 'larger' } });
    expect((await events()).map((event) => event.content)).toEqual(['seen', 'larger']);
    expect((await owner.api.getChip({ params: chip })).note.content).toBe('larger');
  });

  it('the chip note by way of the chip and by way of the note is one: each sees the edits of the other', async () => {
    await patch('by chip');
    const { etag } = await owner.api.getChipNote({ params: chip });
    await patch('by chip again');
    expect(await refusal(levels.chip.put('by note', {}, { 'if-match': etag }))).toMatchObject({ status: 409 });
    await levels.chip.put('by note');
    expect((await owner.api.getChip({ params: chip })).note.content).toBe('by note');
  });

  it('a chip with notes on its targets keeps its size, else 409', async () => {
    await levels.qubit.put('seen', cd1);
    expect(await refusal(owner.api.replaceChip({ params: chip, body: { size: 2, topology_id: 'linear-2' } }))).toEqual(
      refused(409, "Chip 'c' has data; its size cannot change"),
    );
  });
});

describe('a deleted chip', () => {
  it('a deleted chip takes its notes with it, says so before, and leaves its timeline', async () => {
    await levels.chip.put('chip');
    await levels.qubit.put('scoped', cd1);
    await levels.qubit.put('global');
    await owner.api.createQubitNoteComment({ params: qubit, ...content('comment') });
    expect(await owner.api.getChipDeletionImpact({ params: chip })).toMatchObject({ notes: 4, note_events: 4 });
    await owner.api.deleteChip({ params: chip, query: { force: true } });
    expect(await owner.api.listChipNoteEvents({ params: chip })).toMatchObject({ total: 4 });
    await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
    expect(await summary()).toMatchObject({ chip_note: unset, qubits: [], couplings: [], task_notes: [] });
    expect(await owner.api.getChipDeletionImpact({ params: chip })).toMatchObject({ notes: 0, note_events: 4 });
  });
});

describe('a coupling', () => {
  it('a coupling is noted under its stored id, whichever way it is named', async () => {
    await owner.api.upsertCouplingNote({ params: { ...chip, coupling_id: '1-0' }, ...content('seen') });
    expect((await summary()).couplings.map((entry) => entry.target_id)).toEqual(['0-1']);
    expect((await events()).map((event) => event.target_id)).toEqual(['0-1']);
  });
});
