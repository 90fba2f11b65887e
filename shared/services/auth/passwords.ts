import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { compare } from 'bcryptjs';
import { atMost } from '../../concurrency.ts';
import { isBcryptHash } from '../../domain/people/user-csv.ts';
import { type Argon2, type Argon2Parameters, argon2id, workingArgon2 } from './argon2.ts';

/**
 * Passwords as PHC strings: argon2id where it works, scrypt where it does not; both are verified (rule AUTH-6). Parameters
 * after the OWASP Password Storage Cheat Sheet.
 */

const argon2Parameters: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const scryptParameters = { logN: 15, r: 8, p: 3 };
const hashLength = 32;
const saltLength = 16;

const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt);

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Unicode writes some passwords in several ways; all of them are the same password. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Whether two texts are one password. */
export const isSamePassword = (a: string, b: string): boolean => normalize(a) === normalize(b);

/** Hashes and verifies passwords by what the platform has. */
export interface PasswordHashing {
  /** Hashes a password with the best algorithm that there is and a fresh salt. */
  hashPassword(password: string): Promise<string>;
  /** Whether a password fits a PHC string. An unreadable string fits none. */
  verifyPassword(password: string, phc: string): Promise<boolean>;
  /** Whether a hash was made with weaker parameters or another algorithm than today's. */
  needsRehash(phc: string): Promise<boolean>;
}

/** Hashing by a tested argon2, or by scrypt if there is none. */
export function passwordHashing(working: Promise<Argon2 | undefined>): PasswordHashing {
  return {
    async hashPassword(password) {
      const salt = crypto.randomBytes(saltLength);
      const argon2 = await working;
      if (argon2) {
        const { memory, passes, parallelism } = argon2Parameters;
        const key = await argon2Key(argon2, password, salt, argon2Parameters, hashLength);
        return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
      }
      const { logN, r, p } = scryptParameters;
      const key = await scryptKey(password, salt, scryptParameters, hashLength);
      return `$scrypt$ln=${logN},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
    },

    async verifyPassword(password, phc) {
      if (isBcryptHash(phc)) return oneOfTwo(() => compare(password, phc));
      const parsed = parse(phc);
      if (!parsed) return false;
      const argon2 = await working;
      const key =
        parsed.algorithm === 'argon2id'
          ? argon2 && (await argon2Key(argon2, password, parsed.salt, parsed.parameters, parsed.key.length))
          : await scryptKey(password, parsed.salt, parsed.parameters, parsed.key.length);
      return key !== undefined && key.length === parsed.key.length && crypto.timingSafeEqual(key, parsed.key);
    },

    async needsRehash(phc) {
      const parsed = parse(phc);
      if (!parsed) return true;
      if (!(await working)) return parsed.algorithm !== 'scrypt' || parsed.parameters.logN < scryptParameters.logN;
      return (
        parsed.algorithm !== 'argon2id' ||
        parsed.parameters.memory < argon2Parameters.memory ||
        parsed.parameters.passes < argon2Parameters.passes
      );
    },
  };
}

// Tried once, at the start of the process.
export const { hashPassword, verifyPassword, needsRehash } = passwordHashing(
  workingArgon2((crypto as { argon2?: Argon2 }).argon2),
);

let dummy: Promise<string> | undefined;

/** A hash that no password fits: an unknown user costs the same time as a wrong password. */
export function dummyHash(): Promise<string> {
  dummy ??= hashPassword(crypto.randomBytes(32).toString('base64'));
  return dummy;
}

type Parsed = { salt: Buffer; key: Buffer } & (
  | { algorithm: 'argon2id'; parameters: Argon2Parameters }
  | { algorithm: 'scrypt'; parameters: typeof scryptParameters }
);

function parse(phc: string): Parsed | undefined {
  const argon = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (argon) {
    const [memory = 0, passes = 0, parallelism = 0] = argon.slice(1, 4).map(Number);
    return { algorithm: 'argon2id', parameters: { memory, passes, parallelism }, ...bytesOf(argon) };
  }
  const scryptMatch = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!scryptMatch) return undefined;
  const [logN = 0, r = 0, p = 0] = scryptMatch.slice(1, 4).map(Number);
  return { algorithm: 'scrypt', parameters: { logN, r, p }, ...bytesOf(scryptMatch) };
}

const bytesOf = (match: RegExpExecArray) => ({
  salt: Buffer.from(match[4] ?? '', 'base64'),
  key: Buffer.from(match[5] ?? '', 'base64'),
});

/** Of Node's four threads for such work two stay free for files and compression, however many passwords are tried. */
const oneOfTwo = atMost(2);

const argon2Key = (
  argon2: Argon2,
  password: string,
  salt: Buffer,
  parameters: Argon2Parameters,
  tagLength: number,
): Promise<Buffer> =>
  oneOfTwo(() => argon2id(argon2, Buffer.from(normalize(password)), salt, { ...parameters, tagLength }));

function scryptKey(password: string, salt: Buffer, { logN, r, p }: typeof scryptParameters, length: number) {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 1024 * 1024 };
  return oneOfTwo(() => scrypt(normalize(password), salt, length, options));
}
