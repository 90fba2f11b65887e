import type { Context } from '../../kernel/context.ts';
import { chunk } from '../../kernel/store/dynamodb/database.ts';
import { type ForProject, meteredCall } from '../../limits/verbs/metered-call.ts';
import type { WorkMessage, WorkQueue } from '../queue/port.ts';
import { apart } from './apart.ts';
import { failuresIn, type WorkKinds } from './kinds/work-kind.ts';

/** The body of a message. */
interface Body {
  kind: string;
  entries: unknown[];
}

/**
 * Puts all due work into a queue, a message for each owner: a look at the lists of due work, a page at a time, and no
 * more. A kind whose list cannot be read, or a message that the queue refuses, keeps no other from being sent.
 * @returns how many messages were sent of each kind.
 * @throws Error if anything was not sent.
 */
export async function shareOut<C extends Context>(
  ctx: C,
  kinds: WorkKinds<C>,
  queue: WorkQueue,
): Promise<Record<string, number>> {
  const sent: Record<string, number> = {};
  await apart(
    ctx,
    Object.entries(kinds).map(([name, kind]) => ({
      name,
      work: async () => {
        const refused: unknown[] = [];
        for await (const page of kind.due(ctx)) {
          const messages = messagesOf(name, kind, page);
          if (messages.length > 0) await queue.send(messages).catch((error: unknown) => refused.push(error));
          sent[name] = (sent[name] ?? 0) + messages.length;
        }
        if (refused.length > 0) throw new AggregateError(refused, String(refused[0]));
      },
    })),
  );
  return sent;
}

function messagesOf(name: string, kind: WorkKinds<never>[string], entries: readonly unknown[]): WorkMessage[] {
  const owners = Map.groupBy(entries, (entry) => kind.ownerOf?.(entry) ?? kind.tenantOf(entry));
  return [...owners.values()].flatMap((owned) =>
    chunk(owned, kind.most).map((part) => ({
      group: kind.isBulk ? name : kind.tenantOf(part[0]),
      body: JSON.stringify({ kind: name, entries: part } satisfies Body),
    })),
  );
}

/** A message as the queue delivers it. */
export interface Delivered {
  messageId: string;
  body: string;
}

/**
 * Carries out messages side by side, and counts for each project what its messages use. What fails is delivered again alone, and in the end kept in the queue of dead letters.
 * @returns the ids of the messages that failed.
 */
export async function carryOutMessages<C extends Context>(
  ctx: C,
  kinds: WorkKinds<C>,
  messages: readonly Delivered[],
  until: Date,
): Promise<string[]> {
  const carryOut = async ({ messageId, body }: Delivered, forProject: ForProject) => {
    try {
      const { kind: name, entries } = JSON.parse(body) as Body;
      const kind = kinds[name];
      if (!kind) throw new Error(`There is no work of the kind '${name}'`);
      const work = () => kind.carryOut(ctx, entries, until);
      const run = entries.length === 1 ? kind.runOf?.(entries[0]) : undefined;
      const counts = await (kind.isOfPeople ? work() : forProject(kind.tenantOf(entries[0]), work, run));
      return failuresIn(counts) > 0 ? [messageId] : [];
    } catch (error) {
      ctx.log.error('work failed', { entity: body.slice(0, 200), reason: String(error) });
      return [messageId];
    }
  };
  const failed = await meteredCall(ctx, (forProject) =>
    Promise.all(messages.map((message) => carryOut(message, forProject))),
  );
  return failed.flat();
}
