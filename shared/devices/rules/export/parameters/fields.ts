import { ELEMENT_KINDS, type ElementKind, type TargetKind } from '../../../../chips/rules/target-kinds.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { conversionFactor, conversionOf } from '../../../../values/rules/units/conversion.ts';
import { type Field, readFieldNumber } from '../../import/fields.ts';
import { isObject } from '../../import/problems.ts';
import { readFitted } from '../../import/readings.ts';
import type { ExportedChip, ExportedTarget, ExportedValue } from '../chip-document.ts';
import type { LeftOutFields } from './left-out.ts';

/**
 * The number that `forward` turns into `wanted`, which is about `guess`: that with the fewest digits, or the nearest one that
 * there is. A power of ten there and back would else move the last digit.
 */
export function inverseOf(wanted: number, guess: number, forward: (found: number) => number | undefined): number {
  if (guess === 0 || !Number.isFinite(guess)) return guess;
  const step = Math.abs(guess) * Number.EPSILON;
  const candidates = [
    ...[12, 14, 15, 16].map((digits) => Number(guess.toPrecision(digits))),
    ...[0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2].map((steps) => guess + steps * step),
  ];
  return candidates.find((candidate) => forward(candidate) === wanted) ?? guess;
}

/** Reasons that several formats have. */
export const reasons = {
  unknown: 'the format has no field for it',
  error: 'the format has no error for it',
  faulty: 'the format has no faulty marks',
  number: 'the format takes this number for none',
  unit: 'its unit cannot be converted',
} as const;

/** A number as a field has it, with its error where there is one; undefined where the field cannot have it. */
interface FieldNumber {
  value: number;
  error: number | undefined;
}

/** What the import of a format makes of a number in one of its fields. */
const taken = (kind: TargetKind, field: Field, found: number | [number, number]) => {
  const number = readFieldNumber(found, field);
  if (!number) return undefined;
  const reading = readFitted(describeMetric(field.key, kind), number, field.rule, '');
  return reading.kind === 'value' ? reading : undefined;
};

/** The number that the import of a field reads as this value; undefined for none. */
export function fieldNumber(
  kind: TargetKind,
  field: Field,
  { value, unit, error }: ExportedValue,
): FieldNumber | undefined {
  const { storedUnit } = describeMetric(field.key, kind);
  // A metric without a unit of its own keeps that of its field.
  const stored = storedUnit === '' ? field.unit : storedUnit;
  const conversion = conversionOf(unit, stored);
  const wanted = conversion?.value(value);
  const scale = conversionFactor(stored, field.unit === '' ? stored : field.unit);
  if (!conversion || wanted === undefined || scale === undefined) return undefined;
  // An error rate is stored as the fidelity 1 - e.
  const { convert = field.rule === 'error' ? fidelityOf : (same: number) => same, errorScale = 1 } = field;
  const [from, slope] = [convert(0), convert(1) - convert(0)];
  const guess = (wanted * scale - from) / slope;
  const number = inverseOf(wanted, guess, (found) => taken(kind, field, found)?.value);
  if (taken(kind, field, number) === undefined) return undefined;
  if (error === undefined || error === 0) return { value: number, error: undefined };
  const wantedError = conversion.size(error, value);
  const errorOf = (found: number) => taken(kind, field, [number, found])?.error;
  return { value: number, error: inverseOf(wantedError, (wantedError * scale) / errorScale, errorOf) };
}

const fidelityOf = (error: number): number => 1 - error;

/** Of the names that a field has had, that of today: the first. */
export const fieldsOfToday = (fields: readonly Field[]): Field[] => [
  ...new Map([...fields].reverse().map((field) => [field.key, field])).values(),
];

/** Sets a value at a path of an object, creating the objects along the path. */
export function setAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const inner = object[name];
  const next = isObject(inner) ? inner : {};
  object[name] = next;
  setAt(next, rest, value);
}

/** Lists what of a target no field has taken, and what no field can have. */
export function leaveRest(
  leftOut: LeftOutFields,
  kind: TargetKind,
  { id, values, faulty }: ExportedTarget,
  carried: ReadonlySet<string>,
): void {
  for (const metric of Object.keys(values).sort())
    if (!carried.has(metric)) leftOut.add(kind, id, metric, reasons.unknown);
  for (const metric of Object.keys(faulty).sort()) leftOut.add(kind, id, metric, reasons.faulty);
}

/** Lists the elements that a format cannot have. */
export function leaveElements(
  leftOut: LeftOutFields,
  elements: ExportedChip['elements'],
  kinds: readonly ElementKind[] = ELEMENT_KINDS,
): void {
  for (const kind of kinds) for (const element of elements?.[kind] ?? []) leaveRest(leftOut, kind, element, new Set());
}

/** When the youngest of the values that were carried was measured. */
export function newestOf(measured: readonly string[]): string | null {
  return measured.reduce<string | null>((newest, at) => (newest === null || at > newest ? at : newest), null);
}
