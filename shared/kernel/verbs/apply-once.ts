import { appliedRequestEntity } from '../../people/store/idempotency.ts';
import type { Context } from '../context.ts';
import { orRefuse, retryOnConflict } from '../store/dynamodb/conflict.ts';
import { type Condition, getItem } from '../store/dynamodb/database.ts';
import type { Transaction } from '../store/dynamodb/transaction.ts';
import { userKeys } from '../store/keys.ts';

/**
 * Carries out a verb once for an `Idempotency-Key`, even if the process died between the commit and the answer: the
 * answer is put in the verb's own transaction (rule API-22).
 */

/** An earlier request under the same key was carried out. */
class Applied extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('The request was carried out');
    this.outcome = outcome;
  }
}

/**
 * Runs a verb, unless an earlier request under its key has had its effect: then `repeat` answers, from what the verb
 * had answered. @throws whatever the verb throws.
 */
export async function applyOnce<T>(
  ctx: Context,
  verb: () => Promise<T>,
  repeat: (outcome: unknown) => T | Promise<T>,
): Promise<T> {
  try {
    // What the earlier request had read is gone, so the verb itself could only refuse.
    if (ctx.idempotency?.repeated) await refuseApplied(ctx);
    return await verb();
  } catch (error) {
    if (error instanceof Applied) return repeat(error.outcome);
    throw error;
  }
}

/**
 * Like `applyOnce`, retried until no other writer has changed what the verb read; a repeat gets the stored answer.
 * @throws ServiceError `conflict` that names `what` when other writers never stop, and every error of the verb.
 */
export const applyOnceWithRetries = <T>(ctx: Context, what: string, verb: () => Promise<T>): Promise<T> =>
  applyOnce(
    ctx,
    () => retryOnConflict(orRefuse(what), verb),
    // It was put by this very verb, for the same request.
    (outcome) => outcome as T,
  );

async function refuseApplied(ctx: Context): Promise<void> {
  const { userId, digest } = ctx.idempotency ?? { userId: '', digest: '' };
  const item = await getItem(ctx.db, userKeys.carriedOut(userId, digest));
  const record = item && appliedRequestEntity.decode(item);
  if (record && record.forgetAt > nowSeconds(ctx)) throw new Applied(record.outcome);
}

/** Puts the record into the verb's transaction; first of all, so that its condition is the one that speaks. */
export function addAppliedMark(transaction: Transaction, ctx: Context, outcome: unknown): void {
  if (!ctx.idempotency) return;
  const { userId, digest, forgetAt } = ctx.idempotency;
  const free: Condition = {
    expression: 'attribute_not_exists(pk) OR forgetAt <= :now',
    values: { ':now': nowSeconds(ctx) },
  };
  transaction.put(
    appliedRequestEntity.encode({ userId, digest, forgetAt, outcome: outcome ?? null }, 1),
    free,
    (existing) => new Applied(existing && appliedRequestEntity.decode(existing).outcome),
  );
}

const nowSeconds = (ctx: Context): number => Math.floor(ctx.clock().getTime() / 1000);
