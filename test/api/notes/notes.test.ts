import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const range = { start_at: '2025-01-10T00:00:00.000Z', end_at: '2025-01-20T00:00:00.000Z' };
const cd1 = { cooldown_id: 'cd-1' };

/** A chip with an ended cool-down that lists it, and one that does not. */
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  await owner.api.createCryostat({ body: { cryo_id: 'A' } });
  const started_at = '2025-01-01T00:00:00.000Z';
  await owner.api.createCooldown({
    body: { cooldown_id: 'cd-1', cryo_id: 'A', started_at, ended_at: '2025-02-01T00:00:00.000Z', chip_ids: ['c'] },
  });
  await owner.api.createCooldown({
    body: { cooldown_id: 'other', cryo_id: 'A', started_at, ended_at: '2025-01-05T00:00:00.000Z' },
  });
  world.advance(1);
});

const chip = { chip_id: 'c' };
const qubit = { ...chip, qid: '0' };
const coupling = { ...chip, coupling_id: '0-1' };
const content = (text: string) => ({ body: { content: text } });
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });
const events = async () => (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc' } })).events;
const unset = { content: '', updated_by: '', updated_at: null, etag: '"0"' };
const noScope = {
  scope_type: null,
  scope_key: null,
  cooldown_id: null,
  scope_started_at: null,
  scope_ended_at: null,
  scope_source: null,
};

/** The notes of a chip and of its targets: how each is written, deleted and called. */
const levels = {
  chip: {
    put: (text: string, query = {}, headers = {}) =>
      owner.api.upsertChipNote({ params: chip, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner.api.deleteChipNote({ params: chip, query, headers }),
    name: "Note of chip 'c'",
    event: { scope: 'chip', target_id: 'c', metric_key: '' },
    message: 'Chip note cleared',
  },
  qubit: {
    put: (text: string, query = {}, headers = {}) =>
      owner.api.upsertQubitNote({ params: qubit, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner.api.deleteQubitNote({ params: qubit, query, headers }),
    name: "Note of qubit '0' of chip 'c'",
    event: { scope: 'qubit', target_id: '0', metric_key: '' },
    message: 'Qubit note cleared',
  },
  coupling: {
    put: (text: string, query = {}, headers = {}) =>
      owner.api.upsertCouplingNote({ params: coupling, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner.api.deleteCouplingNote({ params: coupling, query, headers }),
    name: "Note of coupling '0-1' of chip 'c'",
    event: { scope: 'coupling', target_id: '0-1', metric_key: '' },
    message: 'Coupling note cleared',
  },
  'qubit metric': {
    put: (text: string, query = {}, headers = {}) =>
      owner.api.upsertQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) =>
      owner.api.deleteQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, query, headers }),
    name: "Note of metric 't1' of qubit '0' of chip 'c'",
    event: { scope: 'qubit_metric', target_id: '0', metric_key: 't1' },
    message: 'Qubit metric note deleted',
  },
  'coupling metric': {
    put: (text: string, query = {}, headers = {}) =>
      owner.api.upsertCouplingMetricNote({
        params: { ...coupling, metric_key: 'zx' },
        query,
        headers,
        ...content(text),
      }),
    remove: (query = {}, headers = {}) =>
      owner.api.deleteCouplingMetricNote({ params: { ...coupling, metric_key: 'zx' }, query, headers }),
    name: "Note of metric 'zx' of coupling '0-1' of chip 'c'",
    event: { scope: 'coupling_metric', target_id: '0-1', metric_key: 'zx' },
    message: 'Coupling metric note deleted',
  },
};

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

describe('legacy global notes (rules NOTE-4 and NOTE-8)', () => {
  it('legacy global notes are what a target is written without a scope, and stand in its record as well', async () => {
    await owner.api.createCooldown({
      body: { cooldown_id: 'now', cryo_id: 'A', started_at: '2025-03-01T00:00:00Z', chip_ids: ['c'] },
    });
    const note = await levels.qubit.put('global');
    expect(note).toMatchObject({ scope_type: 'global', scope_key: 'global', scope_source: 'legacy_global' });
    const shown = { content: 'global', updated_by: owner.username, updated_at: note.updated_at };
    expect((await owner.api.getChipQubit({ params: qubit })).note).toEqual(shown);
    await levels.coupling.put('global');
    expect((await owner.api.getChipCoupling({ params: coupling })).note.content).toBe('global');
    await levels.qubit.remove();
    expect((await owner.api.getChipQubit({ params: qubit })).note.updated_at).toBeNull();
  });

  it('legacy global notes of metrics and of the chip are written while the chip is in no cool-down', async () => {
    await levels['qubit metric'].put('of t1');
    await levels.chip.put('of the chip');
    expect((await owner.api.getChipQubit({ params: qubit })).metric_notes.t1?.content).toBe('of t1');
    const { note } = await owner.api.getChip({ params: chip });
    expect(note.content).toBe('of the chip');
    await levels['qubit metric'].remove();
    await levels.chip.remove();
    expect((await owner.api.getChipQubit({ params: qubit })).metric_notes).toEqual({});
    expect((await owner.api.getChip({ params: chip })).note).toEqual({ content: '', updated_by: '', updated_at: null });
  });

  it('notes without a scope go to the current cool-down of the chip, and the global one is shown until then', async () => {
    await levels.chip.put('global chip');
    await levels.qubit.put('global qubit');
    await levels['qubit metric'].put('global metric');
    await owner.api.createCooldown({
      body: { cooldown_id: 'now', cryo_id: 'A', started_at: '2025-03-01T00:00:00Z', chip_ids: ['c'] },
    });
    const [entry] = (await summary()).qubits;
    expect(entry?.note.content).toBe('global qubit');
    expect(entry?.metric_notes.t1?.content).toBe('global metric');
    expect((await owner.api.getChipNote({ params: chip })).content).toBe('global chip');
    expect((await summary({ cooldown_id: 'now' })).qubits).toEqual([]);
    expect(await owner.api.getChipNote({ params: chip, query: { cooldown_id: 'now' } })).toEqual({
      ...unset,
      ...noScope,
    });

    const note = await levels.chip.put('chip now');
    expect(note).toMatchObject({ scope_key: 'cooldown:now', scope_source: 'current_cooldown', scope_ended_at: null });
    await levels['qubit metric'].put('metric now');
    const now = await summary();
    expect([now.scope.scope_key, now.chip_note.content]).toEqual(['cooldown:now', 'chip now']);
    expect(now.qubits[0]?.metric_notes.t1?.content).toBe('metric now');
    expect((await owner.api.getChip({ params: chip })).note.content).toBe('global chip');
  });
});

describe('time ranges (rules NOTE-2, NOTE-3, NOTE-6 and NOTE-7)', () => {
  const free = { start_at: '2025-03-01T00:00:00.000Z', end_at: '2025-03-08T00:00:00.123Z' };

  it('time ranges of notes are a scope of their own, or the one cool-down that holds them', async () => {
    expect(await levels.qubit.put('free', free)).toMatchObject({
      scope_type: 'time_range',
      scope_key: 'time_range:2025-03-01T00:00:00+00:00:2025-03-08T00:00:00.123000+00:00',
      cooldown_id: null,
      scope_started_at: free.start_at,
      scope_ended_at: free.end_at,
      scope_source: 'manual_time_range',
    });
    expect(await levels.qubit.put('held', range)).toMatchObject({
      scope_key: 'cooldown:cd-1',
      scope_source: 'inferred_from_range',
    });
  });

  it('time ranges show notes that overlap them, and a later cool-down those within it, until it is edited there', async () => {
    await levels.qubit.put('seen in March', free);
    await levels.chip.put('chip in March', free);
    const week = { start_at: '2025-03-07T00:00:00Z', end_at: '2025-03-20T00:00:00Z' };
    expect((await summary(week)).qubits[0]?.note.content).toBe('seen in March');
    expect((await summary({ start_at: '2025-03-09T00:00:00Z', end_at: '2025-03-10T00:00:00Z' })).qubits).toEqual([]);
    await owner.api.createCooldown({
      body: { cooldown_id: 'march', cryo_id: 'A', started_at: '2025-02-28T00:00:00Z', chip_ids: ['c'] },
    });
    const march = { cooldown_id: 'march' };
    expect((await summary(march)).qubits[0]?.note).toMatchObject({
      content: 'seen in March',
      scope_type: 'time_range',
    });
    expect((await owner.api.getChipNote({ params: chip, query: march })).content).toBe('chip in March');
    const shown = (await summary(march)).qubits[0]?.note.etag ?? '';
    await levels.qubit.put('edited in March', march, { 'if-match': shown });
    expect((await summary(march)).qubits[0]?.note).toMatchObject({
      content: 'edited in March',
      scope_type: 'cooldown',
    });
    await levels.qubit.put('', march);
    expect((await summary(march)).qubits[0]?.note).toMatchObject({ content: '', scope_type: 'cooldown' });
  });
});

describe('notes of cool-downs in ranges (rules NOTE-5 and NOTE-7)', () => {
  it('notes of cool-downs are shown in every range that overlaps their cool-down as it is now', async () => {
    for (const [cooldown_id, started_at] of [
      ['may', '2025-05-01T00:00:00.000Z'],
      ['june', '2025-06-01T00:00:00.000Z'],
    ] as const) {
      await owner.api.createCooldown({ body: { cooldown_id, cryo_id: 'A', started_at, chip_ids: ['c'] } });
      await levels.qubit.put(`in ${cooldown_id}`, { cooldown_id });
      const ended_at = started_at.replace('-01T', '-20T');
      await owner.api.updateCooldown({ params: { cooldown_id }, body: { ended_at } });
    }
    const seen = async (start: string, end: string) =>
      (await summary({ start_at: `2025-${start}T00:00:00Z`, end_at: `2025-${end}T00:00:00Z` })).qubits[0]?.note;
    expect(await seen('04-20', '05-02')).toMatchObject({
      content: 'in may',
      scope_key: 'cooldown:may',
      scope_started_at: '2025-05-01T00:00:00.000Z',
      scope_ended_at: '2025-05-20T00:00:00.000Z',
    });
    expect(await seen('05-21', '05-30')).toBeUndefined();
    // Of both, the one that was edited last.
    expect(await seen('05-10', '06-02')).toMatchObject({ content: 'in june' });
    await owner.api.updateCooldown({ params: { cooldown_id: 'may' }, body: { ended_at: '2025-05-25T00:00:00Z' } });
    expect(await seen('05-21', '05-30')).toMatchObject({
      content: 'in may',
      scope_ended_at: '2025-05-25T00:00:00.000Z',
    });
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
