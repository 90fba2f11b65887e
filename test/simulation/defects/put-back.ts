import type { SearchIndex } from '#shared/search/index/port.ts';
import type { BucketDefect } from '../world/simulated-bucket.ts';
import type { Defect } from '../world/simulated-table.ts';
import { rewriteTransactions, withoutCondition, withoutConditionOf } from './rewrite.ts';

/* Defects that the service has had, or could have: each as the table would see it. */

/** `releaseLock` without its owner (rule RUN-6): anyone who ends a run frees the lock, whosever it is. */
export const releaseByAnybody: Defect = rewriteTransactions((step) =>
  step.sk === 'LOCK' && step.write.ConditionExpression?.startsWith('#holder.#owner = :owner')
    ? [withoutCondition(step)]
    : [step],
);

/** A lock that is written over what others have written since it was read: with several holders, one of them is lost (rule RUN-22). */
export const lockUnlooked: Defect = rewriteTransactions((step) =>
  step.kind === 'Put' && step.sk === 'LOCK' ? [withoutCondition(step)] : [step],
);

/** A choice of what a lock covers that does not look whether a run is active or queued (rule RUN-24). */
export const scopeUnlooked: Defect = rewriteTransactions((step) =>
  step.kind === 'ConditionCheck' && (step.sk === 'LOCK' || step.sk === 'QUEUE') ? [] : [step],
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

/** A delivery that begins its run regardless of changes to the schedule since it was read (rule SCHED-3). */
export const startUnlooked: Defect = rewriteTransactions((step) =>
  step.kind === 'ConditionCheck' && step.write.ConditionExpression?.startsWith('updatedAt = ') ? [] : [step],
);

/** Who has told the scheduler of a schedule takes the mark from it, also where it was changed meanwhile. */
export const syncUnlooked: Defect = withoutConditionOf(({ Item }) => Item?.entity?.S === 'schedule');

/** A queue is written over changes that came since it was read: a start is lost, or one that was removed begins. */
export const queueUnlooked: Defect = rewriteTransactions((step) =>
  step.write.Item?.entity?.S === 'run-queue' ? [withoutCondition(step)] : [step],
);

/** An import writes its targets over whatever is there. */
export const importUnlooked: Defect = rewriteTransactions((step) =>
  step.kind === 'Put' && step.write.Item?.entity?.S === 'target' ? [withoutCondition(step)] : [step],
);

/** A consumer that takes its records for done, whatever the index says. */
export const indexUnheard = (index: SearchIndex): SearchIndex => ({
  search: (query) => index.search(query),
  lacking: (projectId, eventIds) => index.lacking(projectId, eventIds),
  apply: (changes) => index.apply(changes).catch(() => changes.map(() => undefined)),
});

/** A store that answers an upload before it has it, and may lose it then. */
export const answerBeforeKept: BucketDefect = (keep, world) => (key, body) => {
  if (!world.random.chance(world.mood.kill)) return keep(key, body);
  return true;
};
