import * as crypto from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Argon2, workingArgon2 } from '#shared/people/verbs/auth/argon2.ts';
import { hashPassword, needsRehash, passwordHashing, verifyPassword } from '#shared/people/verbs/auth/passwords.ts';

/** What a platform may have by the name of `argon2`. */
const broken: [string, Argon2 | undefined, string][] = [
  ['is missing', undefined, 'this Node.js has none'],
  [
    'throws at once',
    () => {
      throw new Error('error:0308010C:digital envelope routines::unsupported');
    },
    'unsupported',
  ],
  [
    'ends in an error',
    (_algorithm, _input, done) => done(new Error('out of memory'), Buffer.alloc(0)),
    'out of memory',
  ],
  ['makes another key', (_algorithm, _input, done) => done(null, Buffer.alloc(32)), 'another key than the reference'],
];

function warnings() {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return warn;
}

describe('a platform without a working argon2', () => {
  it.each(broken)(
    'where argon2 %s, passwords are hashed by scrypt and verified, and a warning says why',
    async (_what, argon2, reason) => {
      const warn = warnings();
      const hashing = passwordHashing(workingArgon2(argon2));
      const hash = await hashing.hashPassword('correct horse battery');
      expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      expect(await hashing.verifyPassword('correct horse battery', hash)).toBe(true);
      expect(await hashing.verifyPassword('correct horse', hash)).toBe(false);
      expect(await hashing.needsRehash(hash)).toBe(false);
      expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(reason), expect.anything());
    },
  );

  it.each(broken)(
    'where argon2 %s, a password that argon2id hashed elsewhere fits no one, and nothing throws',
    async (_what, argon2) => {
      warnings();
      const hashing = passwordHashing(workingArgon2(argon2));
      const elsewhere = await hashPassword('correct horse battery');
      expect(await hashing.verifyPassword('correct horse battery', elsewhere)).toBe(false);
    },
  );
});

describe('where argon2 works', () => {
  it('passwords are hashed by argon2id, and those that scrypt hashed are verified and hashed again', async () => {
    const warn = warnings();
    expect(await workingArgon2(crypto.argon2)).toBe(crypto.argon2);
    expect(warn).not.toHaveBeenCalled();
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await verifyPassword('correct horse battery', hash), await needsRehash(hash)]).toEqual([true, false]);
    const older = await passwordHashing(Promise.resolve(undefined)).hashPassword('correct horse battery');
    expect([await verifyPassword('correct horse battery', older), await needsRehash(older)]).toEqual([true, true]);
    expect(await verifyPassword('another', older)).toBe(false);
  });

  it('argon2 is tried once for any number of passwords', async () => {
    const argon2 = vi.fn(crypto.argon2);
    const hashing = passwordHashing(workingArgon2(argon2));
    const hash = await hashing.hashPassword('one');
    await hashing.verifyPassword('one', hash);
    expect(argon2).toHaveBeenCalledTimes(3);
  });
});
