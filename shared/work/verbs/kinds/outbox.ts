import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Entity, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { chunk, ifAbsent, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { putOver } from '../../../kernel/store/dynamodb/put-over.ts';
import { forEachInTime } from '../../../kernel/verbs/for-each-in-time.ts';
import { claimed, mostAttempts, type Outgoing, type Settlement, settled, untried } from '../../rules/outbox.ts';
import { listDue } from '../../store/outbox.ts';
import type { WorkKind } from './work-kind.ts';

/** What one attempt was for its receiver. */
export interface Attempt {
  isTaken: boolean;
  /** The receiver gets no more in this look: it does not answer, or asks to wait. */
  isLast?: boolean;
}

/** One kind of items that leave the service, and what is its own: its receivers, its limits, its way of sending. */
export interface Outbox<C, Name> {
  /** How the log calls an item. */
  item: string;
  /** The list of what is due. */
  due: string;
  /** To whom an item goes, by project and id in it, or by user: one item after the other. */
  receiverOf(name: Name): { projectId?: string; entity?: string };
  /** Receivers that are sent to concurrently. */
  width: number;
  /** Most items of one message of the work queue. */
  most: number;
  /** Most items of one attempt. */
  together: number;
  /** Names of the counts: attempts that were taken and refused, and items that failed here. */
  counts: readonly [taken: string, refused: string, failed: `failed${string}`];
  /** Tries what is still due of the items; none if another process sends them. */
  attempt(ctx: C, names: readonly [Name, ...Name[]]): Promise<readonly Attempt[]>;
}

/** The work of an outbox: receivers are sent to side by side, and one that fails keeps no other from it. */
export function outboxWork<C extends Context, Name extends { at: string }>(outbox: Outbox<C, Name>): WorkKind<C, Name> {
  const { receiverOf, due, most } = outbox;
  return {
    async *due(ctx) {
      yield await listDue<Name>(ctx.db, due, nowOf(ctx));
    },
    tenantOf(name) {
      const { projectId, entity = '' } = receiverOf(name);
      return projectId ?? entity;
    },
    ownerOf: (name) => JSON.stringify(receiverOf(name)),
    most,
    carryOut: (ctx, names, until) => carryOut(ctx, outbox, names, until),
  };
}

async function carryOut<C extends Context, Name extends { at: string }>(
  ctx: C,
  { item, receiverOf, width, together, counts: [taken, refused, failed], attempt }: Outbox<C, Name>,
  names: readonly Name[],
  until: Date,
): Promise<Record<string, number>> {
  const counts = { [taken]: 0, [refused]: 0, [failed]: 0 };
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const receivers = Map.groupBy(names, (name) => JSON.stringify(receiverOf(name)));
  await forEachInTime(ctx, [...receivers.values()], { until, width }, async (owned) => {
    // As they happened: an answer after what it answers.
    const inOrder = owned.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    for (const part of chunk(inOrder, together) as [Name, ...Name[]][]) {
      if (ctx.clock() > until) return;
      try {
        const attempts = await attempt(ctx, part);
        for (const { isTaken } of attempts) count(isTaken ? taken : refused);
        if (attempts.some(({ isLast }) => isLast)) return;
      } catch (error) {
        // One that cannot be read must not keep the others from it.
        count(failed);
        ctx.log.error(`${item} not sent`, { ...receiverOf(part[0]), reason: String(error) });
      }
    }
  });
  return counts;
}

/** Puts an item into its outbox, due at once, unless it is there. */
export const enqueue = async <R extends Outgoing>(
  ctx: Context,
  entity: Entity<R>,
  item: Omit<R, keyof Outgoing>,
): Promise<void> => {
  const record = { ...item, ...untried(nowOf(ctx)) } as object as R;
  await writeItem(ctx.db, { put: entity.encode(record, 1), condition: ifAbsent });
};

/** Has an item sent again as if it had never been tried. @param read throws if it may not be sent again. */
export const sendAgain = <R extends Outgoing>(
  ctx: Context,
  entity: Entity<R>,
  what: string,
  read: () => Promise<Stored<R>>,
): Promise<R> =>
  retryOnConflict(orRefuse(what), async () => {
    const after = await putOver(ctx.db, entity, await read(), untried(nowOf(ctx)) as Partial<Outgoing> as Partial<R>);
    if (!after) throw staleRead();
    return after;
  });

/**
 * Takes an item for an attempt, and records that before the attempt: after a crash, a later look tries it again at its time.
 * @returns undefined if another process has taken it, or its last attempt was not settled, so that it is given up.
 */
export async function claim<R extends Outgoing>(
  ctx: Context,
  entity: Entity<R>,
  item: Stored<R>,
  more: Partial<R> = {},
): Promise<Stored<R> | undefined> {
  if (item.attempts < mostAttempts) return putOver(ctx.db, entity, item, { ...claimed(item, ctx.clock()), ...more });
  await settle(ctx, entity, item, { ended: 'dead', reason: item.lastError ?? 'The last attempt was not answered' });
  return undefined;
}

/** Records how an item goes on. A process whose item was claimed by another meanwhile changes nothing. */
export async function settle<R extends Outgoing>(
  ctx: Context,
  entity: Entity<R>,
  item: Stored<R>,
  settlement: Settlement<R['status'] | 'dead'>,
  more: Partial<R> = {},
): Promise<void> {
  await putOver(ctx.db, entity, item, { ...settled(item, settlement), ...more } as Partial<R>);
}
