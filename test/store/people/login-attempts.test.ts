import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptLimits, takeAttempt } from '#shared/people/verbs/attempts.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
});

const attempt = (username: string, address: string, isKnown = true) =>
  takeAttempt(verbs.ctx, { what: 'login', username, address, isKnown });
/** Attempts that fail. @returns how many of them were made before one was refused. */
async function fail(times: number, username: string, addressOf: (n: number) => string): Promise<number> {
  for (let n = 0; n < times; n += 1) {
    const made = await attempt(username, addressOf(n)).then(
      () => true,
      (error: { code?: string }) => error.code !== 'too_many_requests',
    );
    if (!made) return n;
  }
  return times;
}

test('a name has ten failed logins from one address, and another name or address its own', async () => {
  expect(await fail(20, 'ada', () => '203.0.113.7')).toBe(attemptLimits.nameFromNetwork.attempts);
  expect(await fail(1, 'bob', () => '203.0.113.7')).toBe(1);
  expect(await fail(1, 'ada', () => '203.0.113.8')).toBe(1);
  verbs.now = new Date(verbs.now.getTime() + 301_000);
  expect(await fail(1, 'ada', () => '203.0.113.7')).toBe(1);
});

/** A hundred failed logins of many names from an address. */
async function crowd(address: string): Promise<void> {
  const names = attemptLimits.network.attempts / 5;
  for (let n = 0; n < names; n += 1) expect(await fail(5, `user-${n}`, () => address)).toBe(5);
}

test('an address with a hundred failed logins leaves each name three more, so that a right password passes', async () => {
  await crowd('203.0.113.7');
  for (let n = 0; n < 20; n += 1) await (await attempt('ada', '203.0.113.7'))();
  expect(await fail(20, 'ada', () => '203.0.113.7')).toBe(attemptLimits.crowdedNameFromNetwork.attempts);
  await expect(attempt('ada', '203.0.113.7')).rejects.toThrow(
    'Too many failed logins from this address; try again in 300 seconds',
  );
  // One that was guessed at before has none.
  expect(await fail(1, 'user-0', () => '203.0.113.7')).toBe(0);
  expect(await fail(1, 'ada', () => '203.0.113.8')).toBe(1);
});

test('names that no user has leave a bounded number of items behind in an address with a hundred failed logins', async () => {
  await crowd('203.0.113.7');
  const stored = async () => (await verbs.table()).size;
  const before = await stored();
  // With an item of each name they would be more.
  for (let n = 0; n < 400; n += 1) await attempt(`nobody-${n}`, '203.0.113.7', false).catch(() => undefined);
  expect((await stored()) - before).toBeLessThanOrEqual(2 * 256);
});

test('all addresses of a /64 are one caller, and those of the next another', async () => {
  expect(await fail(20, 'ada', (n) => `2001:db8:1:2::${n + 1}`)).toBe(attemptLimits.nameFromNetwork.attempts);
  expect(await fail(1, 'ada', () => '2001:db8:1:3::1')).toBe(1);
});

test('no number of failed logins from everywhere shuts out anyone who comes from another address', async () => {
  const strangers = attemptLimits.name.attempts * 2;
  await fail(strangers, 'admin', (n) => `198.51.${n % 100}.${n}`);
  const allowed = attemptLimits.crowdedNameFromNetwork.attempts;
  expect(await fail(20, 'admin', () => '203.0.113.7')).toBe(allowed);
  const release = await attempt('admin', '203.0.113.8');
  await release();
  for (let n = 0; n < 20; n += 1) await (await attempt('admin', '203.0.113.8'))();
});

test('an attempt that is refused does not count against the address', async () => {
  await fail(200, 'ada', () => '203.0.113.7');
  expect(await fail(10, 'bob', () => '203.0.113.7')).toBe(10);
});
