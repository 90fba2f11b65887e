import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const send = (method: string, path: string, key: string, json?: unknown, more: Parameters<World['raw']>[2] = {}) =>
  world.raw(method, path, { token: owner.token, json, headers: { 'idempotency-key': key }, ...more });
const linear = (chip_id: string) => ({ chip_id, topology_id: 'linear-2' });

describe('Idempotency-Key', () => {
  it.each([
    ['/chips', linear('kept'), 'chip_id'],
    ['/projects', { name: 'kept' }, 'project_id'],
  ])(
    'a repeat of POST %s under its Idempotency-Key is answered as the first was, and made once',
    async (path, body, id) => {
      const first = await send('POST', path, `key of ${path}`, body);
      const again = await send('POST', path, `key of ${path}`, body);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
        undefined,
        'true',
      ]);
      const other = await send('POST', path, `another key of ${path}`, body);
      expect([other.status, String(other.body.detail)]).toEqual([409, expect.stringContaining('already exists')]);
      expect(first.body[id]).toEqual(expect.any(String));
    },
  );

  it('an Idempotency-Key of another request, whether body, path, query or project differ, is 409', async () => {
    await send('POST', '/chips', 'taken', linear('taken'));
    const { project_id: project } = await owner.api.createProject({ body: { name: 'elsewhere' } });
    const others = [
      send('POST', '/chips', 'taken', linear('different')),
      send('PATCH', '/chips/taken', 'taken', { note: 'x' }),
      send('DELETE', '/chips/taken?force=true', 'taken'),
      send('POST', '/chips', 'taken', linear('taken'), { project }),
    ];
    for (const answer of await Promise.all(others))
      expect([answer.status, answer.body]).toEqual([
        409,
        { code: 'idempotency_key_reused', detail: "Idempotency-Key 'taken' was used for another request" },
      ]);
  });

  it('an Idempotency-Key of one user is free for another', async () => {
    const other = await world.register('other');
    await send('POST', '/chips', 'shared', linear('shared'));
    const answer = await send('POST', '/chips', 'shared', linear('theirs'), { token: other.token });
    expect([answer.status, answer.body.chip_id]).toEqual([201, 'theirs']);
  });

  it('an Idempotency-Key is free again after a refusal', async () => {
    const refusedFirst = await send('DELETE', '/chips/later?force=true', 'retry');
    expect(refusedFirst.status).toBe(404);
    await owner.api.createChip({ body: linear('later') });
    const answer = await send('DELETE', '/chips/later?force=true', 'retry');
    const repeat = await send('DELETE', '/chips/later?force=true', 'retry');
    expect([answer.status, repeat.status, repeat.body]).toEqual([200, 200, answer.body]);
  });

  it('an Idempotency-Key makes one thing of many repeats at the same time', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => send('POST', '/projects', 'burst', { name: 'burst' })));
    const statuses = new Set(all.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    const made = all.filter(({ status }) => status === 201).map(({ body }) => body.project_id);
    expect(new Set(made).size).toBe(1);
    const { projects } = await owner.api.listProjects();
    expect(projects.filter(({ name }) => name === 'burst')).toHaveLength(1);
  });

  it('an Idempotency-Key is forgotten after a day', async () => {
    await send('POST', '/projects', 'day', { name: 'today' });
    world.advance(24 * 3600 + 1);
    const { access_token: token } = await world
      .client(undefined)
      .login({ body: { username: 'owner', password: testPassword } });
    const answer = await send('POST', '/projects', 'day', { name: 'tomorrow' }, { token });
    expect([answer.status, answer.body.name]).toEqual([201, 'tomorrow']);
    world.advance(-24 * 3600 - 1);
  });

  it('an answer that holds a secret is never repeated under its Idempotency-Key, but 409', async () => {
    const first = await send('POST', '/auth/tokens', 'secret', { name: 'ci' });
    const again = await send('POST', '/auth/tokens', 'secret', { name: 'ci' });
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([
      409,
      {
        code: 'idempotency_answer_not_kept',
        detail: "The response to Idempotency-Key 'secret' was not stored; the request was carried out",
      },
    ]);
    expect((await owner.api.listApiTokens()).total).toBe(1);
  });

  it('an Idempotency-Key that is too long is 400', async () => {
    const answer = await send('POST', '/projects', 'x'.repeat(256), { name: 'long' });
    expect(answer.body).toEqual({ code: 'invalid_request', detail: 'Idempotency-Key must have 1 to 255 characters' });
  });

  it('an Idempotency-Key of a GET means nothing', async () => {
    for (const path of ['/chips', '/projects'])
      expect((await send('GET', path, 'taken')).headers['idempotency-replayed']).toBeUndefined();
  });
});
