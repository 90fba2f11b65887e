import type { HeldValue, TargetRecord, ValueRecord } from '../../chips/store/chips.ts';
import { ownEntry } from '../../kernel/rules/own-entry.ts';
import type { TargetRef } from '../../kernel/store/keys.ts';
import { type RangeValue, singleValue } from '../../statistics/rules/range-value.ts';

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
export const currentReadings = (target: ReadTarget): Reading[] => [
  ...Object.entries(target.data).map(([metric, value]) => readingOf(target, metric, value)),
  ...Object.entries(target.faulty).map(([metric, at]) => markOf(target, metric, at)),
];

/** The same for one metric; a faulty mark takes precedence over a value. */
export function currentReading(target: ReadTarget, metric: string): Reading | undefined {
  const [mark, value] = [ownEntry(target.faulty, metric), ownEntry(target.data, metric)];
  if (mark !== undefined) return markOf(target, metric, mark);
  return value && readingOf(target, metric, value);
}

type ReadTarget = Pick<TargetRecord, 'kind' | 'id' | 'data' | 'faulty'>;

function readingOf({ kind, id }: ReadTarget, metric: string, stored: ValueRecord): Reading {
  const { value, unit, calibratedAt: at, error, source, executionId, taskId } = stored;
  return { metric, target: { kind, id }, ...singleValue({ value, unit, at, error, source, executionId, taskId }) };
}

const markOf = ({ kind, id }: ReadTarget, metric: string, at: string): Reading => ({
  ...{ metric, target: { kind, id } },
  ...singleValue({ ...unknown, at }),
});

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
  for (const { isFaulty, at } of readings) if (!isFaulty && (newest === undefined || at > newest)) newest = at;
  return newest;
}
