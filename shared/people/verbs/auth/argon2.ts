import type * as crypto from 'node:crypto';

/** What `node:crypto` offers by the name of `argon2`, where it does: Node 24.7 and newer, on an OpenSSL of 3.2 or newer. */
export type Argon2 = typeof crypto.argon2;

/** Cost of a hash; memory in KiB. */
export interface Argon2Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

/** The key that argon2id makes of a password. */
export function argon2id(
  argon2: Argon2,
  message: Buffer,
  nonce: Buffer,
  { tagLength, ...parameters }: Argon2Parameters & { tagLength: number },
): Promise<Buffer> {
  // Whatever the platform lacks may be thrown at once, which the promise turns into a refusal.
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength, ...parameters }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** What the reference implementation makes of `password` and `somesalt`: 256 KiB, two passes, one lane. */
const knownKey = '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe';

/**
 * The function, if it works: its presence proves nothing, since the OpenSSL beneath may lack the algorithm. Hashes once
 * and compares with a known hash; otherwise warns with the reason and answers undefined.
 */
export async function workingArgon2(argon2: Argon2 | undefined): Promise<Argon2 | undefined> {
  try {
    if (typeof argon2 !== 'function') throw new Error('this Node.js has none');
    const cost = { memory: 256, passes: 2, parallelism: 1, tagLength: 32 };
    const key = await argon2id(argon2, Buffer.from('password'), Buffer.from('somesalt'), cost);
    if (key.toString('hex') !== knownKey) throw new Error('it makes another key than the reference implementation');
    return argon2;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`argon2id does not work here: ${reason}. Passwords are hashed by scrypt`, {
      code: 'FIDUCIAL_ARGON2',
      detail: 'A password hashed by argon2id elsewhere cannot be verified here; reset it.',
    });
    return undefined;
  }
}
