import type { ExportedTarget, ExportedValue } from '#shared/devices/rules/export/chip-document.ts';
import { ownEntry } from '#shared/kernel/rules/own-entry.ts';
import { conversionOf } from '#shared/values/rules/units/conversion.ts';
import type { Substituted } from './device-conditions.ts';

const dayMilliseconds = 86_400_000;

/** Reads the numbers of targets, and keeps account of those that stand in for others. */
export class DeviceValues {
  readonly substituted: Substituted[] = [];
  /** Numbers that a simulator gave. */
  simulated = 0;
  readonly #now: number;
  readonly #kind: Substituted['kind'];

  constructor(now: string, kind: Substituted['kind']) {
    this.#now = Date.parse(now);
    this.#kind = kind;
  }

  /** The first of the metrics that the target has, in a unit; a substitute if none is recent enough. */
  read(
    target: Pick<ExportedTarget, 'id' | 'values'>,
    field: string,
    { metrics, unit, withinDay }: { metrics: readonly string[]; unit: string; withinDay: boolean },
    standsIn: number,
  ): number {
    const found = metrics.map((metric) => ownEntry(target.values, metric)).filter((value) => value !== undefined);
    const value = found.find((one) => !withinDay || this.#now - Date.parse(one.calibratedAt) <= dayMilliseconds);
    const number = value && inUnit(value, unit);
    if (number !== undefined) {
      if (value?.source === 'simulator') this.simulated += 1;
      return number;
    }
    const reason = found.length > 0 && value === undefined ? 'older_than_24h' : 'missing';
    this.substituted.push({ kind: this.#kind, id: target.id, field, value: standsIn, reason });
    return standsIn;
  }
}

/** A value in the unit that the format has it in; undefined for one of another dimension. */
const inUnit = ({ value, unit }: ExportedValue, wanted: string): number | undefined =>
  conversionOf(unit, wanted)?.value(value);
