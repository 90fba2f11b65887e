import * as crypto from 'node:crypto';
import bcrypt from 'bcryptjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordHashing } from '#shared/people/verbs/auth/passwords.ts';

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

describe('the cost of a login', () => {
  beforeEach(() => void vi.spyOn(bcrypt, 'compare'));

  it.each(platforms)(
    'with %s a login costs the same for every name while users have bcrypt hashes',
    async (name, { checkPassword, hashPassword }) => {
      const users: [hash: string | undefined, isUser: boolean][] = [
        [undefined, false],
        [await hashPassword(password), true],
        [await bcrypt.hash(password, 7), true],
        [await bcrypt.hash(password, 4), true],
      ];
      for (const [stored, isUser] of users)
        for (const [text, fits] of [
          [password, isUser],
          ['a wrong password', false],
        ] as const) {
          vi.clearAllMocks();
          expect(await checkPassword(text, stored, 7)).toBe(fits);
          expect(work()).toEqual({ bcryptRounds: 128, argon2: name === 'argon2' ? 1 : 0 });
        }
    },
  );

  it.each(platforms)(
    'with %s a login computes no bcrypt once no user has such a hash',
    async (name, { checkPassword, hashPassword }) => {
      for (const stored of [undefined, await hashPassword(password)]) {
        vi.clearAllMocks();
        expect(await checkPassword(password, stored, undefined)).toBe(stored !== undefined);
        expect(work()).toEqual({ bcryptRounds: 0, argon2: name === 'argon2' ? 1 : 0 });
      }
    },
  );
});
