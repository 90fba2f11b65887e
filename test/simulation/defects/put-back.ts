import type { Defect } from '../world/simulated-table.ts';
import { rewriteTransactions, withoutCondition } from './rewrite.ts';

/* Defects that the service has had, or could have: each as the table would see it. */

/** `releaseLock` without its owner (rule RUN-6): whoever ends a run frees the lock, whosever it is. */
export const releaseByAnybody: Defect = rewriteTransactions((step) =>
  step.sk === 'LOCK' && step.write.ConditionExpression === '#holder.#owner = :owner'
    ? [withoutCondition(step)]
    : [step],
);

/**
 * The work of a chip's job goes on when its lease is lost (rule STORE-10): a slow deletion deletes the chip that was made
 * again under the same id.
 */
export const workWithoutLease: Defect = rewriteTransactions((step) =>
  step.sk === 'JOB' && step.kind === 'Update' ? [] : [step],
);

/** A purge that neither marks its project nor looks for the mark (rule PROJ-9): a restore comes between. */
export const purgeWithoutMark: Defect = rewriteTransactions((step) => {
  if (step.sk !== 'META') return [step];
  if (step.write.ConditionExpression === 'attribute_exists(purgingSince)')
    return step.kind === 'ConditionCheck' ? [] : [withoutCondition(step)];
  if (!step.write.Item?.purgingSince) return [step];
  const { Item, ...rest } = step.write;
  return [{ kind: 'ConditionCheck', write: { ...rest, Key: { pk: Item.pk ?? {}, sk: Item.sk ?? {} } as never } }];
});
