import * as crypto from 'node:crypto';
import bcrypt from 'bcryptjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordHashing } from '#shared/services/auth/passwords.ts';

const password = 'correct horse battery';
const argon2 = vi.fn(crypto.argon2);
const platforms = [
  ['argon2', passwordHashing(Promise.resolve(argon2))],
  ['scrypt', passwordHashing(Promise.resolve(undefined))],
] as const;

/** Rounds of bcrypt, and how often argon2 was computed. */
const work = () => ({
  bcryptRounds: vi.mocked(bcrypt.compare).mock.calls.reduce((sum, [, text]) => sum + 2 ** Number(text.slice(4, 6)), 0),
  argon2: argon2.mock.calls.length,
});

describe.each(platforms)('a login on a platform with %s', (name, { checkPassword, hashPassword }) => {
  beforeEach(() => void vi.spyOn(bcrypt, 'compare'));
  const once = name === 'argon2' ? 1 : 0;

  it.each([
    ['an unknown user', undefined, false],
    ['a user with a hash of this service', () => hashPassword(password), true],
    ['a user with a bcrypt hash of the highest cost', () => bcrypt.hash(password, 7), true],
    ['a user with a bcrypt hash of a lower cost', () => bcrypt.hash(password, 4), true],
  ])('costs the same for %s while users have bcrypt hashes', async (_who, make, isUser) => {
    const stored = await make?.();
    for (const [text, fits] of [
      [password, isUser],
      ['a wrong password', false],
    ] as const) {
      vi.clearAllMocks();
      expect(await checkPassword(text, stored, 7)).toBe(fits);
      expect(work()).toEqual({ bcryptRounds: 128, argon2: once });
    }
  });

  it('computes no bcrypt once no user has such a hash', async () => {
    for (const stored of [undefined, await hashPassword(password)]) {
      vi.clearAllMocks();
      expect(await checkPassword(password, stored, undefined)).toBe(stored !== undefined);
      expect(work()).toEqual({ bcryptRounds: 0, argon2: once });
    }
  });
});
