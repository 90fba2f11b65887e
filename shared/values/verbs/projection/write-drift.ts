import { isDeepStrictEqual } from 'node:util';
import { isElementKind, TARGET_KINDS } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Database, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { pointsOfDays } from '../../../statistics/rules/day-summary.ts';
import { type DriftDecisions, restartDaysOf } from '../../../statistics/rules/drift/decisions.ts';
import { followMetric, isFollowed } from '../../../statistics/rules/follow-metric.ts';
import { scaleOf } from '../../../statistics/rules/scale.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { type DriftRecord, driftByKind, driftEntity, getDrift, listDrift } from '../../store/drift.ts';
import { listSeries } from '../../store/series.ts';
import type { MeasuredDays } from '../measured-days.ts';

/** What the drift of a metric follows from. */
export interface DriftSource {
  series: readonly Pick<MeasuredDays, 'target' | 'days'>[];
  decisions: DriftDecisions;
  /** How many metrics of the chip share the alerts that people want of it. */
  metrics: number;
}

/** How many of some metrics are followed on any kind of target. */
export const countFollowed = (metrics: Iterable<string>): number =>
  [...new Set(metrics)].filter((metric) => isFollowedMetric(metric)).length;

/** Whether a metric is followed on any kind of target. */
export const isFollowedMetric = (metric: string): boolean =>
  TARGET_KINDS.some((kind) => isFollowed(scaleOf(describeMetric(metric, kind))));

type FoundDrift = Pick<DriftRecord, 'kinds' | 'elementKinds'>;

/** How the series of a metric have gone, by the kind of their targets. */
export function driftOf(metric: string, { series, decisions, metrics }: DriftSource): FoundDrift {
  const found: FoundDrift = { kinds: {} };
  for (const kind of TARGET_KINDS) {
    const own = series
      .filter(({ target }) => target.kind === kind)
      .map(({ target, days }) => ({
        target: target.id,
        points: pointsOfDays(days),
        restartDays: restartDaysOf(decisions.acknowledgements, { metric, target: target.id }),
      }));
    const drift = followMetric(own, scaleOf(describeMetric(metric, kind)), metrics);
    if (!drift) continue;
    if (isElementKind(kind)) found.elementKinds = { ...found.elementKinds, [kind]: drift };
    else found.kinds[kind] = drift;
  }
  return found;
}

/** The guard of the write: the transaction begins with it, and names it when it fails. */
interface Writing {
  guard: () => Transaction;
  onConflict: () => Error;
}

/** Writes the drift of a metric if it differs from the stored one. @throws StaleReadError as the guard says. */
export async function writeDrift(
  db: Database,
  { projectId, chipId, currentCooldownId }: ChipRecord,
  metric: string,
  { sharedBy, ...found }: FoundDrift & Pick<DriftRecord, 'sharedBy'>,
  { guard, onConflict }: Writing,
): Promise<void> {
  const stood = await getDrift(db, { projectId, chipId, metric });
  const record: DriftRecord = { projectId, chipId, metric, cooldownId: currentCooldownId, sharedBy, ...found };
  const isEmpty = driftByKind(found).length === 0;
  if (isEmpty && !stood) return;
  if (stood && isSame(stood, record)) return;
  const transaction = guard();
  if (isEmpty) transaction.delete(driftEntity.keys(record), ifRevision(stood?.rev ?? 0), onConflict);
  else
    transaction.put(
      driftEntity.encode(record, (stood?.rev ?? 0) + 1),
      stood ? ifRevision(stood.rev) : ifAbsent,
      onConflict,
    );
  await transaction.commit();
}

/** As it is read again: what is undefined is not kept. */
const isSame = ({ rev: _, ...stood }: Stored<DriftRecord>, record: DriftRecord): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(stood)), JSON.parse(JSON.stringify(record)));

/** The metrics whose alerts are of a time when others shared the alerts that people want of the chip: they are made again. */
export async function outdatedDrift(db: Database, { projectId, chipId }: ChipRecord): Promise<string[]> {
  const [records, series] = await Promise.all([listDrift(db, projectId, chipId), listSeries(db, projectId, chipId)]);
  const metrics = countFollowed(series.map(({ metric }) => metric));
  return records.flatMap(({ metric, sharedBy }) => (sharedBy === metrics ? [] : [metric]));
}
