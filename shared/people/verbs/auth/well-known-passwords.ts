import { dictionary } from '@zxcvbn-ts/language-common';

/** Shortest password that is taken (rule AUTH-6): shorter ones need no list. */
const shortest = 12;

/**
 * Passwords that many people had when lists of them became public, the most frequent ones first: those of zxcvbn. A bundle
 * has the list as it is here with the licence of its package, and not the package (scripts/build/lib/lambda-modules.ts).
 */
export const wellKnownPasswords: { list: readonly string[]; licence?: string } = {
  list: dictionary['passwords-common'].filter((password) => password.length >= shortest),
};
