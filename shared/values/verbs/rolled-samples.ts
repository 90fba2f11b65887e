import { targetName } from '../../chips/rules/target-kinds.ts';
import { type Deadline, noDeadline } from '../../kernel/deadline.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import type { TargetRef } from '../../kernel/store/keys.ts';
import { dayValueOf } from '../../statistics/rules/day-summary.ts';
import { DayValues } from '../../statistics/rules/day-values.ts';
import { describeMetric } from '../rules/catalogue.ts';
import { type Measurement, mergeRollUps, rollUp } from '../rules/roll-up.ts';
import type { RolledTargets } from '../store/roll-ups.ts';
import { monthPartitions, samplePages } from '../store/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../store/samples.ts';
import type { SeriesRecord } from '../store/series.ts';

/** What a target has of a metric, and the values of a day that its median is of. */
type RolledTarget = RolledTargets[number] & { values?: DayValues | undefined };

/** Roll-ups by metric and cool-down, in the making; what was measured and is excluded leaves its cool-down without targets. */
export class Rolled {
  readonly #metrics = new Map<string, Map<string | undefined, Map<string, RolledTarget>>>();
  readonly #isDay: boolean;

  /** @param isDay all of it is of one day, whose medians are wanted. */
  constructor({ isDay = false }: { isDay?: boolean } = {}) {
    this.#isDay = isDay;
  }

  add(record: SampleRecord): void {
    const { metric, target, cooldownId, ...sample } = record;
    const targets = this.#targets(metric, cooldownId);
    const measured = !isCountedSample(record) ? undefined : rollUp(metric, target.kind, [measurementOf(sample)]);
    if (!measured) return;
    const rolled = put(targets, metric, target, measured);
    if (!this.#isDay) return;
    rolled.values ??= new DayValues();
    rolled.values.add(dayValueOf(describeMetric(metric, target.kind), sample));
  }

  /** Adds the roll-ups of another span; their facts about single days hold for these only. */
  addRolled(metric: string, cooldownId: string | undefined, rolled: RolledTargets): void {
    const targets = this.#targets(metric, cooldownId);
    for (const {
      target,
      rollUp: { latest, units },
    } of rolled)
      put(targets, metric, target, { latest, units });
  }

  /** What a metric has by cool-down. */
  of(metric: string): Map<string | undefined, RolledTargets> {
    const cooldowns = this.#metrics.get(metric) ?? new Map<string | undefined, Map<string, RolledTarget>>();
    return new Map(
      [...cooldowns].map(([cooldownId, targets]) => [
        cooldownId,
        [...targets.values()].map(({ target, rollUp: one, values }) => {
          const day = values?.summary(describeMetric(metric, target.kind));
          return { target, rollUp: { ...one, ...(day && { day }) } };
        }),
      ]),
    );
  }

  #targets(metric: string, cooldownId: string | undefined): Map<string, RolledTarget> {
    const cooldowns = this.#metrics.get(metric) ?? new Map<string | undefined, Map<string, RolledTarget>>();
    this.#metrics.set(metric, cooldowns);
    const targets = cooldowns.get(cooldownId) ?? new Map<string, RolledTarget>();
    cooldowns.set(cooldownId, targets);
    return targets;
  }
}

function put(
  targets: Map<string, RolledTarget>,
  metric: string,
  target: TargetRef,
  one: RolledTargets[number]['rollUp'],
): RolledTarget {
  const key = targetName(target);
  const existing = targets.get(key);
  const { mode } = describeMetric(metric, target.kind);
  const merged = existing && mergeRollUps(mode, [existing.rollUp, one]);
  const put: RolledTarget = { target, rollUp: merged ?? one, values: existing?.values };
  targets.set(key, put);
  return put;
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
  const rolled = new Rolled({ isDay: true });
  const from = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  for (const pk of monthPartitions(chip, series, day.slice(0, 6), metrics))
    for await (const page of samplePages(db, { pk, from, through: `${from}T~` }, metrics)) {
      deadline();
      for (const sample of page) rolled.add(sample);
    }
  return rolled;
}
