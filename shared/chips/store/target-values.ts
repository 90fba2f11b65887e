import type { EntryPath } from '../../kernel/store/dynamodb/update.ts';
import { writesReleasedForms } from '../../kernel/store/dynamodb/written-forms.ts';
import { knownDescriptions } from '../../values/rules/known-descriptions.ts';
import type { ValueSource } from '../../values/rules/roll-up.ts';

/** A measured value as stored in its target. */
export interface ValueRecord {
  value: number;
  unit: string;
  error?: number | undefined;
  /** `float` where absent. */
  valueType?: string | undefined;
  description?: string | undefined;
  calibratedAt: string;
  source: ValueSource;
  executionId?: string | undefined;
  taskId?: string | undefined;
}

/**
 * How the values of a qubit or coupling are stored: one by one, since runs, people and imports write single ones, and
 * as a text without the names of its fields, which are as long as the values (docs/decisions/0022-values-as-texts.md), and with a
 * number for the description of a standard task (docs/decisions/0055-descriptions-by-number.md).
 */

/** The fields in their order; one is only ever added at the end. */
const fields = Object.keys({
  value: true,
  unit: true,
  calibratedAt: true,
  source: true,
  error: true,
  valueType: true,
  description: true,
  executionId: true,
  taskId: true,
} satisfies Record<keyof ValueRecord, true>) as (keyof ValueRecord)[];

const numbers = new Map(knownDescriptions.map((description, number) => [description, number]));

/** A text; in the released form a map, as the last release reads it. */
export const packValue = (value: ValueRecord): unknown => {
  if (writesReleasedForms()) return value;
  const last = fields.findLastIndex((field) => value[field] !== undefined);
  const stored = fields.slice(0, last + 1).map((field) => value[field] ?? null);
  const place = fields.indexOf('description');
  const number = numbers.get(value.description ?? '');
  if (number !== undefined) stored[place] = number;
  return JSON.stringify(stored);
};

/** @param stored a text; of items that were written before these were, a map. */
export function unpackValue(stored: unknown): ValueRecord {
  if (typeof stored !== 'string') return stored as ValueRecord;
  const values: unknown[] = JSON.parse(stored);
  const record: Record<string, unknown> = {};
  for (let n = 0; n < values.length; n += 1) {
    const field = fields[n];
    if (field !== undefined && values[n] !== null) record[field] = values[n];
  }
  if (typeof record.description === 'number') record.description = knownDescriptions[record.description];
  // What `packValue` wrote.
  return record as unknown as ValueRecord;
}

/** What sets a value of a target, or removes one that is undefined. */
export const valueEntry = (metric: string, value: ValueRecord | undefined): [EntryPath, unknown] => [
  ['data', metric],
  value && packValue(value),
];
