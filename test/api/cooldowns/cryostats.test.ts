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

const at = (cryo_id: string) => ({ params: { cryo_id } });
const create = (cryo_id: string, more: object = {}) => owner.api.createCryostat({ body: { cryo_id, ...more } });
const update = (cryo_id: string, body: Parameters<Caller['api']['updateCryostat']>[0]['body']) =>
  owner.api.updateCryostat({ ...at(cryo_id), body });
const missing = (cryoId: string, projectId = owner.projectId) =>
  refused(404, `Cryostat '${cryoId}' not found in project '${projectId}'`);
const started_at = '2025-01-01T00:00:00Z';
const cooldownIn = (cryo_id: string, cooldown_id: string, more: object = {}) =>
  owner.api.createCooldown({ body: { cooldown_id, cryo_id, started_at, ...more } });

describe('createCryostat', () => {
  it('createCryostat 201: with its defaults', async () => {
    const cryostat = await create('plain');
    expect(cryostat).toEqual({
      cryo_id: 'plain',
      project_id: owner.projectId,
      name: '',
      manufacturer: '',
      model: '',
      location: '',
      status: 'active',
      commissioned_at: null,
      decommissioned_at: null,
      ongoing_cooldown_id: null,
      cooldown_count: 0,
      note: { content: '', updated_by: '', updated_at: null },
      system_info: { created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
    });
    expect(await owner.api.getCryostat(at('plain'))).toEqual(cryostat);
  });

  it('createCryostat 201: with everything, a naive date as UTC, and any id that the rule allows', async () => {
    const id = '冷#凍 機 1'.padEnd(100, '.');
    const cryostat = await create(id, {
      name: 'Big one',
      manufacturer: 'Bluefors',
      model: 'XLD',
      location: 'Lab 3',
      status: 'maintenance',
      commissioned_at: '2020-01-01T00:00:00',
      note: 'new still',
    });
    expect(cryostat).toMatchObject({ name: 'Big one', model: 'XLD', commissioned_at: '2020-01-01T00:00:00.000Z' });
    expect(cryostat.note).toMatchObject({ content: 'new still', updated_by: 'owner' });
    expect(await owner.api.getCryostat(at(id))).toEqual(cryostat);
  });

  it('createCryostat 400: names every field that is wrong, an id of 101 characters and an unknown status among them', async () => {
    const { status, errors } = await refusal(create('x'.repeat(101), { status: 'broken', commissioned_at: 'soon' }));
    expect(status).toBe(400);
    expect(errors).toEqual([
      { path: 'body.status', message: expect.any(String) },
      { path: 'body.commissioned_at', message: 'must be an ISO 8601 date and time' },
      { path: 'body.cryo_id', message: expect.stringContaining('1 to 100 characters') },
    ]);
  });

  it('createCryostat 400: a date of decommissioning for one in use', async () => {
    expect(await refusal(create('odd', { decommissioned_at: started_at }))).toEqual(
      refused(400, "Cryostat 'odd' can have decommissioned_at only with the status 'decommissioned'"),
    );
  });

  it('createCryostat 409: an id that is taken; another project may have it too', async () => {
    await create('taken');
    expect(await refusal(create('taken'))).toEqual(
      refused(409, `Cryostat 'taken' already exists in project '${owner.projectId}'`),
    );
    expect((await stranger.api.createCryostat({ body: { cryo_id: 'taken' } })).project_id).toBe(stranger.projectId);
  });

  it('createCryostat answers a repeat under the same Idempotency-Key with the first answer', async () => {
    const call = { token: owner.token, json: { cryo_id: 'once' }, headers: { 'idempotency-key': 'cryo-once' } };
    const [first, second] = [await world.raw('POST', '/cryostats', call), await world.raw('POST', '/cryostats', call)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });
});

describe('listCryostats', () => {
  it('listCryostats 200: by id, in pages with a total, and only those of the project', async () => {
    const reader = await world.register('reader');
    for (const cryo_id of ['c', 'a', 'b']) await reader.api.createCryostat({ body: { cryo_id } });
    const ids = async (query: object) => {
      const { cryostats, ...page } = await reader.api.listCryostats({ query });
      return { ids: cryostats.map((one) => one.cryo_id), ...page };
    };
    expect(await ids({})).toEqual({ ids: ['a', 'b', 'c'], total: 3, skip: 0, limit: 20, next_cursor: null });
    const first = await ids({ limit: 2 });
    expect(first).toMatchObject({ ids: ['a', 'b'], total: 3, next_cursor: expect.any(String) });
    expect(await ids({ cursor: first.next_cursor })).toMatchObject({ ids: ['c'], next_cursor: null });
    expect(await ids({ skip: 1, limit: 1 })).toMatchObject({ ids: ['b'], total: 3 });
  });
});

describe('updateCryostat', () => {
  it('updateCryostat 200: an absent or null field stays, null clears commissioned_at', async () => {
    await create('patched', { name: 'one', model: 'M', commissioned_at: started_at });
    expect(await update('patched', { name: null, location: 'here' })).toMatchObject({
      name: 'one',
      model: 'M',
      location: 'here',
      commissioned_at: '2025-01-01T00:00:00.000Z',
    });
    expect(await update('patched', { commissioned_at: null, note: 'n' })).toMatchObject({
      commissioned_at: null,
      note: { content: 'n', updated_by: 'owner' },
    });
  });

  it('updateCryostat 200: moves between the statuses set and clear the date of decommissioning', async () => {
    await create('moved');
    expect(await update('moved', { status: 'maintenance' })).toMatchObject({ status: 'maintenance' });
    const gone = await update('moved', { status: 'decommissioned' });
    expect(gone.decommissioned_at).toMatch(/Z$/);
    expect(await update('moved', { name: 'old' })).toMatchObject({ decommissioned_at: gone.decommissioned_at });
    expect(await refusal(update('moved', { status: 'maintenance' }))).toEqual(
      refused(409, "Cryostat 'moved' is decommissioned; set its status to 'active' first"),
    );
    expect(await update('moved', { status: 'active' })).toMatchObject({ status: 'active', decommissioned_at: null });
  });

  it('updateCryostat 400: decommissioned before it was commissioned', async () => {
    await create('young', { commissioned_at: '2024-01-01T00:00:00Z' });
    const early = { status: 'decommissioned', decommissioned_at: '2023-01-01T00:00:00Z' } as const;
    expect(await refusal(update('young', early))).toEqual(
      refused(400, "Cryostat 'young' cannot be decommissioned before it is commissioned"),
    );
  });

  it('updateCryostat 409: decommissioned during a cool-down, which is named', async () => {
    await create('cold');
    await cooldownIn('cold', 'cold-1');
    expect(await refusal(update('cold', { status: 'decommissioned' }))).toEqual(
      refused(409, "Cryostat 'cold' is in cool-down 'cold-1', which is ongoing"),
    );
  });
});

describe('replaceCryostat', () => {
  it('replaceCryostat 200: what is absent takes its default', async () => {
    await create('replaced', { name: 'one', model: 'M', commissioned_at: started_at, note: 'n' });
    const replaced = await owner.api.replaceCryostat({ ...at('replaced'), body: { name: 'two' } });
    expect(replaced).toMatchObject({ name: 'two', model: '', status: 'active', commissioned_at: null });
    expect(replaced.note).toMatchObject({ content: '', updated_by: 'owner' });
  });
});

describe('deleteCryostat', () => {
  it('deleteCryostat 200: once it has no cool-downs; 409 with their number before', async () => {
    await create('doomed');
    await cooldownIn('doomed', 'doomed-1', { ended_at: started_at });
    await cooldownIn('doomed', 'doomed-2');
    expect(await owner.api.getCryostat(at('doomed'))).toMatchObject({
      cooldown_count: 2,
      ongoing_cooldown_id: 'doomed-2',
    });
    expect(await refusal(owner.api.deleteCryostat(at('doomed')))).toEqual(
      refused(409, "Cryostat 'doomed' has 2 cool-downs. Delete or move its cool-downs first"),
    );
    for (const cooldown_id of ['doomed-1', 'doomed-2']) await owner.api.deleteCooldown({ params: { cooldown_id } });
    expect(await owner.api.deleteCryostat(at('doomed'))).toEqual({ message: "Cryostat 'doomed' deleted" });
    expect(await refusal(owner.api.getCryostat(at('doomed')))).toEqual(missing('doomed'));
  });
});

describe('a cryostat of another project', () => {
  it('a cryostat of another project is 404, as if it did not exist, whatever is asked of it', async () => {
    await create('mine');
    const of = at('mine');
    const calls = [
      stranger.api.getCryostat(of),
      stranger.api.updateCryostat({ ...of, body: { name: 'x' } }),
      stranger.api.replaceCryostat({ ...of, body: { name: 'x' } }),
      stranger.api.deleteCryostat(of),
    ];
    const answers = await Promise.all(calls.map(refusal));
    expect(answers).toEqual(calls.map(() => missing('mine', stranger.projectId)));
    expect((await owner.api.getCryostat(of)).name).toBe('');
  });
});
