import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyLimitBytes } from '#shared/api/body-limit.ts';
import { operations } from '#shared/api/registry.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let viewer: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  viewer = await world.register('viewer');
  const params = { project_id: owner.projectId };
  await world.join(owner.api, { params, body: { username: 'viewer' } });
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } });
});
afterAll(() => world.stop());

const post = (body: string | Uint8Array, more: Parameters<World['raw']>[2] = {}) =>
  world.raw('POST', '/chips', { token: owner.token, body, ...more });

describe('the order of checks', () => {
  const bad = { json: { chip_id: '' } };
  const inProject = { project: '' };

  it('an unknown route is 404 before a token is looked at, and names method and path', async () => {
    const answer = await world.raw('POST', '/chips/chip/nothing');
    expect([answer.status, answer.body]).toEqual([
      404,
      { code: 'route_not_found', detail: "Route 'POST /chips/chip/nothing' does not exist" },
    ]);
  });

  it('no token is 401 before a bad body is 400', async () => {
    expect((await world.raw('POST', '/chips', bad)).status).toBe(401);
    expect((await world.raw('POST', '/chips', { ...bad, token: 'forged' })).status).toBe(401);
    expect((await world.raw('POST', '/chips', { body: '{' })).status).toBe(401);
  });

  it.each([
    ['one that does not fit', bad],
    ['no JSON', { body: '{' }],
    ['one that is too large', { body: new Uint8Array(bodyLimitBytes + 1) }],
  ])('a missing right is 403 before a bad body is told: %s', async (_, body) => {
    inProject.project = owner.projectId;
    const send = (token: string) => world.raw('POST', '/chips', { ...body, ...inProject, token });
    expect((await send(viewer.token)).status).toBe(403);
    expect((await send(owner.token)).status).toBeOneOf([400, 413]);
    for (const path of ['/auth/register', '/auth/reset-password'])
      expect((await world.raw('POST', path, { ...body, token: owner.token })).status).toBe(403);
  });

  it('a malformed id is 404 like any unknown one, after the caller is checked, and 400 if something else is wrong as well', async () => {
    const path = '/chips/chip/couplings/-1';
    const unknown = await world.raw('GET', path, { token: owner.token });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        code: 'not_found',
        detail: expect.stringMatching(/^Not found: coupling_id '-1': /),
        errors: [{ path: 'path.coupling_id', message: expect.any(String) }],
      },
    ]);
    const stranger = await world.register('stranger');
    expect((await world.raw('GET', path, { token: stranger.token, project: owner.projectId })).status).toBe(403);
    expect((await world.raw('GET', path)).status).toBe(401);
    expect((await world.raw('GET', `${path}?nothing=1`, { token: owner.token })).status).toBe(400);
    expect((await world.raw('GET', `/projects/${'x'.repeat(65)}`, { token: owner.token })).status).toBe(404);
  });

  it('an empty end of a time range is as if absent, and any other empty time is 400', async () => {
    const read = (path: string) => world.raw('GET', path, { token: owner.token });
    const blank = await read('/metrics/chips/chip/metrics?start_at=&end_at=');
    const without = (await read('/metrics/chips/chip/metrics')).body;
    expect([blank.status, blank.body]).toEqual([200, { ...without, as_of: blank.body.as_of }]);
    expect((await read('/executions?start_at=')).status).toBe(200);
    expect((await read('/chips/chip/health?as_of=')).status).toBe(400);
  });

  it('a bad query is 400 before a missing role is 403, and names what is wrong with the body as well', async () => {
    const answer = await world.raw('POST', '/chips?nothing=1', { ...bad, ...inProject, token: viewer.token });
    expect([answer.status, (answer.body.errors as { path: string }[]).map(({ path }) => path)]).toEqual([
      400,
      ['query.nothing', 'body.chip_id'],
    ]);
  });

  it('a missing role is 403 before an unknown chip is 404', async () => {
    const remove = (token: string, chip: string) =>
      world.raw('DELETE', `/chips/${chip}`, { token, project: owner.projectId });
    expect((await remove(viewer.token, 'nothing')).status).toBe(403);
    expect((await remove(owner.token, 'nothing')).status).toBe(404);
    expect((await remove(owner.token, 'chip')).status).toBe(409);
  });

  it('an unknown chip is 404 before an If-Match that does not fit is 409', async () => {
    const headers = { 'if-match': '"99"' };
    const patch = (chip: string) => world.raw('PATCH', `/chips/${chip}`, { token: owner.token, json: {}, headers });
    expect((await patch('nothing')).status).toBe(404);
    expect((await patch('chip')).status).toBe(409);
  });
});

describe('a query parameter that the operation does not have', () => {
  it('an unknown query parameter of any operation is 400 and named', async () => {
    for (const { route } of operations) {
      const path = `${route.path.replaceAll(/\{[^}]+\}/g, 'x')}?unknown_parameter=1`;
      const answer = await world.raw(route.method, path, { token: owner.token });
      expect([route.path, answer.status, answer.body.code]).toEqual([route.path, 400, 'invalid_request']);
      expect(answer.body.errors).toContainEqual({
        path: 'query.unknown_parameter',
        message: expect.stringMatching(/^is not a parameter of this operation/),
      });
    }
  });

  it.each([
    ['/task-results?statu=failed', "query.statu: is not a parameter of this operation; did you mean 'status'?"],
    ['/chips?__proto__=1', 'query.__proto__: is not a parameter of this operation'],
    ['/chips?Limit=1&Limit=2', "query.Limit: is not a parameter of this operation; did you mean 'limit'?"],
  ])('the nearest known parameter is named: %s', async (path, detail) => {
    const answer = await world.raw('GET', path, { token: owner.token });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(detail);
  });
});

describe('a range of time that ends before it begins', () => {
  /** Parameters that some operations require in addition to a range. */
  const wanted = { chip_id: 'x', task: 'CheckT1', parameter: 't1', date: '20250301', q: 'x' };
  const ranges = operations.flatMap(({ route, query }) => {
    const known = Object.keys(query?.shape ?? {});
    return ['start_at', 'start_from'].flatMap((first) =>
      ['end_at', 'start_to'].flatMap((last) =>
        known.includes(first) && known.includes(last) ? [[route.method, route.path, first, last, known] as const] : [],
      ),
    );
  });

  it.each(ranges)('an inverted range is 400: %s %s by %s and %s', async (method, template, first, last, known) => {
    const range = { [first]: '2025-03-02', [last]: '2025-03-01T23:59:59.999Z' };
    const query = Object.entries({ ...wanted, ...range }).filter(([name]) => known.includes(name));
    const path = `${template.replaceAll(/\{[^}]+\}/g, '1-2')}?${new URLSearchParams(query)}`;
    const answer = await world.raw(method, path, { token: owner.token });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors).toContainEqual({ path: `query.${last}`, message: `must not be before ${first}` });
  });

  it('a range of one instant, and one that is open at an end, are none', async () => {
    for (const query of ['start_at=2025-03-01&end_at=2025-03-01', 'start_at=2025-03-01', 'end_at=2025-03-01'])
      expect((await world.raw('GET', `/task-results?${query}`, { token: owner.token })).status).toBe(200);
    expect(ranges.length).toBeGreaterThan(8);
  });
});

describe('a body', () => {
  it('a body that is not JSON is 400', async () => {
    for (const body of ['{', '[1,', 'chip_id=x', '{"chip_id":"x"}x', "{'a':1}", 'undefined', '\u0000']) {
      const answer = await post(body);
      expect([answer.status, answer.body.errors]).toEqual([400, [{ path: 'body', message: 'must be JSON' }]]);
      expect(answer.body.detail).toMatch(/^The request body is not JSON: /);
    }
  });

  it('a body that is JSON but no object, or missing, is 400', async () => {
    for (const body of ['', ' ', 'null', '[]', '1', '"chip_id"', 'true']) expect((await post(body)).status).toBe(400);
  });

  it('a body that is not UTF-8 is 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"chip_id":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]);
    for (const type of ['application/json', 'application/octet-stream']) {
      const answer = await post(bytes, { headers: { 'content-type': type } });
      expect([answer.status, answer.body.detail]).toEqual([400, 'The request body is not valid UTF-8']);
    }
  });

  it('a body that is larger than the limit is 413 before it is parsed; one byte less is parsed', async () => {
    const filled = (bytes: number) => `{"chip_id":"${' '.repeat(bytes - 14)}"}`;
    const answer = await post(filled(bodyLimitBytes + 1));
    expect([answer.status, answer.body]).toEqual([
      413,
      { code: 'too_large', detail: `The request body has ${bodyLimitBytes + 1} bytes; ${bodyLimitBytes} are allowed` },
    ]);
    expect((await post(filled(bodyLimitBytes))).status).toBe(400);
    const gateway = await post('x'.repeat(11 * 1024 * 1024));
    expect([gateway.status, typeof gateway.body.detail]).toEqual([413, 'string']);
  });

  it('a body nested a hundred thousand levels deep is 400, where an object and where anything may be', async () => {
    const deep = `${'['.repeat(100_000)}"\\ud83d\\ude00"${']'.repeat(100_000)}`;
    expect((await post(deep)).status).toBe(400);
    expect((await post(`{"chip_id":${deep}}`)).status).toBe(400);
    const documents = `{"format":"ibm","chip_id":"deep","documents":{"conf":${deep},"props":{}}}`;
    expect((await world.raw('POST', '/chips/import', { token: owner.token, body: documents })).status).toBe(400);
  });

  it('a body is read whatever its content type says, and a byte order mark does not hurt', async () => {
    const answer = await post('\ufeff{"chip_id":"bom","topology_id":"linear-2"}', {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    expect(answer.status).toBe(201);
  });

  it.each([
    ['at the top', '{"chip_id":"proto","topology_id":"linear-2","__proto__":{"size":7}}'],
    ['of a map of anything', '{"chip_id":"proto","topology_id":"linear-2","parameters":{"__proto__":1}}'],
    ['deep in a list', '{"chip_id":"proto","topology_id":"linear-2","parameters":{"a":[{"b":{"__proto__":null}}]}}'],
    ['that is escaped', '{"chip_id":"proto","topology_id":"linear-2","\\u005F_proto\\u005f_":1}'],
  ])('a body with a member __proto__ %s is 400 and says so', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      "The request body has a member named '__proto__', which is not allowed",
    ]);
  });

  it('a body may say __proto__ where it is not a name', async () => {
    expect((await post('{"chip_id":"__proto__","topology_id":"linear-2"}')).status).toBe(201);
  });
});

describe('an answer', () => {
  it('an answer carries the id of its request, the given one where it is well-formed', async () => {
    const get = (id: string) => world.raw('GET', '/health', { headers: { 'x-request-id': id } });
    expect((await get('trace-1')).headers['x-request-id']).toBe('trace-1');
    expect((await get('not one id')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('an answer is never kept by a cache, and says what it is', async () => {
    for (const path of ['/health', '/chips', '/nowhere-at-all'])
      expect((await world.raw('GET', path)).headers['content-type']).toBe('application/json');
    const { headers } = await world.raw('GET', '/auth/me', { token: owner.token });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('an answer is the same under /api', async () => {
    const plain = await world.raw('GET', '/chips/chip', { token: owner.token });
    const prefixed = await world.raw('GET', '/api/chips/chip', { token: owner.token });
    expect([prefixed.status, prefixed.body]).toEqual([200, plain.body]);
  });
});

describe('a path', () => {
  it('a path with a percent sign that encodes nothing is 400', async () => {
    const answer = await world.raw('GET', '/chips/%zz', { token: owner.token });
    expect([answer.status, typeof answer.body.detail]).toEqual([400, 'string']);
  });

  it('a path with a trailing slash, an empty id or another case is 404', async () => {
    for (const path of ['/chips/', '/chips//qubits', '/Chips', '//chips'])
      expect((await world.raw('GET', path, { token: owner.token })).status).toBe(404);
  });
});
