import { normalizeUnit } from '../../../values/rules/units/unit.ts';

/** The name of a column of numbers, its unit last: `t1` in us is `t1_us`, `rabi_frequency` in MHz/a.u. `rabi_frequency_MHz_per_au`. */
export function columnName(what: string, unit: string): string {
  const words = normalizeUnit(unit)
    .replace('%', 'percent')
    .replace('/', '_per_')
    .replaceAll(/[^A-Za-z0-9_]/g, '');
  return words === '' ? what : `${what}_${words}`;
}

/** The unit in a column of its own, which is never empty: that of a plain number is `1` (rule EXPORT-9). */
export const unitField = (unit: string): string => normalizeUnit(unit) || '1';
