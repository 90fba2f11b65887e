import type { Context } from '../../context.ts';
import { clientNetwork } from '../../domain/client-network.ts';
import { ServiceError } from '../../errors.ts';
import { type RateLimit, releaseAttempt, reserveAttempt } from '../../store/users/rate-limit.ts';

const windowSeconds = 300;

/**
 * Failed attempts at passwords (rule AUTH-8). Who guesses one name from one place meets the first, who tries many names
 * from one place the second. Guesses at one name from everywhere shut nobody out, or a stranger could keep its owner
 * away: from then on each place has fewer of them.
 */
export const attemptLimits = {
  nameFromNetwork: { attempts: 10, windowSeconds },
  network: { attempts: 100, windowSeconds },
  name: { attempts: 50, windowSeconds },
  crowdedNameFromNetwork: { attempts: 3, windowSeconds },
} as const satisfies Record<string, RateLimit>;

/** An attempt at somebody's password. */
export interface Attempt {
  what: 'login' | 'change';
  username: string;
  address: string;
}

interface Bucket {
  name: string;
  address: string;
}

/**
 * Counts an attempt before it is made, so that many at once do not slip through.
 * @returns what gives it back when it was a good one.
 * @throws ServiceError `too-many-requests`; an attempt that is refused does not count.
 */
export async function takeAttempt(ctx: Context, { what, username, address }: Attempt): Promise<() => Promise<void>> {
  const network = clientNetwork(address);
  // A cut through a surrogate pair would leave text that no key can hold.
  const name = `${what} ${username}`.slice(0, 200).toWellFormed();
  const now = ctx.clock();
  const reserve = (bucket: Bucket, limit: RateLimit) => reserveAttempt(ctx.db, bucket, limit, now);
  const release = async (buckets: readonly Bucket[]): Promise<void> => {
    await Promise.all(buckets.map((bucket) => releaseAttempt(ctx.db, bucket, { windowSeconds }, now)));
  };
  const [ofName, ofNetwork, own] = [
    { name, address: '*' },
    { name: what, address: network },
    { name, address: network },
  ];
  const [crowd, here] = await Promise.all([
    reserve(ofName, attemptLimits.name),
    reserve(ofNetwork, attemptLimits.network),
  ]);
  const taken = [...(crowd.ok ? [ofName] : []), ...(here.ok ? [ofNetwork] : [])];
  const limit = crowd.ok ? attemptLimits.nameFromNetwork : attemptLimits.crowdedNameFromNetwork;
  const reserved = here.ok ? await reserve(own, limit) : here;
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
