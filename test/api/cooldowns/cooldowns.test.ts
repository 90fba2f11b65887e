import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let stranger: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  stranger = await world.register('stranger');
});
afterAll(() => world.stop());

const started_at = '2025-01-01T00:00:00.000Z';
const ended_at = '2025-02-01T00:00:00.000Z';

/** Two cryostats and two chips in a project of their own. */
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  for (const cryo_id of ['A', 'B']) await owner.api.createCryostat({ body: { cryo_id } });
  for (const chip_id of ['a', 'b']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
});

const at = (cooldown_id: string) => ({ params: { cooldown_id } });
const create = (cooldown_id: string, cryo_id = 'A', more: object = {}) =>
  owner.api.createCooldown({ body: { cooldown_id, cryo_id, started_at, ...more } });
const update = (cooldown_id: string, body: Parameters<Caller['api']['updateCooldown']>[0]['body']) =>
  owner.api.updateCooldown({ ...at(cooldown_id), body });
const pair = (cooldown_id: string, chip_id: string) => ({ params: { cooldown_id, chip_id } });
const assign = (cooldown_id: string, chip_id: string) => owner.api.assignChipToCooldown(pair(cooldown_id, chip_id));
const unassign = (cooldown_id: string, chip_id: string) =>
  owner.api.unassignChipFromCooldown(pair(cooldown_id, chip_id));
const pointer = async (chip_id: string) => (await owner.api.getChip({ params: { chip_id } })).current_cooldown_id;
const missing = (id: string, projectId = owner.projectId) =>
  refused(404, `Cool-down '${id}' not found in project '${projectId}'`);

describe('createCooldown', () => {
  it('createCooldown 201: ongoing without an end, and current for its chips', async () => {
    const cooldown = await create('one', 'A', { chip_ids: ['a', 'b', 'a'], wiring_blocks: [{ line: 1, deep: [{}] }] });
    expect(cooldown).toEqual({
      cooldown_id: 'one',
      project_id: owner.projectId,
      cryo_id: 'A',
      description: '',
      started_at,
      ended_at: null,
      chip_ids: ['a', 'b'],
      note: { content: '', updated_by: '', updated_at: null },
      wiring_info: '',
      wiring_blocks: [{ line: 1, deep: [{}] }],
      system_info: { created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
    });
    expect(await owner.api.getCooldown(at('one'))).toEqual(cooldown);
    expect([await pointer('a'), await pointer('b')]).toEqual(['one', 'one']);
  });

  it('createCooldown 201: recorded with its end, current for no one, whatever its chips are in now', async () => {
    await create('now', 'A', { chip_ids: ['a'] });
    await create('past', 'A', { ended_at, chip_ids: ['a', 'b'] });
    expect([await pointer('a'), await pointer('b')]).toEqual(['now', null]);
  });

  it.each([
    ['an unknown cryostat', 'nowhere', {}, (id: string) => `Cryostat 'nowhere' not found in project '${id}'`],
    ['an unknown chip', 'A', { chip_ids: ['x'] }, (id: string) => `Chip 'x' not found in project '${id}'`],
    [
      'an end before the start',
      'A',
      { ended_at: '2024-12-31T23:59:59.999Z' },
      () => `Cool-down 'bad' cannot end at 2024-12-31T23:59:59.999Z, before it starts at ${started_at}`,
    ],
  ])('createCooldown 400: %s, and nothing is written', async (_, cryoId, more, detail) => {
    expect(await refusal(create('bad', cryoId, more))).toEqual(refused(400, detail(owner.projectId)));
    expect(await refusal(owner.api.getCooldown(at('bad')))).toEqual(missing('bad'));
    expect(await owner.api.getCryostat({ params: { cryo_id: 'A' } })).toMatchObject({ cooldown_count: 0 });
  });

  it('createCooldown 400: more than ninety chips, and wiring that is too large or too deep', async () => {
    const chip_ids = Array.from({ length: 91 }, (_, n) => `c${n}`);
    const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) as unknown;
    for (const more of [{ chip_ids }, { wiring_blocks: [{ deep }] }, { wiring_blocks: [{ x: 'x'.repeat(40_000) }] }]) {
      const { status, errors } = await refusal(create('bad', 'A', more));
      expect([status, errors.length]).toEqual([400, 1]);
    }
  });

  it('createCooldown 409: an id that is taken', async () => {
    await create('one', 'A', { ended_at });
    expect(await refusal(create('one', 'B'))).toEqual(
      refused(409, `Cool-down 'one' already exists in project '${owner.projectId}'`),
    );
  });

  it('createCooldown 409: another one is ongoing for the cryostat or for a chip, and is named', async () => {
    await create('one', 'A', { chip_ids: ['a'] });
    expect(await refusal(create('two', 'A'))).toEqual(
      refused(409, "Cryostat 'A' is in cool-down 'one', which is ongoing"),
    );
    expect(await refusal(create('two', 'B', { chip_ids: ['b', 'a'] }))).toEqual(
      refused(409, "Chip 'a' is in cool-down 'one', which is ongoing"),
    );
    expect(await pointer('b')).toBeNull();
  });

  it('createCooldown answers a repeat under the same Idempotency-Key with the first answer', async () => {
    const json = { cooldown_id: 'once', cryo_id: 'A', started_at, chip_ids: ['a'] };
    const call = { token: owner.token, json, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [await world.raw('POST', '/cooldowns', call), await world.raw('POST', '/cooldowns', call)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });
});

describe('listCooldowns', () => {
  it('listCooldowns 200: the latest start first, filtered by cryostat, chip and whether ongoing, in pages', async () => {
    await create('old', 'A', { started_at: '2024-01-01', ended_at, chip_ids: ['a'] });
    await create('now', 'A', { chip_ids: ['a', 'b'] });
    await create('other', 'B', { started_at: '2025-01-02' });
    const list = async (query: object) => {
      const { cooldowns, ...page } = await owner.api.listCooldowns({ query });
      return { ids: cooldowns.map((one) => one.cooldown_id), ...page };
    };
    expect(await list({})).toEqual({
      ids: ['other', 'now', 'old'],
      total: 3,
      skip: 0,
      limit: 20,
      next_cursor: null,
      complete_until: expect.stringMatching(/Z$/),
    });
    expect((await list({ cryo_id: 'A' })).ids).toEqual(['now', 'old']);
    expect((await list({ ongoing: true })).ids).toEqual(['other', 'now']);
    expect((await list({ ongoing: false })).ids).toEqual(['old']);
    expect(await list({ chip_id: 'a', limit: 1, skip: 1 })).toMatchObject({ ids: ['old'], total: 2 });
    expect((await list({ chip_id: 'nowhere' })).ids).toEqual([]);
    const first = await list({ limit: 2 });
    expect((await list({ cursor: first.next_cursor })).ids).toEqual(['old']);
    expect((await stranger.api.listCooldowns({})).cooldowns).toEqual([]);
  });

  it('listCooldowns 400: a cursor of another list', async () => {
    await create('one', 'A', { ended_at });
    await create('two', 'A', { ended_at });
    const { next_cursor } = await owner.api.listCooldowns({ query: { limit: 1 } });
    const cursor = String(next_cursor);
    for (const query of [
      { cursor, cryo_id: 'A' },
      { cursor, chip_id: 'a' },
      { cursor, ongoing: true },
    ])
      expect(await refusal(owner.api.listCooldowns({ query }))).toMatchObject({
        status: 400,
        detail: expect.stringContaining("cursor is not a 'next_cursor' of this list"),
      });
  });
});

describe('updateCooldown', () => {
  it('updateCooldown 200: an end clears the pointers of its chips, and opening it again restores them', async () => {
    await create('one', 'A', { chip_ids: ['a', 'b'] });
    expect(await update('one', { ended_at })).toMatchObject({ ended_at, chip_ids: ['a', 'b'] });
    expect([await pointer('a'), await pointer('b')]).toEqual([null, null]);
    expect(await update('one', { ended_at: null })).toMatchObject({ ended_at: null });
    expect([await pointer('a'), await pointer('b')]).toEqual(['one', 'one']);
  });

  it('updateCooldown 200: absent and null fields stay', async () => {
    await create('one', 'A', { description: 'first', wiring_info: 'w', ended_at });
    expect(await update('one', { description: null, note: 'warm' })).toMatchObject({
      description: 'first',
      wiring_info: 'w',
      ended_at,
      note: { content: 'warm', updated_by: owner.username },
    });
  });

  it('updateCooldown 200: to another cryostat, whose ongoing cool-down it becomes', async () => {
    await create('one', 'A');
    await update('one', { cryo_id: 'B' });
    const [a, b] = await Promise.all(['A', 'B'].map((cryo_id) => owner.api.getCryostat({ params: { cryo_id } })));
    expect([a?.ongoing_cooldown_id, a?.cooldown_count]).toEqual([null, 0]);
    expect([b?.ongoing_cooldown_id, b?.cooldown_count]).toEqual(['one', 1]);
  });

  it('updateCooldown 400: bounds out of order, from either side', async () => {
    await create('one', 'A', { ended_at });
    const early = '2024-06-01T00:00:00.000Z';
    const late = '2025-06-01T00:00:00.000Z';
    expect(await refusal(update('one', { ended_at: early }))).toEqual(
      refused(400, `Cool-down 'one' cannot end at ${early}, before it starts at ${started_at}`),
    );
    expect(await refusal(update('one', { started_at: late }))).toEqual(
      refused(400, `Cool-down 'one' cannot end at ${ended_at}, before it starts at ${late}`),
    );
    expect(await update('one', { ended_at: started_at })).toMatchObject({ ended_at: started_at });
  });

  it('updateCooldown 409: opened again while a chip or the cryostat is in another, which is named', async () => {
    await create('one', 'A', { chip_ids: ['a'], ended_at });
    await create('two', 'B', { chip_ids: ['a'] });
    expect(await refusal(update('one', { ended_at: null }))).toEqual(
      refused(409, "Chip 'a' is in cool-down 'two', which is ongoing"),
    );
    await create('three', 'A');
    await update('two', { ended_at });
    expect(await refusal(update('one', { ended_at: null }))).toEqual(
      refused(409, "Cryostat 'A' is in cool-down 'three', which is ongoing"),
    );
    expect(await pointer('a')).toBeNull();
  });
});

describe('replaceCooldown', () => {
  it('replaceCooldown 200: what is absent takes its default, but chips stay unless they are given', async () => {
    await create('one', 'A', { description: 'first', ended_at, chip_ids: ['a'] });
    const body = { cryo_id: 'A', started_at };
    expect(await owner.api.replaceCooldown({ ...at('one'), body })).toMatchObject({
      description: '',
      ended_at: null,
      chip_ids: ['a'],
    });
    expect(await pointer('a')).toBe('one');
    const other = { ...body, chip_ids: ['b'] };
    expect(await owner.api.replaceCooldown({ ...at('one'), body: other })).toMatchObject({ chip_ids: ['b'] });
    expect([await pointer('a'), await pointer('b')]).toEqual([null, 'one']);
  });
});

describe('assignChipToCooldown', () => {
  it('assignChipToCooldown 200: the cool-down, current for the chip while ongoing; a repeat changes nothing', async () => {
    await create('one');
    const first = await assign('one', 'a');
    expect(first.chip_ids).toEqual(['a']);
    expect(await pointer('a')).toBe('one');
    expect(await assign('one', 'a')).toEqual(first);
  });

  it('assignChipToCooldown 200: to an ended one without moving the pointer', async () => {
    await create('past', 'A', { ended_at });
    await create('now', 'A', { chip_ids: ['a'] });
    expect((await assign('past', 'a')).chip_ids).toEqual(['a']);
    expect(await pointer('a')).toBe('now');
  });

  it('assignChipToCooldown 404: an unknown cool-down or chip; 409: a chip in another ongoing one', async () => {
    await create('one', 'A', { chip_ids: ['a'] });
    await create('two', 'B');
    expect(await refusal(assign('nowhere', 'a'))).toEqual(missing('nowhere'));
    expect(await refusal(assign('one', 'x'))).toEqual(
      refused(404, `Chip 'x' not found in project '${owner.projectId}'`),
    );
    expect(await refusal(assign('two', 'a'))).toEqual(refused(409, "Chip 'a' is in cool-down 'one', which is ongoing"));
    expect((await owner.api.getCooldown(at('two'))).chip_ids).toEqual([]);
  });
});

describe('unassignChipFromCooldown', () => {
  it('unassignChipFromCooldown 200: the cool-down without the chip, whose pointer is cleared; again nothing changes', async () => {
    await create('one', 'A', { chip_ids: ['a', 'b'] });
    const answer = await unassign('one', 'a');
    expect(answer.chip_ids).toEqual(['b']);
    expect(await pointer('a')).toBeNull();
    expect(await unassign('one', 'a')).toEqual(answer);
    expect(await unassign('one', 'never-there')).toEqual(answer);
  });

  it('unassignChipFromCooldown 200: never clears a pointer to another cool-down', async () => {
    await create('past', 'A', { ended_at, chip_ids: ['a'] });
    await create('now', 'A', { chip_ids: ['a'] });
    await unassign('past', 'a');
    expect(await pointer('a')).toBe('now');
  });

  it('unassignChipFromCooldown 404: an unknown cool-down', async () => {
    expect(await refusal(unassign('nowhere', 'a'))).toEqual(missing('nowhere'));
  });
});

describe('deleteCooldown', () => {
  const remove = (id: string, force?: boolean) =>
    owner.api.deleteCooldown({ ...at(id), ...(force === undefined ? {} : { query: { force } }) });

  it('deleteCooldown 409 with chips unless forced, which clears their pointers', async () => {
    await create('one', 'A', { chip_ids: ['a'] });
    expect(await refusal(remove('one'))).toEqual(
      refused(409, "Cool-down 'one' lists 1 chip; pass force=true to delete it anyway"),
    );
    expect(await remove('one', true)).toEqual({ message: "Cool-down 'one' deleted" });
    expect(await pointer('a')).toBeNull();
    expect(await refusal(remove('one', true))).toEqual(missing('one'));
  });

  it('deleteCooldown 409 with data unless forced; 200 without either', async () => {
    await create('one', 'A', { chip_ids: ['a'] });
    const parameters = { t1: { value: 40, unit: 'us' } };
    await owner.api.updateCalibrationParameters({ body: { chip_id: 'a', qid: '0', parameters } });
    await unassign('one', 'a');
    expect(await refusal(remove('one'))).toEqual(
      refused(409, "Cool-down 'one' has data that was recorded in it; pass force=true to delete it anyway"),
    );
    await remove('one', true);
    await create('two');
    await remove('two');
    expect(await owner.api.getCryostat({ params: { cryo_id: 'A' } })).toMatchObject({
      cooldown_count: 0,
      ongoing_cooldown_id: null,
    });
  });
});

describe('a chip that is deleted', () => {
  it('a chip that is deleted is counted before by the cool-downs that list it, and in none of them afterwards', async () => {
    await create('past', 'A', { ended_at, chip_ids: ['a', 'b'] });
    await create('now', 'A', { chip_ids: ['a'] });
    const chip = { params: { chip_id: 'a' } };
    expect((await owner.api.getChipDeletionImpact(chip)).cooldowns_referencing).toBe(2);
    await owner.api.deleteChip({ ...chip, query: { force: true } });
    expect((await owner.api.getCooldown(at('past'))).chip_ids).toEqual(['b']);
    expect((await owner.api.getCooldown(at('now'))).chip_ids).toEqual([]);
    await owner.api.createChip({ body: { chip_id: 'a', topology_id: 'linear-2' } });
    expect(await pointer('a')).toBeNull();
    expect((await owner.api.getChipDeletionImpact(chip)).cooldowns_referencing).toBe(0);
  });
});

describe('a cool-down of another project', () => {
  it('a cool-down of another project is 404, as if it did not exist, whatever is asked of it', async () => {
    await create('mine', 'A', { chip_ids: ['a'] });
    const of = at('mine');
    const calls = [
      stranger.api.getCooldown(of),
      stranger.api.updateCooldown({ ...of, body: { ended_at } }),
      stranger.api.replaceCooldown({ ...of, body: { cryo_id: 'A', started_at } }),
      stranger.api.deleteCooldown({ ...of, query: { force: true } }),
      stranger.api.assignChipToCooldown(pair('mine', 'a')),
      stranger.api.unassignChipFromCooldown(pair('mine', 'a')),
    ];
    const answers = await Promise.all(calls.map(refusal));
    expect(answers).toEqual(calls.map(() => missing('mine', stranger.projectId)));
    expect(await pointer('a')).toBe('mine');
  });

  it('a cool-down of another project does not conflict with one here, nor can its cryostat or chip be named', async () => {
    await create('mine', 'A', { chip_ids: ['a'] });
    const call = stranger.api.createCooldown({ body: { cooldown_id: 'mine', cryo_id: 'A', started_at } });
    expect(await refusal(call)).toEqual(refused(400, `Cryostat 'A' not found in project '${stranger.projectId}'`));
  });
});
