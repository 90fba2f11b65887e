import type { ProjectContext } from '../../context.ts';
import { isNewer } from '../../domain/metrics/roll-up.ts';
import { type RangeValue, singleValue } from '../../domain/statistics/range-value.ts';
import type { ChipRecord, TargetRecord } from '../../store/chips/chips.ts';
import { monthOf, type TargetRef } from '../../store/keys.ts';
import { monthPartitions, samplePages } from '../../store/metrics/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../../store/metrics/samples.ts';
import { listSeries } from '../../store/metrics/series.ts';

/** What a target has of a metric. */
export interface Reading extends RangeValue {
  metric: string;
  target: TargetRef;
}

/** A window of measurement times; open at its beginning when `startAt` is absent. */
export interface Window {
  startAt: string | undefined;
  through: string;
}

/**
 * The newest reading of every metric on every target within the window. Current values answer it, except where a value
 * is newer than the window: there the history is read, month by month backwards until every target is found.
 */
export async function readingsOf(
  ctx: ProjectContext,
  chip: ChipRecord,
  targets: readonly TargetRecord[],
  window: Window,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const missing = new Map<string, Map<string, TargetRef>>();
  for (const target of targets) {
    for (const reading of currentReadings(target)) {
      if (reading.at <= window.through) {
        if (window.startAt === undefined || reading.at >= window.startAt) readings.push(reading);
        continue;
      }
      const ofMetric = missing.get(reading.metric) ?? new Map<string, TargetRef>();
      ofMetric.set(refKey(target), target);
      missing.set(reading.metric, ofMetric);
    }
  }
  if (missing.size === 0) return readings;
  return [...readings, ...(await earlierReadings(ctx, chip, missing, window))];
}

const refKey = (ref: TargetRef): string => `${ref.kind} ${ref.id}`;

function currentReadings(target: TargetRecord): Reading[] {
  const ref: TargetRef = { kind: target.kind, id: target.id };
  const unknown = { value: null, unit: '', error: undefined, source: undefined };
  return [
    ...Object.entries(target.data).map(([metric, value]) => ({
      metric,
      target: ref,
      ...singleValue({ ...value, at: value.calibratedAt }),
    })),
    ...Object.entries(target.faulty).map(([metric, at]) => ({
      metric,
      target: ref,
      ...singleValue({ ...unknown, at }),
    })),
  ];
}

/** Metrics with the targets that are still to be found, and what was found of each. */
type Missing = Map<string, Map<string, TargetRef>>;
type Found = Map<string, Map<string, SampleRecord>>;

async function earlierReadings(
  ctx: ProjectContext,
  chip: ChipRecord,
  wanted: Missing,
  window: Window,
): Promise<Reading[]> {
  const series = await listSeries(ctx.db, chip.projectId, chip.chipId);
  const first = window.startAt === undefined ? '' : monthOf(window.startAt);
  const last = monthOf(window.through);
  const months = new Set(series.map(({ month }) => month).filter((month) => month >= first && month <= last));
  const found: Found = new Map([...wanted.keys()].map((metric) => [metric, new Map()]));
  for (const month of [...months].sort().reverse()) {
    const missing = new Set(
      [...wanted].filter(([metric, refs]) => found.get(metric)?.size !== refs.size).map(([metric]) => metric),
    );
    if (missing.size === 0) break;
    await Promise.all(
      monthPartitions(chip, series, month, missing).map(async (pk) => {
        const range = { pk, through: `${window.through}~`, consistent: false };
        for await (const page of samplePages(ctx.db, range, missing)) takeNewest(page, wanted, found, window);
      }),
    );
  }
  return [...found.values()].flatMap((ofMetric) => [...ofMetric.values()].map(readingOf));
}

function takeNewest(samples: readonly SampleRecord[], missing: Missing, found: Found, { startAt }: Window): void {
  for (const sample of samples) {
    const key = refKey(sample.target);
    const ofMetric = found.get(sample.metric);
    if (!ofMetric || !isCountedSample(sample) || (startAt !== undefined && sample.at < startAt)) continue;
    const existing = ofMetric.get(key);
    if (missing.get(sample.metric)?.has(key) && (existing === undefined || isNewer(sample, existing)))
      ofMetric.set(key, sample);
  }
}

const readingOf = (sample: SampleRecord): Reading => ({
  metric: sample.metric,
  target: sample.target,
  ...singleValue(sample),
});
