import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { getUserByName, userEntity } from '#shared/people/store/users.ts';
import { refusal, refused } from '../support/refusal.ts';
import { startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const login = (username: string, password: string) => world.client(undefined).login({ body: { username, password } });
const me = (token: string | undefined) => world.client(token).getCurrentUser();
const form = (body: string, headers: Record<string, string> = {}) =>
  world.raw('POST', '/auth/login', {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('login', () => {
  it('login 200: answers a bearer token of twelve hours with the default project', async () => {
    const ada = await world.register('ada');
    const answer = await login('ada', testPassword);
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      user_id: ada.userId,
      username: 'ada',
      default_project_id: ada.projectId,
      must_change_password: false,
    });
    const left = (Date.parse(answer.expires_at) - world.now().getTime()) / 1000;
    expect(left).toBeGreaterThan(12 * 3600 - 60);
    expect(left).toBeLessThanOrEqual(12 * 3600);
    expect(await me(answer.access_token)).toMatchObject({ username: 'ada' });
  });

  it("login 200: tolerates the other fields of OAuth2's password form, and a password of any Unicode in either form", async () => {
    const password = 'pässwörd 量子 😀';
    await world.admin.api.registerUser({ body: { username: 'unicode', password } });
    const fields = { grant_type: 'password', scope: '', username: 'unicode', password: password.normalize('NFD') };
    expect((await form(new URLSearchParams(fields).toString())).status).toBe(200);
  });

  it('login 401: an unknown user and a wrong password get the same words', async () => {
    const words = refused(401, 'Incorrect username or password');
    expect(await refusal(login('nobody-here', testPassword))).toEqual(words);
    expect(await refusal(login('ada', `${testPassword}!`))).toEqual(words);
    expect(await refusal(login('Not A Name #', testPassword))).toEqual(words);
  });

  it('login 400: a body of another type is refused without repeating the password', async () => {
    const body = JSON.stringify({ username: 'ada', password: testPassword });
    const answer = await form(body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      'The request body must be application/x-www-form-urlencoded, not application/json',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(testPassword);
  });

  it('login 400: names every missing field at once, and refuses a name that no one can have', async () => {
    const empty = await form('');
    expect(empty.status).toBe(400);
    expect((empty.body.errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'body.username',
      'body.password',
    ]);
    const long = await form(new URLSearchParams({ username: 'x'.repeat(3000), password: 'x' }).toString());
    expect([long.status, String(long.body.detail)]).toEqual([400, expect.stringContaining('body.username')]);
  });

  it('login 429: ten failures of a name shut it out for five minutes, even with the right password; others are not hit', async () => {
    await world.register('shut-out');
    await world.register('neighbour');
    for (let attempt = 0; attempt < 10; attempt += 1) await refusal(login('shut-out', 'a wrong password'));
    const answer = await form(new URLSearchParams({ username: 'shut-out', password: testPassword }).toString());
    expect(answer.status).toBe(429);
    expect(answer.body.detail).toMatch(/^Too many failed logins for 'shut-out'; try again in \d+ seconds$/);
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
    expect(await login('neighbour', testPassword)).toMatchObject({ username: 'neighbour' });
    world.advance(301);
    expect(await login('shut-out', testPassword)).toMatchObject({ username: 'shut-out' });
  });

  it('logins that succeed do not count: twenty in a row are answered', async () => {
    await world.register('busy-bee');
    for (let attempt = 0; attempt < 20; attempt += 1) await login('busy-bee', testPassword);
    expect(await login('busy-bee', testPassword)).toMatchObject({ username: 'busy-bee' });
  });

  it('logout confirms to anybody and ends nothing', async () => {
    expect(await world.client(undefined).logout()).toEqual({ message: 'Successfully logged out' });
    const { token } = await world.register('leaver');
    await world.client(token).logout();
    expect(await me(token)).toMatchObject({ username: 'leaver' });
  });
});

describe('a disabled user', () => {
  it('a disabled user gets 403 at login with the right password, 401 with a wrong one, and 403 with a token', async () => {
    const eve = await world.register('eve');
    const { db } = world.stack.runtime;
    const stored = await getUserByName(db, 'eve');
    if (!stored) throw new Error('eve is missing');
    await writeItem(db, { put: userEntity.encode({ ...stored, disabled: true }, stored.rev + 1) });
    expect(await refusal(login('eve', testPassword))).toEqual(refused(403, "User 'eve' is disabled"));
    expect((await refusal(login('eve', 'a wrong password'))).status).toBe(401);
    expect(await refusal(me(eve.token))).toEqual(refused(403, "User 'eve' is disabled"));
  });
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('401: a token', () => {
  const decode = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))) as Record<string, unknown>[];

  it('a token whose payload was changed under its signature is refused', async () => {
    const { token } = await world.register('mallory');
    const [head, , signature] = token.split('.');
    const [, claims] = decode(token);
    const forged = `${head}.${part({ ...claims, sub: world.admin.userId, username: 'admin' })}.${signature}`;
    expect(await refusal(me(forged))).toEqual(refused(401, 'Invalid access token'));
  });

  it.each(['none', 'None', 'NONE', 'HS256'])('a token that says alg %s is refused', async (alg) => {
    const [head, claims] = decode(world.admin.token);
    for (const signature of ['', 'AAAA'])
      expect((await refusal(me(`${part({ ...head, alg })}.${part(claims)}.${signature}`))).status).toBe(401);
  });

  it('a token signed by another key is refused, under our key id and under its own', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const [head, claims] = decode(world.admin.token);
    for (const kid of [head?.kid, 'another', undefined]) {
      const text = `${part({ ...head, kid })}.${part(claims)}`;
      const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
      expect(await refusal(me(`${text}.${signature}`))).toEqual(refused(401, 'Invalid access token'));
    }
  });

  it('a token that has expired is refused and says so', async () => {
    const other = await world.register('late');
    world.advance(12 * 3600 + 1);
    expect(await refusal(me(other.token))).toEqual(refused(401, 'The access token has expired; log in again'));
    world.advance(-12 * 3600 - 1);
    expect(await me(other.token)).toMatchObject({ username: 'late' });
  });

  it.each(['', 'Basic YTpi', 'Bearer', 'Bearer a b', 'Bearer ..', 'Bearer fid_00_x', `Bearer ${'x'.repeat(4000)}`])(
    'a header that is not a token (%j) is refused with a challenge',
    async (authorization) => {
      const answer = await world.raw('GET', '/auth/me', { headers: { authorization } });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(String(answer.body.detail).length).toBeGreaterThan(10);
    },
  );

  it('a token is read whatever the case of its scheme', async () => {
    const answer = await world.raw('GET', '/auth/me', { headers: { authorization: `bearer  ${world.admin.token}` } });
    expect(answer.status).toBe(200);
  });
});
