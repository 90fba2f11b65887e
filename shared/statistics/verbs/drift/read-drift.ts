import { targetName } from '../../../chips/rules/target-kinds.ts';
import { type ChipRecord, getChip, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { nowOf, type ProjectReads } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import { justBefore } from '../../../kernel/rules/complete-until.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import { type Quantity, sealQuantity } from '../../../values/rules/units/quantity.ts';
import { type DriftRecord, driftByKind, getDriftDecisions, listDrift } from '../../../values/store/drift.ts';
import { listOpenSpans, type OpenSpanRecord } from '../../../values/store/open-spans.ts';
import { isFollowedMetric } from '../../../values/verbs/projection/write-drift.ts';
import { currentReading, heldReadings } from '../../../values/verbs/readings.ts';
import { type ChipAlert, type DriftList, type FollowedMetric, listAlerts } from '../../rules/drift/alerts.ts';
import { type DriftDecisions, noDecisions, standingDecisions } from '../../rules/drift/decisions.ts';

/** The drift of a chip: its alerts, the mutes that hold, and up to which instant nothing is missing. */
export interface ChipDrift extends DriftList {
  chip: ChipRecord;
  now: string;
  mutes: DriftDecisions['mutes'];
  completeUntil: string | null;
}

/** The newest value of a drifting series, which may be later than the days that are judged. */
export interface LatestValue {
  quantity: Quantity;
  at: string;
  /** The write gate holds it (rule GATE-2). */
  isHeld: boolean;
}

/** The newest value of each of these alerts that is of a single target (rule DRIFT-8); a faulty mark is none. */
export async function latestOfAlerts(
  { db, projectId }: ProjectReads,
  chipId: string,
  alerts: readonly ChipAlert[],
): Promise<ReadonlyMap<ChipAlert, LatestValue>> {
  const ofOne = alerts.flatMap((alert) =>
    alert.target === undefined ? [] : [{ alert, target: { kind: alert.kind, id: alert.target } }],
  );
  const refs = [...new Map(ofOne.map(({ target }) => [targetName(target), target])).values()];
  const items = await batchGetItems(
    db,
    refs.map((ref) => chipKeys.target(projectId, chipId, ref)),
  );
  const records = new Map(
    items.flatMap((item) => {
      const record = item && targetEntity.decode(item);
      return record ? [[targetName(record), record] as const] : [];
    }),
  );
  return new Map(
    ofOne.flatMap(({ alert, target }) => {
      const record = records.get(targetName(target));
      const latest = record && latestOf(record, alert.metric);
      return latest ? [[alert, latest] as const] : [];
    }),
  );
}

function latestOf(record: TargetRecord, metric: string): LatestValue | undefined {
  const held = heldReadings([record]).find((one) => one.metric === metric);
  if (held) return { quantity: sealQuantity(held), at: held.at, isHeld: true };
  const current = currentReading(record, metric);
  return current && !current.isFaulty ? { quantity: current.quantity, at: current.at, isHeld: false } : undefined;
}

/**
 * The alerts of a chip for days that are over (UTC), in one round trip: those that the sweep has derived, and the marks of days that
 * it still has to derive (rule DRIFT-7).
 * @throws ServiceError `not-found`
 */
export async function readDrift(ctx: ProjectReads, chipId: string): Promise<ChipDrift> {
  const { db, projectId } = ctx;
  const now = nowOf(ctx);
  const [chip, open, records, decided = noDecisions] = await Promise.all([
    getChip(db, projectId, chipId),
    listOpenSpans(db, projectId, chipId),
    listDrift(db, projectId, chipId),
    getDriftDecisions(db, projectId, chipId),
  ]);
  if (!chip) throw notInProject('Chip', chipId, projectId);
  const decisions = standingDecisions(decided, now);
  const metrics = records.filter(({ cooldownId }) => cooldownId === chip.currentCooldownId).flatMap(followedOf);
  return {
    ...listAlerts(metrics, decisions, now),
    ...{ chip, now, mutes: decisions.mutes },
    completeUntil: completeUntilOf(open, now),
  };
}

/** A stored metric as its alerts follow from it. */
export const followedOf = (record: DriftRecord): FollowedMetric[] =>
  driftByKind(record).map(([kind, drift]) => ({ metric: record.metric, kind, drift }));

/** Until before the first day that is over and waits; unknown while only the last step does, which does not say for which days. */
function completeUntilOf(open: readonly OpenSpanRecord[], now: string): string | null {
  const waiting = open.filter(
    ({ span, date, metrics }) =>
      (span === 'levels' || (span === 'day' && date < utcDayOf(now))) && metrics.some(isFollowedMetric),
  );
  if (waiting.some(({ span }) => span === 'levels')) return null;
  const [first] = waiting.map(({ date }) => date).sort();
  if (first === undefined) return now;
  return justBefore(`${first.slice(0, 4)}-${first.slice(4, 6)}-${first.slice(6)}T00:00:00.000Z`);
}
