import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import { releaseAttempt, reserveAttempt } from '#shared/people/store/rate-limit.ts';
import { attemptLimits, takeAttempt } from '#shared/people/verbs/attempts.ts';
import { createUser } from '#shared/people/verbs/create-user.ts';
import { login } from '#shared/people/verbs/login.ts';
import { password, startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
const loginLimit = attemptLimits.nameFromNetwork;
const start = new Date('2025-03-01T12:00:00.000Z');
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = start;
});

const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const bucket = { name: 'login carol', address: '192.0.2.1' };
const reserve = (seconds = 0, of = bucket) => reserveAttempt(verbs.db, of, loginLimit, after(seconds));
const giveBack = (takenAfter: number) => releaseAttempt(verbs.db, bucket, loginLimit, after(takenAfter));
const fill = async () => {
  for (let n = 0; n < loginLimit.attempts; n += 1) expect(await reserve(n)).toEqual({ ok: true });
};

describe('the limiter', () => {
  test('the login limiter allows ten attempts and then says how long to wait', async () => {
    expect(loginLimit).toEqual({ attempts: 10, windowSeconds: 300 });
    await fill();
    expect(await reserve(10)).toEqual({ ok: false, retryAfterSeconds: 290 });
    expect(await reserve(299)).toEqual({ ok: false, retryAfterSeconds: 1 });
  });

  test('the login limiter begins anew when the window has ended, with ten attempts again', async () => {
    await fill();
    for (let n = 0; n < 10; n += 1) expect(await reserve(300 + n)).toEqual({ ok: true });
    expect(await reserve(310)).toEqual({ ok: false, retryAfterSeconds: 290 });
  });

  test('a refused attempt to log in does not make the wait longer', async () => {
    await fill();
    for (let n = 0; n < 20; n += 1) await reserve(10);
    expect(await reserve(300)).toEqual({ ok: true });
  });

  test('the login limiter knows another name and another address apart', async () => {
    await fill();
    expect(await reserve(10, { ...bucket, address: '192.0.2.2' })).toEqual({ ok: true });
    expect(await reserve(10, { ...bucket, name: 'login dave' })).toEqual({ ok: true });
    expect(await reserve(10, { name: 'login', address: 'carol 192.0.2.1' })).toEqual({ ok: true });
  });

  test('the login limiter gives an attempt back, and never more than were taken', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect(await reserve(n)).toEqual({ ok: true });
      await giveBack(n);
    }
    await giveBack(30);
    for (let n = 0; n < 10; n += 1) expect(await reserve(40)).toEqual({ ok: true });
    expect(await reserve(40)).toMatchObject({ ok: false });
  });

  test('a slow login gives its attempt back to its own window, and none to the next', async () => {
    expect(await reserve(0)).toEqual({ ok: true });
    for (let n = 0; n < 10; n += 1) expect(await reserve(300)).toEqual({ ok: true });
    await giveBack(0);
    await giveBack(299);
    expect(await reserve(301)).toMatchObject({ ok: false });
    await giveBack(300);
    expect(await reserve(301)).toEqual({ ok: true });
  });

  test.each([
    ['in a window that is open already', 1, 9],
    ['in a fresh window', 0, 10],
  ])('concurrent attempts to log in take exactly what is left %s', async (_, taken, left) => {
    for (let n = 0; n < taken; n += 1) await reserve();
    const all = await Promise.all(Array.from({ length: 25 }, () => reserve()));
    expect(all.filter(({ ok }) => ok)).toHaveLength(left);
  });

  test('concurrent attempts to log in take exactly ten where a window has just ended', async () => {
    await fill();
    const all = await Promise.all(Array.from({ length: 25 }, () => reserve(301)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(10);
  });
});

describe('a login', () => {
  const attempt = (guess: string, address = '192.0.2.1') =>
    login(verbs.ctx, { username: 'carol', password: guess, address }).then(
      () => 'in',
      (error: unknown) => (error instanceof ServiceError ? error : Promise.reject(error)),
    );
  const register = () =>
    createUser(verbs.ctx, { username: 'carol', password, createDefaultProject: false, mustChangePassword: false });

  test('ten guesses at a login shut its address alone out, the right password too, with the time to wait', async () => {
    await register();
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => attempt(`guess ${n}`)));
    const kinds = guesses.map((each) => (each as ServiceError).kind).sort();
    expect(kinds).toEqual([...Array(4).fill('too-many-requests'), ...Array(10).fill('unauthenticated')]);
    expect(await attempt(password)).toMatchObject({
      kind: 'too-many-requests',
      retryAfterSeconds: 300,
      message: "Too many failed logins for 'carol'; try again in 300 seconds",
    });
    expect(await attempt(password, '192.0.2.2')).toBe('in');
    verbs.now = after(300);
    expect(await attempt(password)).toBe('in');
  });

  test('a right password signs in from an address that is locked by guesses at other names', async () => {
    await register();
    // As a login counts them, without the hashes.
    const guess = (n: number) =>
      takeAttempt(verbs.ctx, { what: 'login', username: `guessed-${n}`, address: '192.0.2.1', isKnown: false });
    for (let n = 0; n < attemptLimits.network.attempts; n += 1) await guess(n);
    expect(await attempt(password)).toBe('in');
    for (let n = 0; n < 3; n += 1) expect(await attempt('wrong')).toMatchObject({ kind: 'unauthenticated' });
    expect(await attempt(password)).toMatchObject({ kind: 'too-many-requests' });
  });

  test('a login that succeeds does not count, however often', async () => {
    await register();
    for (let n = 0; n < 12; n += 1) expect(await attempt(password)).toBe('in');
  });

  test('a login of a name that no key could hold when cut short is an ordinary failure', async () => {
    const username = `${'x'.repeat(193)}👩‍🔬`;
    await expect(login(verbs.ctx, { username, password, address: 'a' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});
