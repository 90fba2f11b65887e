import { nowOf, type ProjectContext } from '../../context.ts';
import type { ProjectAuditAction } from '../../domain/audit.ts';
import type { ChipAlert } from '../../domain/drift/alerts.ts';
import {
  type DriftAcknowledgement,
  type DriftDecisions,
  type DriftMute,
  isOfSame,
  MOST_DECISIONS,
  noDecisions,
  standingDecisions,
  withMute,
} from '../../domain/drift/decisions.ts';
import { ELEMENT_KINDS } from '../../domain/target-kinds.ts';
import { conflict, invalid, notFound, notInProject } from '../../errors.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { openSpanKeys } from '../../store/keys.ts';
import { driftDecisionsEntity, getDriftDecisions } from '../../store/metrics/drift.ts';
import { getOpenSpan, ifSpanUnchanged, levelsSpan, opened } from '../../store/metrics/open-spans.ts';
import { type AuditedAct, projectEntry } from '../audit/entries.ts';
import { checkChip } from '../chips/chip-writes.ts';
import { findTarget } from '../chips/read-chip.ts';
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
      answer: mute,
    };
  });
}

/** Takes a mute back. @throws ServiceError `not-found` where none of the same name holds. */
export function unmuteDrift(ctx: ProjectContext, chipId: string, given: DriftName): Promise<void> {
  return decide(ctx, chipId, given, async (name, stood) => {
    if (!stood.mutes.some((one) => isOfSame(one, name))) throw notFound(`No such mute holds on chip '${chipId}'`);
    return {
      next: { ...stood, mutes: stood.mutes.filter((one) => !isOfSame(one, name)) },
      act: { action: 'unmute-drift' },
      answer: undefined,
    };
  });
}

/** What follows from a decision; without `next` nothing is written. */
interface Decided<T> {
  next?: DriftDecisions;
  act?: Omit<AuditedAct<ProjectAuditAction>, 'resource'>;
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
    const { next, act, remade, answer } = await work(name, standingDecisions(existing ?? noDecisions, now), now);
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
    transaction.put(projectEntry(ctx, projectId, { action: act.action, resource: `chip:${chipId}`, details }));
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
