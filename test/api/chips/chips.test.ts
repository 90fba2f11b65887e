import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  stranger = await world.register('stranger');
});
afterAll(() => world.stop());

const at = (chip_id: string) => ({ params: { chip_id } });
const missing = (chipId: string, projectId = owner.projectId) =>
  refused(404, `Chip '${chipId}' not found in project '${projectId}'`);
const create = (chip_id: string, topology_id = 'linear-3') => owner.api.createChip({ body: { chip_id, topology_id } });
const setT1 = (chip_id: string, qid: string, value: number) =>
  owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters: { t1: { value, unit: 'us' } } } });
/** A chip's answer with its entity tag. */
const read = async (chipId: string) => {
  const answer = await world.raw('GET', `/chips/${encodeURIComponent(chipId)}?include=none`, { token: owner.token });
  return { etag: String(answer.headers.etag), body: answer.body };
};

describe('createChip', () => {
  it('createChip 201: with a pending qubit and coupling for every place of its topology, ready at once', async () => {
    const chip = await create('small');
    expect(chip).toEqual({
      chip_id: 'small',
      size: 3,
      topology_id: 'linear-3',
      qubit_count: 3,
      readout_lines: [['0', '1', '2']],
      coupling_count: 2,
      installed_at: expect.stringMatching(/Z$/),
      activity_status: 'active',
      technology: 'transmon',
      current_cooldown_id: null,
      last_calibrated_at: null,
      note: { content: '', updated_by: '', updated_at: null },
      username: 'owner',
      project_id: owner.projectId,
      system_info: { created_at: chip.installed_at, updated_at: chip.installed_at },
    });
    const { qubits, couplings } = await owner.api.getChip(at('small'));
    expect([Object.keys(qubits ?? {}), Object.keys(couplings ?? {})]).toEqual([
      ['0', '1', '2'],
      ['0-1', '1-2'],
    ]);
    expect(qubits?.['1']).toEqual({
      qid: '1',
      chip_id: 'small',
      project_id: owner.projectId,
      username: 'owner',
      status: 'pending',
      data: {},
      faulty: [],
      note: { content: '', updated_by: '', updated_at: null },
      metric_notes: {},
      system_info: { created_at: chip.installed_at, updated_at: chip.installed_at },
    });
  });

  it('a new chip takes 64 qubits on a square lattice by default, and size and topology from each other', async () => {
    const bare = await owner.api.createChip({ body: { chip_id: 'bare' } });
    expect(bare).toMatchObject({ size: 64, topology_id: 'square-lattice-mux-64', coupling_count: 112 });
    const sized = await owner.api.createChip({ body: { chip_id: 'sized', size: 16 } });
    expect(sized).toMatchObject({ topology_id: 'square-lattice-mux-16', qubit_count: 16, coupling_count: 24 });
    const hex = await owner.api.createChip({ body: { chip_id: 'hex', topology_id: 'heavy-hex-27', size: null } });
    expect(hex).toMatchObject({ size: 27, coupling_count: 28 });
  });

  it('createChip 400: an unknown topology, a size that no chip has, or two that do not fit', async () => {
    const make = (body: { size?: number; topology_id?: string }) =>
      refusal(owner.api.createChip({ body: { chip_id: 'never', ...body } }));
    expect(await make({ topology_id: 'nowhere' })).toEqual(refused(400, "Topology 'nowhere' not found"));
    expect(await make({ size: 5, topology_id: 'linear-3' })).toEqual(
      refused(400, "Size 5 does not match topology 'linear-3' with 3 qubits"),
    );
    for (const size of [0, -1, 1025, 1.5]) expect((await make({ size })).status).toBe(400);
    expect(await refusal(owner.api.getChip(at('never')))).toEqual(missing('never'));
  });

  it('createChip 409: an id that is taken, even at the same time; in another project it is free', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4].map(() =>
        create('race').then(
          () => 201,
          ({ status }) => status,
        ),
      ),
    );
    expect(all.sort()).toEqual([201, 409, 409, 409]);
    expect(await refusal(create('race'))).toEqual(
      refused(409, `Chip 'race' already exists in project '${owner.projectId}'`),
    );
    expect((await owner.api.getChip(at('race'))).coupling_count).toBe(2);
    const elsewhere = await stranger.api.createChip({ body: { chip_id: 'race', topology_id: 'linear-2' } });
    expect(elsewhere.size).toBe(2);
  });

  // DynamoDB Local writes 400 items a second at best: 3,000 at once outlast the 30 seconds that the gateway waits.
  const slow = process.env.DYNAMODB_ENDPOINT ? 'DynamoDB Local is too slow for 3,000 items at once' : '';
  it.skipIf(slow)(
    `a chip of 1024 qubits is made, read whole and in pages, and deleted${slow && ` (skipped: ${slow})`}`,
    async () => {
      const chip_id = 'thousand';
      const made = await owner.api.createChip({ body: { chip_id, size: 1024 } });
      expect(made).toMatchObject({ qubit_count: 1024, coupling_count: 1984 });
      const whole = await owner.api.getChip(at(chip_id));
      expect(Object.keys(whole.qubits ?? {})).toEqual(Array.from({ length: 1024 }, (_, qid) => String(qid)));
      expect(Object.keys(whole.couplings ?? {})).toHaveLength(1984);
      const { qubits, total } = await owner.api.listChipQubits({ ...at(chip_id), query: { limit: 1024 } });
      expect([qubits.length, total, qubits[1023]?.qid]).toEqual([1024, 1024, '1023']);
      await owner.api.deleteChip({ ...at(chip_id), query: { force: true } });
      expect((await refusal(owner.api.getChip(at(chip_id)))).status).toBe(404);
    },
  );
});

describe('ids with anything in them', () => {
  const awkward = [
    'a#b',
    'C#x#QUBIT#0',
    'a b',
    ' ',
    '😀',
    '%',
    '%23',
    '%2F',
    'a..b',
    '...',
    '__proto__',
    'constructor',
    '量子',
    'é',
    '~',
    'import',
  ];

  it.each(awkward)('%j is a chip like any other, and no other chip', async (chip_id) => {
    await create(chip_id, 'linear-2');
    await setT1(chip_id, '0', 12);
    const { qubits } = await owner.api.getChip(at(chip_id));
    expect(qubits?.['0']).toMatchObject({ chip_id, data: { t1: { value: 12 } } });
    const { chips } = await owner.api.listChips({ query: { limit: 100 } });
    expect(chips.filter((chip) => chip.chip_id === chip_id)).toHaveLength(1);
    await owner.api.deleteChip({ ...at(chip_id), query: { force: true } });
    expect(await refusal(owner.api.getChip(at(chip_id)))).toEqual(missing(chip_id));
    expect((await owner.api.listChips({ query: { limit: 100 } })).total).toBe(chips.length - 1);
  });

  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\u0000b', 'a\nb', 'x'.repeat(65), '😀'.repeat(65)])(
    'createChip 400: %j is not an id',
    async (chip_id) => {
      const made = await refusal(owner.api.createChip({ body: { chip_id, topology_id: 'linear-2' } }));
      expect(made).toMatchObject({ status: 400, errors: [{ path: 'body.chip_id' }] });
      if (chip_id === '') return;
      const path = `/chips/${encodeURIComponent(chip_id).replaceAll('.', '%2E')}`;
      const answer = await world.raw('GET', path, { token: owner.token });
      expect([answer.status, answer.body.errors]).toEqual([404, [expect.objectContaining({ path: 'path.chip_id' })]]);
    },
  );

  it('a chip id may be 64 emoji', async () => {
    const chip_id = '😀'.repeat(64);
    expect((await create(chip_id, 'linear-2')).chip_id).toBe(chip_id);
    expect((await owner.api.getChip(at(chip_id))).qubit_count).toBe(2);
  });
});

describe('404', () => {
  it('a chip of another project is answered 404 like one that does not exist, by every operation', async () => {
    await stranger.api.createChip({ body: { chip_id: 'secret', topology_id: 'linear-2' } });
    for (const chip_id of ['secret', 'nothing', 'a#b', '😀']) {
      const calls = [
        owner.api.getChip(at(chip_id)),
        owner.api.replaceChip({ ...at(chip_id), body: { size: 2 } }),
        owner.api.updateChip({ ...at(chip_id), body: { note: 'x' } }),
        owner.api.deleteChip(at(chip_id)),
        owner.api.deleteChip({ ...at(chip_id), query: { force: true } }),
        owner.api.getChipDeletionImpact(at(chip_id)),
        owner.api.listChipMuxes(at(chip_id)),
        owner.api.getChipMux({ params: { chip_id, mux_id: 0 } }),
        owner.api.listChipQubits(at(chip_id)),
        owner.api.listChipQubits({ ...at(chip_id), query: { qids: ['0'] } }),
        owner.api.getChipQubit({ params: { chip_id, qid: 0 } }),
        owner.api.listChipCouplings(at(chip_id)),
        owner.api.getChipCoupling({ params: { chip_id, coupling_id: '0-1' } }),
        owner.api.getChipMetrics(at(chip_id)),
        owner.api.getQubitMetricHistory({ params: { chip_id, qid: 0 }, query: { metric: 't1' } }),
        owner.api.getCouplingMetricHistory({ params: { chip_id, coupling_id: '0-1' }, query: { metric: 't1' } }),
      ];
      for (const answer of await Promise.all(calls.map(refusal))) expect(answer).toEqual(missing(chip_id));
    }
    expect(await stranger.api.getChip(at('secret'))).toMatchObject({ note: { updated_at: null } });
  });
});

describe('listChips', () => {
  it('listChips pages by id, exactly and by cursor', async () => {
    const lister = await world.register('lister');
    for (const chip_id of ['c', 'a', 'b', 'd'])
      await lister.api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
    const page = await lister.api.listChips({ query: { skip: 1, limit: 2 } });
    expect(page).toMatchObject({ chips: [{ chip_id: 'b' }, { chip_id: 'c' }], total: 4, skip: 1, limit: 2 });
    const next = await lister.api.listChips({ query: { cursor: page.next_cursor ?? '', limit: 2 } });
    expect(next).toMatchObject({ chips: [{ chip_id: 'd' }], next_cursor: null });
    expect((await lister.api.listChips({ query: { skip: 99 } })).chips).toEqual([]);
    expect(Object.keys(page.chips[0] ?? {})).not.toContain('qubits');
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: -1 },
    { skip: -1 },
    { skip: 1.5 },
    { limit: 'ten' },
    { cursor: 'x' },
  ])('listChips 400: %j', async (query) => {
    expect((await refusal(owner.api.listChips({ query }))).status).toBe(400);
  });

  it("listChips 400: a cursor of another project's list does not lead there", async () => {
    for (const chip_id of ['one', 'two']) await stranger.api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
    const { next_cursor } = await stranger.api.listChips({ query: { limit: 1 } });
    expect(await refusal(owner.api.listChips({ query: { cursor: next_cursor ?? '' } }))).toEqual(
      refused(400, "cursor is not a 'next_cursor' of this list"),
    );
  });
});

describe('updateChip and replaceChip', () => {
  it('updateChip: absent and null leave a field; the note remembers who wrote it', async () => {
    await create('patched');
    const patch = (body: Parameters<Caller['api']['updateChip']>[0]['body']) =>
      owner.api.updateChip({ ...at('patched'), body });
    const noted = await patch({ note: 'warm' });
    expect(noted.note).toEqual({ content: 'warm', updated_by: 'owner', updated_at: expect.stringMatching(/Z$/) });
    const same = await patch({ note: null, topology_id: null, activity_status: null });
    expect([same.note, same.topology_id]).toEqual([noted.note, 'linear-3']);
    expect((await patch({ activity_status: 'inactive' })).note).toEqual(noted.note);
    expect((await patch({ note: '' })).note).toMatchObject({ content: '', updated_at: expect.any(String) });
  });

  it('replaceChip: what is absent takes its default; a note that was never set stays so', async () => {
    await create('put');
    await owner.api.updateChip({ ...at('put'), body: { activity_status: 'inactive' } });
    const put = (body: Record<string, unknown>) =>
      owner.api.replaceChip({ ...at('put'), body: { size: 3, topology_id: 'linear-3', ...body } });
    expect(await put({ installed_at: '2025-01-02T03:04:05+09:00' })).toMatchObject({
      activity_status: 'active',
      installed_at: '2025-01-01T18:04:05.000Z',
      note: { content: '', updated_at: null },
    });
    expect((await put({ note: 'x' })).note.content).toBe('x');
    expect((await put({})).note).toMatchObject({ content: '', updated_by: 'owner' });
  });

  it('another topology brings what the chip lacks; another size is taken only while the chip is empty', async () => {
    await create('grown', 'linear-2');
    const put = (size: number, topology_id: string) =>
      owner.api.replaceChip({ ...at('grown'), body: { size, topology_id } });
    expect(await put(5, 'linear-5')).toMatchObject({ size: 5, qubit_count: 5, coupling_count: 4 });
    expect(await put(2, 'linear-2')).toMatchObject({ size: 2, qubit_count: 2, coupling_count: 1 });
    expect(Object.keys((await owner.api.getChip(at('grown'))).qubits ?? {})).toEqual(['0', '1']);
    await setT1('grown', '0', 7);
    expect(await refusal(put(5, 'linear-5'))).toEqual(refused(409, "Chip 'grown' has data; its size cannot change"));
    expect(await owner.api.getChip(at('grown'))).toMatchObject({ size: 2, qubit_count: 2 });
    expect(await refusal(put(2, 'linear-5'))).toEqual(
      refused(400, "Size 2 does not match topology 'linear-5' with 5 qubits"),
    );
  });

  it('updateChip with If-Match: a write over something newer is 409, and changes nothing', async () => {
    await create('tagged');
    const first = await read('tagged');
    const send = (method: string, ifMatch: string, json: unknown) =>
      world.raw(method, '/chips/tagged', { token: owner.token, json, headers: { 'if-match': ifMatch } });
    const written = await send('PATCH', first.etag, { note: 'one' });
    expect(written.status).toBe(200);
    const second = await read('tagged');
    expect(second.etag).not.toBe(first.etag);
    expect(written.headers.etag).toBe(second.etag);
    for (const method of ['PATCH', 'PUT']) {
      const size = method === 'PUT' ? { size: 3 } : {};
      const late = await send(method, first.etag, { note: 'two', ...size, topology_id: 'linear-3' });
      expect([late.status, late.body.detail]).toEqual([
        409,
        `Chip 'tagged' was changed by another request: its ETag is ${second.etag}, If-Match was ${first.etag}. Read it again`,
      ]);
    }
    expect((await read('tagged')).body.note).toMatchObject({ content: 'one' });
    for (const fine of ['*', second.etag])
      expect((await send('PATCH', fine, {})).status).toBe(fine === '*' ? 200 : 409);
  });

  it('updateChip 400: a note beyond 5,000 code points; 5,000 emoji fit', async () => {
    await create('noted');
    const note = (content: string) => owner.api.updateChip({ ...at('noted'), body: { note: content } });
    expect([...(await note('😀'.repeat(5000))).note.content]).toHaveLength(5000);
    expect(await refusal(note('😀'.repeat(5001)))).toMatchObject({ status: 400, errors: [{ path: 'body.note' }] });
  });
});

describe('deleteChip', () => {
  it('deleteChip 409 with the counts while it has qubits; with force everything goes, and the id begins anew', async () => {
    await create('doomed');
    await setT1('doomed', '1', 40);
    await owner.api.updateChip({ ...at('doomed'), body: { note: 'old' } });
    expect(await owner.api.getChipDeletionImpact(at('doomed'))).toEqual({
      chip_id: 'doomed',
      qubits: 3,
      couplings: 2,
      task_results: 0,
      qubit_history_snapshots: 0,
      coupling_history_snapshots: 0,
      chip_history_snapshots: 0,
      notes: 1,
      note_events: 1,
      cooldowns_referencing: 0,
      can_delete_safely: false,
    });
    expect(await refusal(owner.api.deleteChip(at('doomed')))).toEqual(
      refused(409, "Chip 'doomed' has 3 qubits and 2 couplings; pass force=true to delete them as well"),
    );
    const forced = { ...at('doomed'), query: { force: true } };
    expect(await owner.api.deleteChip(forced)).toEqual({ message: "Chip 'doomed' deleted" });
    expect(await refusal(owner.api.deleteChip(forced))).toEqual(missing('doomed'));
    const again = await create('doomed');
    expect([again.last_calibrated_at, again.note.updated_at]).toEqual([null, null]);
    const { qubits } = await owner.api.getChip(at('doomed'));
    expect(qubits?.['1']?.data).toEqual({});
    const { history } = await owner.api.getQubitMetricHistory({
      params: { chip_id: 'doomed', qid: 1 },
      query: { metric: 't1' },
    });
    expect(history).toEqual([]);
  });

  it('deleteChip 400: force that is neither true nor false', async () => {
    await create('kept');
    expect((await refusal(owner.api.deleteChip({ ...at('kept'), query: { force: 'maybe' } }))).status).toBe(400);
    expect((await refusal(owner.api.deleteChip({ ...at('kept'), query: { force: '0' } }))).status).toBe(409);
  });
});
