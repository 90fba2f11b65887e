import { createHash } from 'node:crypto';
import type { Context } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { clientNetwork } from '../../kernel/rules/client-network.ts';
import { type RateLimit, releaseAttempt, reserveAttempt } from '../store/rate-limit.ts';

const windowSeconds = 300;

/**
 * Failed attempts at passwords (rule AUTH-8). Guesses at one name from one address meet the first limit, guesses at
 * many names from one address the second, guesses at one name from everywhere the third. The last two do not lock users
 * out, or a stranger could keep others away: from then on each name has fewer attempts from each address.
 */
export const attemptLimits = {
  nameFromNetwork: { attempts: 10, windowSeconds },
  network: { attempts: 100, windowSeconds },
  name: { attempts: 50, windowSeconds },
  crowdedNameFromNetwork: { attempts: 3, windowSeconds },
} as const satisfies Record<string, RateLimit>;

/** An attempt at a user's password. */
export interface Attempt {
  what: 'login' | 'change';
  username: string;
  address: string;
  /** There is such a user. */
  isKnown: boolean;
}

/** Names that no user has are counted in so many buckets of an address that has used up its attempts: each would be an item else. */
const unknownNames = 256;

interface Bucket {
  name: string;
  address: string;
}

/**
 * Counts an attempt before it is made, so that many at once do not slip through.
 * @returns what gives it back when it was a good one.
 * @throws ServiceError `too-many-requests`; an attempt that is refused does not count.
 */
export async function takeAttempt(ctx: Context, attempt: Attempt): Promise<() => Promise<void>> {
  const { what, username } = attempt;
  const network = clientNetwork(attempt.address);
  const now = ctx.clock();
  const reserve = (bucket: Bucket, limit: RateLimit) => reserveAttempt(ctx.db, bucket, limit, now);
  const release = async (buckets: readonly Bucket[]): Promise<void> => {
    await Promise.all(buckets.map((bucket) => releaseAttempt(ctx.db, bucket, { windowSeconds }, now)));
  };
  const ofNetwork = { name: what, address: network };
  const here = await reserve(ofNetwork, attemptLimits.network);
  const name = here.ok || attempt.isKnown ? nameOf(attempt) : `${what} unknown ${slotOf(username)}`;
  const ofName = { name, address: '*' };
  const crowd = await reserve(ofName, attemptLimits.name);
  const taken = [...(here.ok ? [ofNetwork] : []), ...(crowd.ok ? [ofName] : [])];
  const limit = here.ok && crowd.ok ? attemptLimits.nameFromNetwork : attemptLimits.crowdedNameFromNetwork;
  const own = { name, address: network };
  const reserved = await reserve(own, limit);
  if (reserved.ok) return () => release([...taken, own]);
  await release(taken);
  const { retryAfterSeconds } = reserved;
  const whose = here.ok ? `for '${username}'` : 'from this address';
  throw new ServiceError(
    'too_many_requests',
    `Too many failed logins ${whose}; try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  );
}

/** A cut through a surrogate pair would leave text that no key can hold. */
const nameOf = ({ what, username }: Attempt): string => `${what} ${username}`.slice(0, 200).toWellFormed();

const slotOf = (username: string): number =>
  createHash('sha256').update(username).digest().readUInt32BE() % unknownNames;
