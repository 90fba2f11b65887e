import { parseInstant } from '../../../kernel/rules/calendar.ts';
import { kindOf, type Problems } from './problems.ts';

/** The time that dates a whole document; undefined and a problem if there is none. */
export function readDocumentDate(value: unknown, path: string, problems: Problems): string | undefined {
  if (typeof value !== 'string') {
    return problems.add(path, `must be the date and time of the document, not ${kindOf(value)}`);
  }
  return parseInstant(value) ?? problems.add(path, `'${value.slice(0, 80)}' is not an ISO 8601 date and time`);
}

/** The name of a device that is given along with its documents, which may lack it. */
export function readDeviceName(value: unknown, path: string, problems: Problems): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 100);
  return problems.add(path, `must be the device's name, not ${kindOf(value)}`);
}
