import { isDeepStrictEqual } from 'node:util';
import { ELEMENT_KINDS } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { checkChip } from '../../../chips/verbs/chip-writes.ts';
import { findTarget } from '../../../chips/verbs/read-chip.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid, notFound, notInProject } from '../../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { openSpanKeys } from '../../../kernel/store/keys.ts';
import type { ProjectAuditAction } from '../../../projects/rules/audit.ts';
import { type AuditedAct, addUndoable } from '../../../projects/verbs/audit/entries.ts';
import { driftDecisionsEntity, getDriftDecisions } from '../../../values/store/drift.ts';
import { getOpenSpan, ifSpanUnchanged, levelsSpan, opened } from '../../../values/store/open-spans.ts';
import type { ChipAlert } from '../../rules/drift/alerts.ts';
import {
  type DriftAcknowledgement,
  type DriftDecisions,
  type DriftMute,
  isOfSame,
  MOST_DECISIONS,
  noDecisions,
  standingDecisions,
  withMute,
} from '../../rules/drift/decisions.ts';
import { readDrift } from './read-drift.ts';

/** A metric, a target, or a metric on a target. */
export interface DriftName {
  metric?: string | undefined;
  target?: string | undefined;
}

/**
 * Acknowledges the alerts and watches of a metric, on one target or on all, and optionally accepts the level: its
 * reference then restarts (rule DRIFT-5). Answers how many alerts and watches that are; a repeat changes nothing.
 * @throws ServiceError `not-found` if there is none; `conflict` if there are too many decisions.
 */
export function acknowledgeDrift(
  ctx: ProjectContext,
  chipId: string,
  given: Pick<DriftAcknowledgement, 'metric' | 'target' | 'reason' | 'acceptsLevel'>,
): Promise<{ acknowledged: number }> {
  const { metric, reason, acceptsLevel } = given;
  return decide(ctx, chipId, given, async ({ target }, stood, now) => {
    const { alerts } = await readDrift(ctx, chipId);
    const acknowledgement = { metric, target, reason, acceptsLevel, by: ctx.actor.user.username, at: now };
    const own = alerts.filter((alert) => isMeant(alert, { metric, target }));
    const seen = own.filter((alert) => stood.acknowledgements.some((one) => isSeenBy(alert, one, acknowledgement)));
    const standing = own.filter(({ state }) => state !== 'ended');
    if (standing.length + seen.length === 0) throw noActiveAlert(chipId, { metric, target });
    if (standing.every((alert) => seen.includes(alert))) return { answer: { acknowledged: seen.length } };
    return {
      next: { ...stood, acknowledgements: [...stood.acknowledgements, acknowledgement] },
      act: { action: 'acknowledge-drift', details: { reason, accepts_level: acceptsLevel } },
      undo: { before: {}, after: { acknowledgement } },
      ...(acceptsLevel ? { remade: metric } : {}),
      answer: { acknowledged: standing.length },
    };
  });
}

const isMeant = (alert: ChipAlert, { metric, target }: DriftName): boolean =>
  alert.metric === metric && (target === undefined || alert.targets.includes(target));

/** Whether the same was said of an alert before. */
const isSeenBy = (alert: ChipAlert, one: DriftAcknowledgement, again: DriftAcknowledgement): boolean =>
  isOfSame(one, again) &&
  one.by === again.by &&
  one.reason === again.reason &&
  one.acceptsLevel === again.acceptsLevel &&
  one.at.slice(0, 10) >= (alert.raised ?? alert.since) &&
  one.at.slice(0, 10) <= (alert.ended ?? '~');

const noActiveAlert = (chipId: string, { metric, target }: DriftName): Error =>
  notFound(`No active drift alert for '${metric}'${target === undefined ? '' : ` on '${target}'`} on chip '${chipId}'`);

/**
 * Mutes a metric, a target, or a metric on a target until an instant: no notifications are sent, while all is computed,
 * counted and shown as before (rule DRIFT-6). Replaces the mute of the same scope.
 * @throws ServiceError `invalid` for a past instant, or without metric and target.
 */
export function muteDrift(
  ctx: ProjectContext,
  chipId: string,
  given: Pick<DriftMute, 'metric' | 'target' | 'until' | 'reason'>,
): Promise<DriftMute> {
  const { until, reason } = given;
  return decide(ctx, chipId, given, async (name, stood, now) => {
    if (until <= now) throw invalid(`until '${until}' is not in the future`);
    const by = ctx.actor.user.username;
    const repeated = stood.mutes.find(
      (one) => isOfSame(one, name) && one.until === until && one.reason === reason && one.by === by,
    );
    if (repeated) return { answer: repeated };
    const mute: DriftMute = { ...name, until, reason, by, at: now };
    return {
      next: { ...stood, mutes: withMute(stood.mutes, mute) },
      act: { action: 'mute-drift', details: { until, reason } },
      undo: { before: { mute: muteOf(stood, name) }, after: { mute } },
      answer: mute,
    };
  });
}

/** Takes a mute back. @throws ServiceError `not-found` where none of the same name holds. */
export function unmuteDrift(ctx: ProjectContext, chipId: string, given: DriftName): Promise<void> {
  return decide(ctx, chipId, given, async (name, stood) => {
    const mute = muteOf(stood, name);
    if (!mute) throw notFound(`No such mute holds on chip '${chipId}'`);
    return {
      next: { ...stood, mutes: stood.mutes.filter((one) => !isOfSame(one, name)) },
      act: { action: 'unmute-drift' },
      undo: { before: { mute }, after: {} },
      answer: undefined,
    };
  });
}

const muteOf = ({ mutes }: DriftDecisions, name: DriftName): DriftMute | undefined =>
  mutes.find((one) => isOfSame(one, name));

/** A decision as an undo needs it. */
interface KeptDecision {
  acknowledgement?: DriftAcknowledgement | undefined;
  mute?: DriftMute | undefined;
}

/** What a decision replaced, and what it left. */
interface KeptDrift {
  chipId: string;
  name: DriftName;
  before: KeptDecision;
  after: KeptDecision;
}

/**
 * Takes a decision about drift back (rule UNDO-12): what it left is replaced by what was before. If it accepted or restored a level,
 * the sweep computes the series again.
 * @throws ServiceError `conflict` where the decision has changed since, or what it replaced has expired; `not-found`.
 */
export function restoreDrift(ctx: ProjectContext, { chipId, name, before, after }: KeptDrift): Promise<void> {
  return decide(ctx, chipId, name, async (_, stood, now) => {
    refuseChangedDecision(chipId, stood, { name, before, after }, now);
    const acknowledgement = after.acknowledgement ?? before.acknowledgement;
    return {
      next: {
        mutes: [...stood.mutes.filter((one) => !after.mute || !isOfSame(one, name)), ...listOf(before.mute)],
        acknowledgements: [
          ...stood.acknowledgements.filter((one) => !isSame(one, after.acknowledgement)),
          ...listOf(before.acknowledgement),
        ],
      },
      act: { action: actionOf(before, after), details: detailsOf(before) },
      undo: { before: after, after: before },
      ...(acknowledgement?.acceptsLevel ? { remade: acknowledgement.metric } : {}),
      answer: undefined,
    };
  });
}

const listOf = <T>(one: T | undefined): T[] => (one ? [one] : []);
const plain = (value: unknown): unknown => value && JSON.parse(JSON.stringify(value));
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

function actionOf(before: KeptDecision, after: KeptDecision): ProjectAuditAction {
  if (before.acknowledgement) return 'acknowledge-drift';
  if (after.acknowledgement) return 'withdraw-acknowledgement';
  return before.mute ? 'mute-drift' : 'unmute-drift';
}

const detailsOf = ({ mute, acknowledgement }: KeptDecision): Record<string, unknown> => ({
  ...(mute && { until: mute.until, reason: mute.reason }),
  ...(acknowledgement && { reason: acknowledgement.reason, accepts_level: acknowledgement.acceptsLevel }),
});

function refuseChangedDecision(
  chipId: string,
  stood: DriftDecisions,
  { name, before, after }: Omit<KeptDrift, 'chipId'>,
  now: string,
): void {
  const of = `the drift of chip '${chipId}'`;
  if (after.acknowledgement && !stood.acknowledgements.some((one) => isSame(one, after.acknowledgement)))
    throw conflict(`The acknowledgement of ${of} is not kept any more`, 'changed_since');
  if (before.mute && before.mute.until <= now)
    throw conflict(`The mute of ${of} would have ended on ${before.mute.until}`, 'not_undoable');
  if (!before.mute && !after.mute) return;
  const present = muteOf(stood, name);
  if (isSame(present, after.mute)) return;
  throw conflict(
    present
      ? `The mute of ${of} was set by '${present.by}' on ${present.at}, until ${present.until}`
      : `The mute of ${of} has ended, or was taken back`,
    'changed_since',
  );
}

/** What follows from a decision; without `next` nothing is written. */
interface Decided<T> {
  next?: DriftDecisions;
  act?: Omit<AuditedAct<ProjectAuditAction>, 'resource'>;
  /** What undoing it needs. */
  undo?: Pick<KeptDrift, 'before' | 'after'>;
  /** The metric whose series restart. */
  remade?: string;
  answer: T;
}

/** Writes a decision with its entry of the project's audit, in one transaction. */
async function decide<T>(
  ctx: ProjectContext,
  chipId: string,
  given: DriftName,
  work: (name: DriftName, stood: DriftDecisions, now: string) => Promise<Decided<T>>,
): Promise<T> {
  const { db, projectId } = ctx;
  return retryOnConflict(orRefuse(`The drift of chip '${chipId}'`), async () => {
    const now = nowOf(ctx);
    const [{ chip, name }, existing] = await Promise.all([
      findNamed(ctx, chipId, given),
      getDriftDecisions(db, projectId, chipId),
    ]);
    const { next, act, undo, remade, answer } = await work(name, standingDecisions(existing ?? noDecisions, now), now);
    if (!next || !act) return answer;
    if (Math.max(next.mutes.length, next.acknowledgements.length) > MOST_DECISIONS)
      throw conflict(`Chip '${chipId}' has ${MOST_DECISIONS} decisions about drift already; decide for whole metrics`);
    const transaction = new Transaction(db);
    checkChip(transaction, chip);
    transaction.put(
      driftDecisionsEntity.encode({ projectId, chipId, ...next }, (existing?.rev ?? 0) + 1),
      existing ? ifRevision(existing.rev) : ifAbsent,
      staleRead,
    );
    const details = { metric: name.metric ?? null, target: name.target ?? null, ...act.details };
    addUndoable(
      transaction,
      ctx,
      { projectId, actor: ctx.actor.user.username },
      {
        action: act.action,
        resource: `chip:${chipId}`,
        details,
        undo: undo && { chipId, name, ...undo },
        at: now,
      },
    );
    if (remade !== undefined) await openLevels(ctx, transaction, chipId, remade);
    await transaction.commit();
    return answer;
  });
}

/** The chip, and the target by the id that it has there. */
async function findNamed(ctx: ProjectContext, chipId: string, { metric, target: id }: DriftName) {
  if (metric === undefined && id === undefined) throw invalid('Name a metric, a target or both');
  const { chip, target: found } = await findTarget(ctx, chipId, { id: id ?? '0' });
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  if (id === undefined) return { chip, name: { metric } };
  const target = found ?? (await findElement(ctx, chip, id));
  if (!target) throw notFound(`No qubit, coupling or element '${id}' found in chip '${chipId}'`);
  return { chip, name: { metric, target: target.id } };
}

/** An element of a chip; nothing is read if it has none. */
async function findElement(ctx: ProjectContext, { chipId, elementCount = 0 }: ChipRecord, id: string) {
  if (elementCount === 0) return undefined;
  const found = await Promise.all(ELEMENT_KINDS.map((kind) => findTarget(ctx, chipId, { kind, id })));
  return found.find(({ target }) => target !== undefined)?.target;
}

/** The sweep follows the series of a metric again. */
async function openLevels(
  { db, projectId }: ProjectContext,
  transaction: Transaction,
  chipId: string,
  metric: string,
): Promise<void> {
  const ref = { projectId, chipId, ...levelsSpan };
  const existing = await getOpenSpan(db, ref);
  const item = opened(existing, ref, [metric]);
  if (item) transaction.put(item, ifSpanUnchanged(existing), staleRead);
  // A computation under way may have read the decisions before this one.
  else transaction.check(openSpanKeys.span(projectId, chipId, ref), ifSpanUnchanged(existing), staleRead);
}
