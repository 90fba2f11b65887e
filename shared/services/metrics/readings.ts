import type { ProjectContext } from '../../context.ts';
import { isNewer } from '../../domain/metrics/roll-up.ts';
import type { ChipRecord, TargetRecord } from '../../store/chips.ts';
import { monthOf, type TargetRef } from '../../store/keys.ts';
import { listMonth, listSeries, type SampleRecord, type SeriesRecord } from '../../store/samples.ts';

/** One value (or faulty mark, `value` null) of a metric on a target. */
export interface Reading {
  metric: string;
  target: TargetRef;
  at: string;
  value: number | null;
  error: number | undefined;
  unit: string;
  executionId: string | undefined;
  taskId: string | undefined;
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
  const wanted = new Map<string, Map<string, TargetRef>>();
  for (const target of targets) {
    for (const reading of currentReadings(target)) {
      if (reading.at <= window.through) {
        if (window.startAt === undefined || reading.at >= window.startAt) readings.push(reading);
        continue;
      }
      const ofMetric = wanted.get(reading.metric) ?? new Map<string, TargetRef>();
      ofMetric.set(refKey(target), target);
      wanted.set(reading.metric, ofMetric);
    }
  }
  if (wanted.size === 0) return readings;
  const series = await listSeries(ctx.db, chip.projectId, chip.chipId);
  const earlier = await Promise.all(
    [...wanted].map(([metric, refs]) => earlierReadings(ctx, series, metric, refs, window)),
  );
  return [...readings, ...earlier.flat()];
}

const refKey = (ref: TargetRef): string => `${ref.kind} ${ref.id}`;

function currentReadings(target: TargetRecord): Reading[] {
  const ref: TargetRef = { kind: target.kind, id: target.id };
  return [
    ...Object.entries(target.data).map(([metric, value]) => ({
      metric,
      target: ref,
      at: value.calibratedAt,
      value: value.value,
      error: value.error,
      unit: value.unit,
      executionId: value.executionId,
      taskId: value.taskId,
    })),
    ...Object.entries(target.faulty).map(([metric, at]) => ({
      metric,
      target: ref,
      at,
      value: null,
      error: undefined,
      unit: '',
      executionId: undefined,
      taskId: undefined,
    })),
  ];
}

async function earlierReadings(
  ctx: ProjectContext,
  series: readonly SeriesRecord[],
  metric: string,
  wanted: Map<string, TargetRef>,
  window: Window,
): Promise<Reading[]> {
  const first = window.startAt === undefined ? '' : monthOf(window.startAt);
  const last = monthOf(window.through);
  const months = series
    .filter((entry) => entry.metric === metric && entry.month >= first && entry.month <= last)
    .sort((a, b) => (a.month < b.month ? 1 : -1));
  const found = new Map<string, SampleRecord>();
  for (const month of months) {
    for (const sample of await listMonth(ctx.db, month, window.through)) {
      const key = refKey(sample.target);
      const standing = found.get(key);
      const early = window.startAt !== undefined && sample.at < window.startAt;
      if (wanted.has(key) && !early && !sample.excluded && (standing === undefined || isNewer(sample, standing)))
        found.set(key, sample);
    }
    if (found.size === wanted.size) break;
  }
  return [...found.values()].map((sample) => ({
    metric,
    target: sample.target,
    at: sample.at,
    value: sample.value,
    error: sample.error,
    unit: sample.unit,
    executionId: sample.executionId,
    taskId: sample.taskId,
  }));
}
