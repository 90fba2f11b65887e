import { nowOf, type ProjectReads } from '../../context.ts';
import { justBefore } from '../../domain/complete-until.ts';
import { type DriftList, type FollowedMetric, listAlerts } from '../../domain/drift/alerts.ts';
import { type DriftDecisions, noDecisions, standingDecisions } from '../../domain/drift/decisions.ts';
import { notInProject } from '../../errors.ts';
import { type ChipRecord, getChip } from '../../store/chips/chips.ts';
import { utcDayOf } from '../../store/keys.ts';
import { type DriftRecord, driftByKind, getDriftDecisions, listDrift } from '../../store/metrics/drift.ts';
import { listOpenSpans, type OpenSpanRecord } from '../../store/metrics/open-spans.ts';
import { isFollowedMetric } from '../projection/write-drift.ts';

/** The drift of a chip: its alerts, the mutes that hold, and up to which instant nothing is missing. */
export interface ChipDrift extends DriftList {
  chip: ChipRecord;
  now: string;
  mutes: DriftDecisions['mutes'];
  completeUntil: string | null;
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
