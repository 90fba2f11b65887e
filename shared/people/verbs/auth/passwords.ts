import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import bcrypt from 'bcryptjs';
import { atMost } from '../../../kernel/concurrency.ts';
import { bcryptCostOf, isBcryptHash } from '../../rules/bcrypt-hash.ts';
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

function argon2Text(salt: string, key: string): string {
  const { memory, passes, parallelism } = argon2Parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${key}`;
}

function scryptText(salt: string, key: string): string {
  const { logN, r, p } = scryptParameters;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt}$${key}`;
}

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
  /**
   * The same at a login, at the same cost whether there is a user and whatever hash they have (rule AUTH-7).
   * @param phc undefined for an unknown user.
   * @param bcryptCost the highest cost of the bcrypt hashes that users have; undefined if no user has one.
   */
  checkPassword(password: string, phc: string | undefined, bcryptCost: number | undefined): Promise<boolean>;
  /** Whether a hash was made with weaker parameters or another algorithm than today's. */
  needsRehash(phc: string): Promise<boolean>;
}

/** Hashing by a tested argon2, or by scrypt if there is none. */
export function passwordHashing(working: Promise<Argon2 | undefined>): PasswordHashing {
  const hashing: PasswordHashing = {
    async hashPassword(password) {
      const salt = crypto.randomBytes(saltLength);
      const argon2 = await working;
      if (argon2) {
        const key = await argon2Key(argon2, password, salt, argon2Parameters, hashLength);
        return argon2Text(base64(salt), base64(key));
      }
      const key = await scryptKey(password, salt, scryptParameters, hashLength);
      return scryptText(base64(salt), base64(key));
    },

    async verifyPassword(password, phc) {
      if (isBcryptHash(phc)) return oneOfTwo(() => bcrypt.compare(password, phc));
      const parsed = parse(phc);
      if (!parsed) return false;
      const argon2 = await working;
      const key =
        parsed.algorithm === 'argon2id'
          ? argon2 && (await argon2Key(argon2, password, parsed.salt, parsed.parameters, parsed.key.length))
          : await scryptKey(password, parsed.salt, parsed.parameters, parsed.key.length);
      return key !== undefined && key.length === parsed.key.length && crypto.timingSafeEqual(key, parsed.key);
    },

    async checkPassword(password, phc, bcryptCost) {
      const ownCost = phc === undefined ? undefined : bcryptCostOf(phc);
      for (const cost of missingCosts(ownCost, bcryptCost)) await hashing.verifyPassword(password, bcryptOf(cost));
      if (phc === undefined || ownCost !== undefined)
        await hashing.verifyPassword(password, (await working) ? unknownArgon2 : unknownScrypt);
      return phc !== undefined && hashing.verifyPassword(password, phc);
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
  return hashing;
}

/**
 * Costs of bcrypt that add up, with the cost of a user's own hash, to the highest one: each step doubles the rounds, so
 * that 2^10 + 2^10 + 2^11 = 2^12.
 */
function missingCosts(own: number | undefined, highest: number | undefined): number[] {
  if (highest === undefined) return [];
  if (own === undefined) return [highest];
  return Array.from({ length: Math.max(0, highest - own) }, (_, n) => own + n);
}

// Tried once, at the start of the process.
export const { hashPassword, verifyPassword, checkPassword, needsRehash } = passwordHashing(
  workingArgon2((crypto as { argon2?: Argon2 }).argon2),
);

/** Texts that cost as much to compare as a hash, and that no password is known to fit. */
const random = (length: number): string => base64(crypto.randomBytes(length));
const unknownArgon2 = argon2Text(random(saltLength), random(hashLength));
const unknownScrypt = scryptText(random(saltLength), random(hashLength));
const unknownBcrypt = 'a'.repeat(53);
const bcryptOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${unknownBcrypt}`;

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
