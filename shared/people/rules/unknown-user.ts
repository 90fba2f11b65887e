/** Ids of invitations whose name has no account that they could reach (rule PROJ-16). No account has such an id. */

const prefix = 'unknown_';

/** @param random a unique text */
export const unknownUserId = (random: string): string => `${prefix}${random}`;

export const isUnknownUserId = (userId: string): boolean => userId.startsWith(prefix);
