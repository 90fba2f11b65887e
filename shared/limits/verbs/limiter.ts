import { AsyncLocalStorage } from 'node:async_hooks';
import { countingUnits } from '../../kernel/consumed-units.ts';
import type { Context } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { withRequestSignal } from '../../kernel/request-signal.ts';
import { latestFullAt, longestWaitMilliseconds, refillMilliseconds, tokensAt } from '../rules/bucket.ts';
import { type Limit, type LimitKind, type LimitOwner, limitText, nameOf, unitOf } from '../rules/limits.ts';
import { bookTokens, takeTokens } from '../store/limit-buckets.ts';

/** Tokens that a request needs of one limit. */
export interface Spend {
  owner: LimitOwner;
  kind: LimitKind;
  /** The user's, the project's, or the network of the address. */
  ownerId: string;
  /** What the answer calls the owner, such as `user 'ada'`. */
  ownerText: string;
  /** Tokens, as far as they are known before; 0 for what is charged afterwards and refuses nothing. */
  tokens: number;
  /** The request belongs to a running run, which may use a reserve that other requests leave. */
  isOfRun?: boolean;
}

/** Tokens that a process has taken from a bucket and not given out. */
interface Lease {
  limit: Limit;
  spend: Pick<Spend, 'ownerId' | 'ownerText'>;
  reserve: number;
  /** Negative where requests used more than they had asked for. */
  tokens: number;
  /** When the bucket is full again, as far as this process knows. */
  fullAtMs: number;
  /** The bucket lacks tokens until then. */
  refusedUntilMs: number;
  /** An unfinished request for more. */
  asking?: Promise<void> | undefined;
}

interface Wanted {
  lease: Lease;
  /** Tokens that must be there, at most a full bucket. */
  needed: number;
  /** Tokens that are charged, unless what was used is known afterwards. */
  tokens: number;
}

/** What a request was given. */
export interface Grant {
  /** Charges what it has used instead of what was expected. */
  settle(used: Partial<Record<LimitKind, number>>): Promise<void>;
}

/** Work that others wait for too does not pause with the request that began it. */
const outside = AsyncLocalStorage.snapshot();

/** Leases of this many owners and kinds are kept; the oldest are forgotten, with what is left of them. */
const mostLeases = 5000;

export interface LimiterOptions {
  /** Longest wait for the table. After it the request is admitted. Undefined to wait for any time. */
  waitMilliseconds?: number | undefined;
}

/**
 * Limits callers by token buckets in the table (docs/decisions/0057). A process takes a lease from a bucket and answers
 * from it, so that few requests need a write. If the table does not answer, requests are admitted and counted.
 */
export class Limiter {
  readonly #limits: readonly Limit[];
  readonly #options: LimiterOptions;
  /** The least recently used first. */
  readonly #leases = new Map<string, Lease>();

  constructor(limits: readonly Limit[], options: LimiterOptions = {}) {
    this.#limits = limits;
    this.#options = options;
  }

  /** @throws ServiceError `too_many_requests` that names the limit; then nothing was taken. */
  async take(ctx: Context, spends: readonly Spend[]): Promise<Grant> {
    const wanted = spends.flatMap((spend) => this.#wanted(spend));
    const taken = await Promise.allSettled(wanted.map((one) => this.#takeOne(ctx, one)));
    const refused = taken.find((result) => result.status === 'rejected');
    if (refused) {
      for (const [n, { lease, needed }] of wanted.entries())
        if (taken[n]?.status === 'fulfilled') lease.tokens += needed;
      throw refused.reason;
    }
    return { settle: (used) => this.#settle(ctx, wanted, used) };
  }

  /** The headers that tell the state of the limits of a request (IETF draft, RateLimit header fields for HTTP). */
  headersOf(ctx: Context, spends: readonly Spend[]): Record<string, string> {
    const nowMs = ctx.clock().getTime();
    const leases = spends
      .filter(({ tokens }) => tokens > 0)
      .flatMap((spend) => this.#wanted(spend).map(({ lease }) => lease));
    if (leases.length === 0) return {};
    const policies = leases.map(({ limit, limit: { bucket } }) => {
      const window = Math.ceil(refillMilliseconds(bucket.burst, bucket) / 1000);
      return `"${nameOf(limit)}";q=${bucket.burst};qu="${unitOf[limit.kind]}";w=${window}`;
    });
    const states = leases.map((lease) => {
      const { limit, fullAtMs, tokens } = lease;
      const left = tokensAt(limit.bucket, fullAtMs, nowMs) + Math.max(0, tokens);
      const remaining = Math.max(0, Math.min(limit.bucket.burst, Math.floor(left)));
      const seconds = isRefused(lease, nowMs) ? secondsOf(lease.refusedUntilMs - nowMs) : secondsOf(fullAtMs - nowMs);
      return `"${nameOf(limit)}";r=${isRefused(lease, nowMs) ? 0 : remaining};t=${seconds}`;
    });
    return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
  }

  /** The lease of a spend, if its limit is set. */
  #wanted(spend: Spend): Wanted[] {
    const limit = this.#limits.find(({ owner, kind }) => owner === spend.owner && kind === spend.kind);
    if (!limit) return [];
    const { tokens } = spend;
    return [{ lease: this.#leaseOf(limit, spend), needed: Math.min(tokens, limit.bucket.burst), tokens }];
  }

  #leaseOf(limit: Limit, { ownerId, ownerText, isOfRun = false }: Spend): Lease {
    const name = JSON.stringify([limit.owner, limit.kind, ownerId, isOfRun]);
    const lease = this.#leases.get(name) ?? {
      limit,
      spend: { ownerId, ownerText },
      reserve: isOfRun ? limit.bucket.burst : 0,
      tokens: 0,
      fullAtMs: 0,
      refusedUntilMs: 0,
    };
    this.#leases.delete(name);
    this.#leases.set(name, lease);
    const [oldest] = this.#leases.keys();
    if (this.#leases.size > mostLeases && oldest !== undefined) this.#leases.delete(oldest);
    return lease;
  }

  async #takeOne(ctx: Context, { lease, needed }: Wanted): Promise<void> {
    while (needed > 0 && lease.tokens < needed) {
      const nowMs = ctx.clock().getTime();
      if (isRefused(lease, nowMs)) throw refusalOf(lease, nowMs);
      lease.asking ??= this.#ask(ctx, lease, needed, nowMs).finally(() => {
        lease.asking = undefined;
      });
      await lease.asking;
    }
    lease.tokens -= needed;
  }

  async #ask(ctx: Context, lease: Lease, needed: number, nowMs: number): Promise<void> {
    const { limit, reserve, spend } = lease;
    const taken = Math.max(limit.lease, needed) - Math.min(0, lease.tokens);
    try {
      const stored = { limit, ownerId: spend.ownerId };
      const asked = await this.#bounded(() =>
        takeTokens(ctx.db, stored, { needed, taken, reserve, nowMs, knownFullAtMs: lease.fullAtMs }),
      );
      lease.fullAtMs = asked.fullAtMs;
      if (asked.isTaken) lease.tokens += taken;
      else
        lease.refusedUntilMs = nowMs + Math.max(1, asked.fullAtMs - latestFullAt(limit.bucket, needed, reserve, nowMs));
    } catch (error) {
      reportUnavailable(ctx, error);
      lease.tokens += taken;
    }
  }

  async #settle(ctx: Context, wanted: readonly Wanted[], used: Partial<Record<LimitKind, number>>): Promise<void> {
    await Promise.all(
      wanted.map(async ({ lease, needed, tokens }) => {
        const { limit, spend } = lease;
        lease.tokens += needed - (used[limit.kind] ?? tokens);
        const debt = -lease.tokens;
        if (debt <= limit.lease) return;
        // So that other processes know of it.
        lease.tokens = 0;
        const nowMs = ctx.clock().getTime();
        const stored = { limit, ownerId: spend.ownerId };
        await this.#bounded(() => bookTokens(ctx.db, stored, debt, nowMs)).catch((error) =>
          reportUnavailable(ctx, error),
        );
      }),
    );
  }

  /** The request's own units and its client's patience do not concern a bucket that others use too. */
  #bounded<T>(work: () => Promise<T>): Promise<T> {
    const { waitMilliseconds } = this.#options;
    const working = outside(() => countingUnits(undefined, () => withRequestSignal(undefined, work)));
    return waitMilliseconds === undefined ? working : within(waitMilliseconds, working);
  }
}

/** @throws Error if the work takes longer; it goes on. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A refusal that lies further ahead than any wait was made by a clock that has been set back. */
const isRefused = ({ limit, reserve, refusedUntilMs }: Lease, nowMs: number): boolean =>
  nowMs < refusedUntilMs && refusedUntilMs - nowMs <= longestWaitMilliseconds(limit.bucket, reserve);

const secondsOf = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));

function refusalOf({ limit, spend, refusedUntilMs }: Lease, nowMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, secondsOf(refusedUntilMs - nowMs));
  return new ServiceError(
    'too_many_requests',
    `Limit '${nameOf(limit)}' of ${spend.ownerText}: ${limitText(limit)}; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
}

function reportUnavailable({ log, requestId }: Context, error: unknown): void {
  log.warn('limit not checked', { requestId, reason: String(error) });
  log.measure('limitsUnavailable', 1);
}
