import { conversionOf } from '../../values/rules/units/conversion.ts';
import { turnOf, withinHalfTurn } from '../../values/rules/units/unit.ts';

/** A value of a parameter on a qubit or coupling. */
export interface ComparedValue {
  parameter: string;
  /** Qubit or coupling id. */
  qid: string;
  value: number;
  unit: string;
  taskId?: string | undefined;
}

/** One parameter of one target that differs; a side is missing where only the other has it. */
export interface ValueDifference {
  parameter: string;
  qid: string;
  before: ComparedValue | undefined;
  after: ComparedValue | undefined;
  /** After minus before, in the unit of before; undefined where a side is missing or the units cannot be converted. */
  delta: number | undefined;
}

/** What differs between two sets of values. */
export interface ValueComparison {
  added: ValueDifference[];
  removed: ValueDifference[];
  changed: ValueDifference[];
  unchangedCount: number;
}

const keyOf = ({ parameter, qid }: ComparedValue): string => JSON.stringify([parameter, qid]);

/** Compares two sets of values, each of which has a parameter of a target once (rule STAT-9). */
export function compareValues(before: readonly ComparedValue[], after: readonly ComparedValue[]): ValueComparison {
  const [old, young] = [before, after].map((values) => new Map(values.map((value) => [keyOf(value), value])));
  const comparison: ValueComparison = { added: [], removed: [], changed: [], unchangedCount: 0 };
  for (const key of new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])) {
    const [was, is] = [old?.get(key), young?.get(key)];
    const { parameter = '', qid = '' } = was ?? is ?? {};
    const delta = was && is && deltaOf(was, is);
    const difference = { parameter, qid, before: was, after: is, delta };
    if (!was) comparison.added.push(difference);
    else if (!is) comparison.removed.push(difference);
    else if (delta === 0) comparison.unchangedCount += 1;
    else comparison.changed.push(difference);
  }
  for (const list of [comparison.added, comparison.removed, comparison.changed]) list.sort(byTarget);
  return comparison;
}

function deltaOf(before: ComparedValue, after: ComparedValue): number | undefined {
  const converted = conversionOf(after.unit, before.unit)?.value(after.value);
  if (converted === undefined) return undefined;
  const turn = turnOf(before.unit);
  const delta = converted - before.value;
  return turn === undefined ? delta : withinHalfTurn(delta, turn);
}

const collator = new Intl.Collator('en', { numeric: true });

const byTarget = (a: ValueDifference, b: ValueDifference): number =>
  collator.compare(a.qid, b.qid) || collator.compare(a.parameter, b.parameter);
