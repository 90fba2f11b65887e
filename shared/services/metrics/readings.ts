import { ownEntry } from '../../domain/own-entry.ts';
import { type RangeValue, singleValue } from '../../domain/statistics/range-value.ts';
import type { HeldValue, TargetRecord } from '../../store/chips/chips.ts';
import type { TargetRef } from '../../store/keys.ts';

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

/** The current readings of a target. */
export function currentReadings(target: Pick<TargetRecord, 'kind' | 'id' | 'data' | 'faulty'>): Reading[] {
  const ref: TargetRef = { kind: target.kind, id: target.id };
  const readings: Reading[] = [];
  for (const [metric, { value, unit, calibratedAt, error, source, executionId, taskId }] of Object.entries(target.data))
    readings.push({
      metric,
      target: ref,
      ...singleValue({ value, unit, at: calibratedAt, error, source, executionId, taskId }),
    });
  for (const [metric, at] of Object.entries(target.faulty))
    readings.push({ metric, target: ref, ...singleValue({ ...unknown, at }) });
  return readings;
}

/** What a faulty mark says of its value. */
const unknown = {
  ...{ value: null, unit: '', error: undefined },
  ...{ source: undefined, executionId: undefined, taskId: undefined },
};

/** A held value that is newer than what counts. */
export interface HeldReading extends HeldValue {
  metric: string;
  target: TargetRef;
}

/** The held values of targets that are newer than what counts. */
export const heldReadings = (targets: readonly TargetRecord[]): HeldReading[] =>
  targets.flatMap(({ kind, id, data, faulty, held = {} }) =>
    Object.entries(held)
      .filter(([metric, { at }]) => at > (ownEntry(data, metric)?.calibratedAt ?? ownEntry(faulty, metric) ?? ''))
      .map(([metric, value]) => ({ ...value, metric, target: { kind, id } })),
  );

/** When the newest value among readings was measured, faulty marks aside. */
export function newestOf(readings: readonly Reading[]): string | undefined {
  let newest: string | undefined;
  for (const { value, at } of readings) if (value !== null && (newest === undefined || at > newest)) newest = at;
  return newest;
}
