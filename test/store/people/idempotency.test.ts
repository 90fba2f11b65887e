import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchWriteItems, type Database, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { userKeys } from '#shared/kernel/store/keys.ts';
import { claimIdempotencyKey, type IdempotencyRecord, saveResponse } from '#shared/people/store/idempotency.ts';
import { type Faults, injectFaults, throttled } from '#test/support/engine/faults.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { tableOf } from '#test/support/engine/verbs.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';

let stack: TestStack;
let faults: Faults;
let token: string;
let now = Date.parse('2025-03-01T12:00:00.000Z');
const minutes = (count: number) => {
  now += count * 60_000;
};

beforeAll(async () => {
  stack = await startTestStack({ clock: () => new Date(now) });
  faults = injectFaults(stack.client);
});
afterAll(() => stack.stop());
beforeEach(async () => {
  const body = new URLSearchParams(stack.admin);
  const answer = await fetch(`${stack.url}/auth/login`, { method: 'POST', body });
  token = ((await answer.json()) as { access_token: string }).access_token;
});

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key ${keys}`;
};

interface Answer {
  status: number;
  replayed: boolean;
  type: string | null;
  text: string;
}

async function send(method: string, path: string, body: unknown, key: string): Promise<Answer> {
  const answer = await fetch(`${stack.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotency-replayed') === 'true',
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
}

const createProject = (name: string, key: string) => send('POST', '/projects', { name }, key);
const idOf = (answer: Answer) => (JSON.parse(answer.text) as { project_id: string }).project_id;
const table = () => tableOf(stack.client, stack.tableName);

describe('a repeat under the same key', () => {
  test('a repeated creation is answered 201 with the same body, and nothing is carried out again', async () => {
    const key = newKey();
    const first = await createProject('Twice', key);
    const before = await table();
    const again = await createProject('Twice', key);
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await table()).toEqual(before);
  });

  test('a repeated removal of a member is answered 204 without a body, and marked as repeated', async () => {
    await send('POST', '/auth/register', { username: 'guest', password: 'a good long password' }, newKey());
    const projectId = idOf(await createProject('With a guest', newKey()));
    await send('POST', `/projects/${projectId}/members`, { username: 'guest', role: 'viewer' }, newKey());
    const key = newKey();
    const remove = () => send('DELETE', `/projects/${projectId}/members/guest`, undefined, key);
    expect(await remove()).toMatchObject({ status: 204, text: '', replayed: false });
    expect(await remove()).toMatchObject({ status: 204, text: '', replayed: true });
  });

  test('a repeat under the same key with another body or path is a conflict', async () => {
    const key = newKey();
    const created = await createProject('One', key);
    const detail = `Idempotency-Key '${key}' was used for another request`;
    for (const other of [
      await createProject('Other', key),
      await send('POST', '/chips', { chip_id: 'one', topology_id: 'linear-2' }, key),
      await send('DELETE', `/projects/${idOf(created)}`, undefined, key),
    ]) {
      expect(other.status).toBe(409);
      expect(JSON.parse(other.text)).toMatchObject({ detail, code: 'idempotency_key_reused' });
    }
    expect((await createProject('One', key)).replayed).toBe(true);
  });

  test('a request under the same key is another one a day later', async () => {
    const key = newKey();
    await createProject('Daily', key);
    minutes(24 * 60);
    await freshToken();
    expect(await createProject('Daily', key)).toMatchObject({
      status: 409,
      replayed: false,
      text: expect.stringContaining('already exists'),
    });
  });

  test('a request under the same key by another user is another one', async () => {
    const key = newKey();
    const mine = await createProject('Shared name', key);
    await send('POST', '/auth/register', { username: 'other', password: 'a good long password' }, newKey());
    const admin = token;
    await freshToken('other', 'a good long password');
    const change = { current_password: 'a good long password', new_password: 'a password of their own' };
    await send('POST', '/auth/change-password', change, newKey());
    await freshToken('other', change.new_password);
    const theirs = await createProject('Shared name', key);
    token = admin;
    expect(theirs).toMatchObject({ status: 201, replayed: false });
    expect(idOf(theirs)).not.toBe(idOf(mine));
  });

  test('a repeat after a refusal is carried out: nothing had been changed', async () => {
    const key = newKey();
    await createProject('Taken', newKey());
    expect(await createProject('Taken', key)).toMatchObject({ status: 409 });
    expect(await createProject('Taken', key)).toMatchObject({
      status: 409,
      replayed: false,
      text: expect.stringContaining('already exists'),
    });
  });

  test('a repeat after a fault of ours is carried out', async () => {
    const key = newKey();
    // The transaction of the project fails, and so does every attempt to repeat it; nothing else does.
    faults.plan(({ command }) =>
      command === 'TransactWriteItems' ? { before: Object.assign(new Error('broken'), { name: 'Broken' }) } : undefined,
    );
    expect(await createProject('After a fault', key)).toMatchObject({ status: 500 });
    faults.clear();
    expect(await createProject('After a fault', key)).toMatchObject({ status: 201, replayed: false });
    expect(await createProject('After a fault', key)).toMatchObject({ status: 201, replayed: true });
  });

  test('the repeat of a request that was cut short is a conflict for a minute and is carried out then', async () => {
    const key = newKey();
    // Neither the request nor the release of its key gets through.
    let failing = false;
    faults.plan(({ command }) => {
      failing ||= command === 'TransactWriteItems';
      return failing ? { before: throttledForGood() } : undefined;
    });
    expect(await createProject('Cut short', key)).toMatchObject({ status: 500 });
    faults.clear();
    expect(await createProject('Cut short', key)).toMatchObject({
      status: 409,
      text: expect.stringContaining('still in progress'),
    });
    minutes(1);
    expect(await createProject('Cut short', key)).toMatchObject({ status: 201, replayed: false });
  });

  test('a request whose answer could not be kept tells success the first time', async () => {
    const key = newKey();
    let carriedOut = false;
    faults.plan(({ command }) => {
      const lose = carriedOut && command === 'PutItem';
      carriedOut ||= command === 'TransactWriteItems';
      return lose ? { before: throttledForGood() } : undefined;
    });
    expect(await createProject('Not kept', key)).toMatchObject({ status: 201 });
    faults.clear();
  });
});

/** Holds the first `count` reads until all of them were made, so that no caller has seen what the others do next. */
function readingTogether(db: Database, count: number): Database {
  let reads = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const send = async (command: GetItemCommand) => {
    const answer = await db.client.send(command);
    if (command instanceof GetItemCommand) reads += 1;
    if (reads >= count) open();
    if (command instanceof GetItemCommand) await gate;
    return answer;
  };
  return { tableName: db.tableName, client: { send } as unknown as Database['client'] };
}

describe('duplicates at once', () => {
  test('duplicates at once carry the request out once; the others get its answer or a conflict', async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', '/chips', { chip_id: 'dup', topology_id: 'linear-2' }, key)),
    );
    const first = answers.filter(({ status, replayed }) => status === 201 && !replayed);
    expect(first).toHaveLength(1);
    for (const answer of answers.filter((each) => !first.includes(each))) {
      if (answer.replayed) expect(answer.text).toBe(first[0]?.text);
      else expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('still in progress') });
    }
  });

  test('duplicates at once that take over what has expired get neither its answer nor more than one turn', async () => {
    const db = openDatabase(stack.client, stack.tableName);
    const record = (fingerprint: string, forgetAt: number): IdempotencyRecord => ({
      userId: 'u',
      digest: 'd',
      fingerprint,
      state: 'done',
      busyUntil: 0,
      forgetAt,
      answer: { statusCode: 200, headers: {}, body: new Uint8Array([1]) },
    });
    await claimIdempotencyKey(db, record('old', 1000), 10);
    const fresh: IdempotencyRecord = { ...record('new', 9000), state: 'started', busyUntil: 1100, answer: undefined };
    const all = readingTogether(db, 3);
    const claims = await Promise.all(Array.from({ length: 3 }, () => claimIdempotencyKey(all, fresh, 1000)));
    expect(claims.filter(({ ours }) => ours)).toHaveLength(1);
    for (const claim of claims)
      if (!claim.ours) expect(claim.record).toMatchObject({ fingerprint: 'new', state: 'started' });
  });
});

test('who claimed a key more than a day ago, and paused since, does not put its answer over that of the next day', async () => {
  const db = openDatabase(stack.client, stack.tableName);
  const day = 86_400;
  const record = (fingerprint: string, from: number): IdempotencyRecord => ({
    ...{ userId: 'u', digest: 'slow', fingerprint, state: 'started', busyUntil: from + 60, forgetAt: from + day },
  });
  const [first, next] = [record('old', 1_700_000_000), record('new', 1_700_000_000 + 2 * day)];
  const slow = await claimIdempotencyKey(db, first, 1_700_000_000);
  // The table forgets it, and the key is used again.
  await batchWriteItems(db, [{ delete: userKeys.idempotency('u', 'slow') }]);
  const claim = await claimIdempotencyKey(db, next, 1_700_000_000 + 2 * day);
  expect([slow, claim]).toMatchObject([
    { ours: true, repeated: false },
    { ours: true, repeated: false },
  ]);
  const answer = { statusCode: 200, headers: {}, body: new Uint8Array([1]) };
  await saveResponse(db, { ...first, state: 'done', answer }, slow.ours ? slow.rev : 0);
  expect(await claimIdempotencyKey(db, next, 1_700_000_001 + 2 * day)).toMatchObject({
    ours: false,
    record: { fingerprint: 'new', state: 'started' },
  });
});

test('a request that paused until its key was used for another the next day is done, and not told of that one', async () => {
  const key = newKey();
  await send('POST', '/chips', { chip_id: 'edited', topology_id: 'linear-2' }, newKey());
  const note = () => send('PUT', '/chips/edited/note', { content: 'of the next day' }, key);
  const parameters = { t1: { value: 3 } };
  const edit = { chip_id: 'edited', qid: '0', parameters };
  let between: Answer | undefined;
  const slow = await interleaved(stack.client, {
    work: () => send('PATCH', '/calibrations/parameters', edit, key),
    meanwhile: async () => {
      minutes(25 * 60);
      await freshToken();
      between = await note();
    },
    where: ({ command }) => command === 'TransactWriteItems',
  });
  // It was the first of its kind under the key, and was done.
  expect([slow.status, between?.status]).toEqual([200, 200]);
  expect(JSON.parse(slow.text)).toMatchObject({ updated_count: 1 });
  expect(await note()).toEqual({ ...between, replayed: true });
});

describe('an operation whose answer holds a secret', () => {
  test('an operation that answers a secret is refused a second time, and no secret or fast hash of it is in the table', async () => {
    const key = newKey();
    const make = () => send('POST', '/auth/tokens', { name: 'worker' }, key);
    const made = await make();
    expect(made.status).toBe(201);
    expect(await make()).toMatchObject({ status: 409, text: expect.stringContaining('was not stored') });
    const secret = (JSON.parse(made.text) as { token: string }).token;
    const register = newKey();
    const password = 'canary password 7';
    const registerCanary = () => send('POST', '/auth/register', { username: 'canary', password }, register);
    const registered = await registerCanary();
    expect(registered.status).toBe(201);
    expect(await registerCanary()).toMatchObject({ status: 409 });
    const accessToken = (JSON.parse(registered.text) as { access_token: string }).access_token;
    const texts = [...(await table()).values()].join('\n');
    for (const canary of [secret, secret.split('.').at(-1) ?? secret, password, accessToken]) {
      expect(texts).not.toContain(canary);
      expect(texts).not.toContain(Buffer.from(canary).toString('base64'));
    }
    // The same request with another password has the same fingerprint: it says nothing of the password.
    const other = await send('POST', '/auth/register', { username: 'canary', password: 'another password' }, register);
    expect(other).toMatchObject({ status: 409, text: expect.stringContaining('was not stored') });
  });
});

describe('a key', () => {
  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
  ])('an idempotency key that is %s is refused', async (_, key) => {
    expect(await createProject('Never', key)).toMatchObject({
      status: 400,
      text: expect.stringContaining('1 to 255 characters'),
    });
  });

  test('an idempotency key on a read changes nothing and is not remembered', async () => {
    // When the session was last used is noted by now.
    await send('GET', '/projects', undefined, newKey());
    const before = await table();
    const key = newKey();
    for (let n = 0; n < 2; n += 1)
      expect(await send('GET', '/projects', undefined, key)).toMatchObject({ status: 200, replayed: false });
    expect(await table()).toEqual(before);
  });
});

async function freshToken(username = stack.admin.username, password = stack.admin.password): Promise<void> {
  const answer = await fetch(`${stack.url}/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
}

/** Throttling that the SDK does not try again by itself, so that the test need not wait. */
const throttledForGood = () => Object.assign(throttled(), { name: 'Broken' });
