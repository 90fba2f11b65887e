import type { Context } from '#shared/kernel/context.ts';
import { deliverySeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { untilOf } from '#shared/kernel/verbs/for-each-in-time.ts';
import { type Counts, sumOf, type WorkKind } from '#shared/work/verbs/kinds/work-kind.ts';

/** One look at the due work of a kind, which the looker does itself: as the deliveries do it without a queue. */
export async function carryOutDue<C extends Context, Entry>(kind: WorkKind<C, Entry>, ctx: C): Promise<Counts> {
  const until = untilOf(ctx, deliverySeconds);
  const done: Counts[] = [];
  for await (const due of kind.due(ctx)) done.push(await kind.carryOut(ctx, due, until));
  return sumOf(done);
}
