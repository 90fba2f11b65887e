import { fitNewValue } from '../../../values/rules/manual-value.ts';
import type { MetricDefinition } from '../../../values/rules/types.ts';
import { conversionOf } from '../../../values/rules/units/conversion.ts';
import { normalizeUnit } from '../../../values/rules/units/unit.ts';

/** What one entry of a document says of one metric: a value, "broken", or nothing usable. */
export type Reading =
  | { kind: 'value'; value: number; unit: string; at: string; error?: number }
  | { kind: 'faulty'; at: string }
  /** `reason` says why, as it follows the name of the entry. */
  | { kind: 'unusable'; at: string; reason: string };

/** Which numbers a quantity can have; `error` is an error rate, stored as the fidelity 1 - e. */
export type Rule = 'error' | 'positive' | 'nonZero' | 'notNegative' | 'any';

/**
 * Reads a number by the rule of its quantity (rule IMPORT-2): an error of 1 or more means broken,
 * never a number; null, a negative error or length, and 0 where the quantity cannot be 0 (a fit that failed, a value
 * that is not published) are unusable.
 */
export function read(found: { value: number | null; unit: string; at: string }, rule: Rule): Reading {
  const { value, at } = found;
  const unit = normalizeUnit(found.unit);
  const reason = whyUnusable(value, rule);
  if (value === null || reason !== undefined) return { kind: 'unusable', at, reason: reason ?? '' };
  if (rule !== 'error') return { kind: 'value', value, unit, at };
  return value >= 1 ? { kind: 'faulty', at } : { kind: 'value', value: 1 - value, unit, at };
}

/** Both readings say the same, whenever they were taken. */
export function agree(a: Reading, b: Reading): boolean {
  if (a.kind !== 'value' || b.kind !== 'value') return a.kind === b.kind;
  return a.value === b.value && a.unit === b.unit && a.error === b.error;
}

/**
 * One of two readings of the same metric, as of the two directions of a gate, never an average: a usable one before an
 * unusable one, then the newer, then a number before a faulty mark, then the first.
 */
export function merge(first: Reading, second: Reading): Reading {
  if (first.kind === 'unusable' && second.kind !== 'unusable') return second;
  if (second.kind === 'unusable' && first.kind !== 'unusable') return first;
  if (first.at !== second.at) return first.at > second.at ? first : second;
  return first.kind === 'faulty' && second.kind === 'value' ? second : first;
}

/** Largest and smallest magnitude that is stored: far beyond any measured value, within DynamoDB's numbers. */
const magnitude = { max: 1e100, min: 1e-100 };

/** Whether a number can be stored. */
export const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= magnitude.max && Math.abs(value) >= magnitude.min);

function whyUnusable(value: number | null, rule: Rule): string | undefined {
  if (value === null) return 'has no value';
  if (!Number.isFinite(value)) return 'is not a finite number';
  if (!isStorable(value)) return 'is out of range';
  switch (rule) {
    case 'positive':
      return value > 0 ? undefined : 'is not above 0';
    case 'nonZero':
      return value !== 0 ? undefined : 'is 0, which stands for a fit that failed';
    case 'error':
    case 'notNegative':
      return value >= 0 ? undefined : 'is below 0';
    case 'any':
      return undefined;
  }
}

/** A number of a document with undated fields, with the error of its fit if stated. */
export interface FoundNumber {
  value: number | null;
  unit: string;
  error?: number | undefined;
}

/** An error rate as a fraction; undefined for one in a unit of another dimension. */
function asFraction(found: FoundNumber): FoundNumber | undefined {
  const conversion = conversionOf(normalizeUnit(found.unit), '');
  if (!conversion || found.value === null || !Number.isFinite(found.value)) return conversion && { ...found, unit: '' };
  const { value, error } = found;
  const stated = error === undefined ? undefined : conversion.size(error, value);
  return { value: conversion.value(value) ?? null, unit: '', error: stated };
}

/**
 * Reads a number in the unit that its metric is kept in (rule METRIC-3), by the rule of its quantity. An error that is not
 * above 0 was not stated.
 */
export function readFitted(metric: MetricDefinition, given: FoundNumber, rule: Rule, at: string): Reading {
  const found = rule === 'error' ? asFraction(given) : given;
  if (!found) return { kind: 'unusable', at, reason: `has the unit '${given.unit}', which no error rate has` };
  const reading = read({ ...found, at }, rule);
  if (reading.kind !== 'value') return reading;
  const { error } = found;
  const stated = error !== undefined && Number.isFinite(error) && error > 0 ? error : undefined;
  const fitted = fitNewValue(metric, { value: reading.value, error: stated, unit: reading.unit });
  if ('problem' in fitted) return { kind: 'unusable', at, reason: reasonOfKind(fitted.problem) };
  const { value, unit } = fitted;
  return { kind: 'value', value, unit, at, ...(fitted.error === undefined ? {} : { error: fitted.error }) };
}

/** Why a value is left out without its number, so that values of one kind are counted together. */
export const reasonOfKind = (problem: string): string => problem.replace(/^-?\d+(\.\d+)?(e[+-]?\d+)? /, '');
