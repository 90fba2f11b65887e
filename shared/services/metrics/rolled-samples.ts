import { type Deadline, noDeadline } from '../../deadline.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { type Measurement, mergeRollUps, rollUp } from '../../domain/metrics/roll-up.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import type { TargetRef } from '../../store/keys.ts';
import type { RolledTargets } from '../../store/metrics/roll-ups.ts';
import { monthPartitions, samplePages } from '../../store/metrics/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../../store/metrics/samples.ts';
import type { SeriesRecord } from '../../store/metrics/series.ts';

/** Roll-ups by metric and cool-down, in the making; what was measured and is excluded leaves its cool-down without targets. */
export class Rolled {
  readonly #metrics = new Map<string, Map<string | undefined, Map<string, RolledTargets[number]>>>();

  add(record: SampleRecord): void {
    const { metric, target, cooldownId, ...sample } = record;
    const targets = this.#targets(metric, cooldownId);
    const measured = !isCountedSample(record) ? undefined : rollUp(metric, target.kind, [measurementOf(sample)]);
    if (measured) put(targets, metric, target, measured);
  }

  /** Takes the roll-ups of another span in. */
  addRolled(metric: string, cooldownId: string | undefined, rolled: RolledTargets): void {
    const targets = this.#targets(metric, cooldownId);
    for (const { target, rollUp: one } of rolled) put(targets, metric, target, one);
  }

  /** What a metric has by cool-down. */
  of(metric: string): Map<string | undefined, RolledTargets> {
    const cooldowns = this.#metrics.get(metric) ?? new Map();
    return new Map([...cooldowns].map(([cooldownId, targets]) => [cooldownId, [...targets.values()]]));
  }

  #targets(metric: string, cooldownId: string | undefined): Map<string, RolledTargets[number]> {
    const cooldowns = this.#metrics.get(metric) ?? new Map<string | undefined, Map<string, RolledTargets[number]>>();
    this.#metrics.set(metric, cooldowns);
    const targets = cooldowns.get(cooldownId) ?? new Map<string, RolledTargets[number]>();
    cooldowns.set(cooldownId, targets);
    return targets;
  }
}

function put(
  targets: Map<string, RolledTargets[number]>,
  metric: string,
  target: TargetRef,
  one: RolledTargets[number]['rollUp'],
): void {
  const key = `${target.kind} ${target.id}`;
  const existing = targets.get(key);
  const { mode } = describeMetric(metric, target.kind);
  const merged = existing ? mergeRollUps(mode, [existing.rollUp, one]) : one;
  if (merged) targets.set(key, { target, rollUp: merged });
}

/** What a roll-up keeps of a sample; a field more or less is found by the types. */
const measurementOf = (one: Omit<SampleRecord, 'metric' | 'target'>): Required<Measurement> => ({
  at: one.at,
  value: one.value,
  error: one.error,
  unit: one.unit,
  source: one.source,
  recordedAt: one.recordedAt,
  sampleId: one.sampleId,
  executionId: one.executionId,
  taskId: one.taskId,
});

/**
 * Rolls up the samples of a UTC day, strongly read and in an order of their own, so that equal samples give equal bytes. Of
 * the samples themselves no more than a page is held.
 */
export async function rollUpDay(
  db: Database,
  chip: { projectId: string; chipId: string },
  series: readonly SeriesRecord[],
  { day, metrics, deadline = noDeadline }: { day: string; metrics: ReadonlySet<string>; deadline?: Deadline },
): Promise<Rolled> {
  const rolled = new Rolled();
  const from = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  for (const pk of monthPartitions(chip, series, day.slice(0, 6), metrics))
    for await (const page of samplePages(db, { pk, from, through: `${from}T~` }, metrics)) {
      deadline();
      for (const sample of page) rolled.add(sample);
    }
  return rolled;
}
