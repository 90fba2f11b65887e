import { parseInstant } from '../../../../kernel/rules/calendar.ts';
import { numberOf } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { nameProblem } from '../metric-name.ts';
import { isObject } from '../problems.ts';

/** One dated number of IBM's properties at its path. `value` is null where the entry has none. */
export type IbmParameter = { path: string; name: string; unit: string; value: number | null; at: string };

const parameterFields = new Set(['name', 'unit', 'value', 'date']);

/** Reads an entry; undefined and left out where it cannot be read. */
export function readEntry(entry: unknown, path: string, leftOut: LeftOut): IbmParameter | undefined {
  if (!isObject(entry)) return leftOut.add(path, 'is not an object');
  const { name, unit = '', value, date } = entry;
  if (typeof name !== 'string') return leftOut.add(`${path}.name`, 'is not a text');
  const unnamed = nameProblem(name);
  if (unnamed !== undefined) return leftOut.add(`${path}.name`, unnamed);
  if (typeof unit !== 'string') return leftOut.add(`${path}.unit`, 'is not a text');
  const number = value === null ? null : numberOf(value);
  if (number === undefined) return leftOut.add(`${path}.value`, 'is not a number');
  const at = typeof date === 'string' ? parseInstant(date) : undefined;
  if (at === undefined) return leftOut.add(`${path}.date`, 'is not an ISO 8601 date and time');
  leftOut.addUnread(entry, parameterFields, path);
  return { path, name, unit, value: number, at };
}
