import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of eighteen characters, more than a hundred bits, for its user to replace (rule AUTH-25). */
export const initialPassword = (): string =>
  Array.from({ length: 18 }, () => alphabet[randomInt(alphabet.length)]).join('');
