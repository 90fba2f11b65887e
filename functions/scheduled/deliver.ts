import { randomUUID } from 'node:crypto';
import { deliverySeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { untilOf } from '#shared/kernel/verbs/for-each-in-time.ts';
import { apart } from '#shared/work/verbs/apart.ts';
import { type Delivering, deliveryKinds } from '#shared/work/verbs/delivery-kinds.ts';
import { type Counts, sumOf } from '#shared/work/verbs/kinds/work-kind.ts';
import { carryOutMessages, shareOut } from '#shared/work/verbs/share-out.ts';
import { chatting, emailSender, sending, workQueue } from '../ports.ts';
import { failing, isQueued } from '../queued.ts';
import { contextOf, runtime } from '../runtime.ts';

/**
 * Every minute: sends what is due to the webhooks and the chats of projects (rules HOOK-6 and CHAT-3), and to people by e-mail
 * (rule MAIL-2). With a queue, it puts what is due to each receiver there, and is called again with it (rule DEPLOY-42).
 */
export async function handler(event?: unknown): Promise<unknown> {
  if (!isQueued(event)) return deliver();
  const ctx = delivering();
  const until = untilOf(ctx, deliverySeconds);
  return failing(await carryOutMessages(ctx, kinds(), event.Records, until));
}

/** One look at what is due. What fails is logged and counted, and keeps nothing else from being sent. */
export async function deliver(): Promise<Counts> {
  const ctx = delivering();
  const queue = workQueue();
  const done = queue ? await shareOut(ctx, kinds(), queue) : await deliverHere(ctx);
  // Usually nothing is due; logging that would add a line every minute.
  if (Object.values(done).some((count) => count > 0)) ctx.log.info('deliveries', { ...done });
  return done;
}

const delivering = (): Delivering => chatting(sending(contextOf(runtime(), randomUUID())));

const kinds = () => deliveryKinds(emailSender());

/** All of it, the kinds side by side: none waits for the slow receivers of another. */
async function deliverHere(ctx: Delivering): Promise<Counts> {
  const done: Counts[] = [];
  const until = untilOf(ctx, deliverySeconds);
  const parts = Object.entries(kinds()).map(([name, kind]) => ({
    name,
    work: async () => {
      for await (const due of kind.due(ctx)) done.push(await kind.carryOut(ctx, due, until));
    },
  }));
  await apart(ctx, parts, parts.length);
  return sumOf(done);
}
