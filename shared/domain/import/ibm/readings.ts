import { normalizeUnit } from '../../metrics/units.ts';
import type { IbmParameter } from './properties.ts';

/** What one entry of a document says of one metric: a value, "broken", or nothing usable. */
export type Reading =
  | { kind: 'value'; value: number; unit: string; at: string }
  | { kind: 'faulty'; at: string }
  | { kind: 'unusable'; at: string };

/** Which numbers a quantity can have; `error` is an error rate, stored as the fidelity 1 - e. */
export type Rule = 'error' | 'positive' | 'nonZero' | 'notNegative' | 'any';

/**
 * Reads a parameter by the rule of its quantity (rule IMPORT-2): an error of 1 or more means broken,
 * never a number; null, a negative error or length, and 0 where the quantity cannot be 0 (a fit that failed, a value
 * that is not published) are unusable.
 */
export function read(parameter: IbmParameter, rule: Rule): Reading {
  const { value, at } = parameter;
  const unit = normalizeUnit(parameter.unit);
  if (value === null || !isPossible(value, rule)) return { kind: 'unusable', at };
  if (rule !== 'error') return { kind: 'value', value, unit, at };
  return value >= 1 ? { kind: 'faulty', at } : { kind: 'value', value: 1 - value, unit, at };
}

/** Both readings say the same, whenever they were taken. */
export function agree(a: Reading, b: Reading): boolean {
  if (a.kind !== 'value' || b.kind !== 'value') return a.kind === b.kind;
  return a.value === b.value && a.unit === b.unit;
}

/**
 * One reading of two directions of the same gate, never an average: a usable one before an unusable one, then the
 * newer, then a number before a faulty mark, then the first.
 */
export function merge(first: Reading, second: Reading): Reading {
  if (first.kind === 'unusable' && second.kind !== 'unusable') return second;
  if (second.kind === 'unusable' && first.kind !== 'unusable') return first;
  if (first.at !== second.at) return first.at > second.at ? first : second;
  return first.kind === 'faulty' && second.kind === 'value' ? second : first;
}

function isPossible(value: number, rule: Rule): boolean {
  switch (rule) {
    case 'positive':
      return value > 0;
    case 'nonZero':
      return value !== 0;
    case 'error':
    case 'notNegative':
      return value >= 0;
    case 'any':
      return true;
  }
}
