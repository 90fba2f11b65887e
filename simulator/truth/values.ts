import { conversionOf } from '#shared/values/rules/units/conversion.ts';

/** A current value of a target. Its drift is counted from the time of its measurement. */
export interface Value {
  value: number;
  unit: string;
  /** ISO 8601. Without it, the value has no drift. */
  calibratedAt?: string | undefined;
}

/** Current values of a qubit or coupling, by metric key. */
export type Values = Readonly<Record<string, Value>>;

/** Returns the first of `keys` that the target has, in `unit`; undefined if none can be converted. */
export function pickValue(values: Values, keys: readonly string[], unit: string): Value | undefined {
  for (const key of keys) {
    const found = values[key];
    const value = found && conversionOf(found.unit, unit)?.value(found.value);
    if (found && value !== undefined && Number.isFinite(value)) return { ...found, value, unit };
  }
  return undefined;
}
