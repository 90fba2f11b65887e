import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { type Page, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';
import { addHeads, listsOf } from '../../kernel/store/list-heads.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { type AuditRecord, auditEntity } from '../../projects/store/audit.ts';
import { WIRING_CHECKPOINT_LIMIT } from '../rules/cooldown.ts';
import { type CooldownRecord, cooldownEntity } from '../store/cooldowns.ts';
import { getWiringEvent, type WiringEventRecord, wiringEventEntity } from '../store/wiring-events.ts';
import { readCooldown } from './read-cooldown.ts';

/**
 * Saves the present wiring of a cool-down (rule COOL-10): the checkpoint, its count and the entry of the project's
 * audit in one transaction over what was read.
 * @throws ServiceError `not-found`; `conflict` if the cool-down has as many as it may, or others keep changing it.
 */
export function keepWiring(ctx: ProjectContext, cooldownId: string, comment: string): Promise<WiringEventRecord> {
  return applyOnceWithRetries(ctx, `Cool-down '${cooldownId}'`, async () => {
    const { rev, ...cooldown } = await readCooldown(ctx, cooldownId);
    const { wiringCheckpoints = 0 } = cooldown;
    if (wiringCheckpoints >= WIRING_CHECKPOINT_LIMIT)
      throw conflict(
        `Cool-down '${cooldownId}' has ${WIRING_CHECKPOINT_LIMIT} checkpoints of its wiring, the maximum`,
        'limit_reached',
      );
    const event = eventOf(ctx, cooldown, wiringCheckpoints + 1, comment);
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, event);
    const counted = { ...cooldown, wiringCheckpoints: wiringCheckpoints + 1 };
    transaction.put(cooldownEntity.encode(counted, rev + 1), ifRevision(rev), staleRead);
    addHeads(transaction, { projectId: ctx.projectId, at: event.at }, listsOf(cooldownEntity.keys(counted)));
    transaction.put(wiringEventEntity.encode(event, 1), ifOfAnother(event), staleRead);
    transaction.put(auditEntity.encode(auditOf(event), 1));
    await transaction.commit();
    return event;
  });
}

function eventOf(ctx: ProjectContext, cooldown: CooldownRecord, number: number, comment: string): WiringEventRecord {
  const { projectId, cooldownId, wiringInfo, wiringBlocks, createdAt } = cooldown;
  const at = nowOf(ctx);
  const { username, userId } = ctx.actor.user;
  const blocks = JSON.parse(wiringBlocks) as Record<string, unknown>[];
  return {
    projectId,
    cooldownId,
    number,
    cooldownCreatedAt: createdAt,
    at,
    actor: username,
    actorUserId: userId,
    comment,
    wiringInfo,
    wiringBlocks,
    blockCount: blocks.length,
    imageCount: blocks.filter(({ type }) => type === 'image').length,
  };
}

const auditOf = ({ projectId, cooldownId, number, at, actor, comment }: WiringEventRecord): AuditRecord => ({
  projectId,
  id: randomUUID(),
  at,
  actor,
  action: 'keep-wiring',
  resource: `cooldown:${cooldownId}`,
  details: { number, comment },
});

/** The key is free, except for an item of a deleted cool-down with the same id. */
const ifOfAnother = ({ cooldownCreatedAt }: WiringEventRecord): Condition => ({
  expression: 'attribute_not_exists(pk) OR cooldownCreatedAt <> :created',
  values: { ':created': cooldownCreatedAt },
});

/** The checkpoints of a cool-down's wiring, the newest first. @throws ServiceError `not-found`. */
export async function listWiringEvents(
  ctx: ProjectContext,
  cooldownId: string,
  page: { skip: number; limit: number },
): Promise<Page<Stored<WiringEventRecord>>> {
  const range = { ...cooldownKeys.wiringEvents(ctx.projectId, cooldownId), descending: true };
  const { createdAt } = await readCooldown(ctx, cooldownId);
  return readPage(ctx.db, range, page, {
    decode: (item) => wiringEventEntity.decode(item),
    keep: ({ cooldownCreatedAt }) => cooldownCreatedAt === createdAt,
  });
}

/** One checkpoint. @throws ServiceError `not-found` for it or its cool-down. */
export async function readWiringEvent(
  ctx: ProjectContext,
  cooldownId: string,
  number: number,
): Promise<WiringEventRecord> {
  const { projectId } = ctx;
  const [cooldown, event] = await Promise.all([
    readCooldown(ctx, cooldownId),
    getWiringEvent(ctx.db, { projectId, cooldownId, number }),
  ]);
  if (event?.cooldownCreatedAt !== cooldown.createdAt)
    throw notFound(`Checkpoint ${number} of the wiring of cool-down '${cooldownId}' not found`);
  return event;
}
