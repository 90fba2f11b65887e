import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import type { ParameterDiff } from '../../ui/lib/api/wire.ts';

/** How a parameter of a target differs between two executions. */
export type Difference = 'changed' | 'added' | 'removed';

export interface DifferenceRow extends ParameterDiff {
  kind: Difference;
}

/** The size of a change for the order of rows; changes without a percentage come first. */
const sizeOf = ({ kind, delta_percent: percent }: DifferenceRow): number => {
  if (kind !== 'changed') return -1;
  return percent === null ? Number.POSITIVE_INFINITY : Math.abs(percent);
};

/** The rows of a comparison: changed ones by the size of their relative change, the largest first, then the rest. */
export function differenceRows(diff: {
  changed_parameters: readonly ParameterDiff[];
  added_parameters: readonly ParameterDiff[];
  removed_parameters: readonly ParameterDiff[];
}): DifferenceRow[] {
  const rowsOf = (kind: Difference, list: readonly ParameterDiff[]) => list.map((one) => ({ ...one, kind }));
  return [
    ...rowsOf('changed', diff.changed_parameters),
    ...rowsOf('added', diff.added_parameters),
    ...rowsOf('removed', diff.removed_parameters),
  ].sort((a, b) => {
    const [first, second] = [sizeOf(a), sizeOf(b)];
    // Two infinities differ by NaN.
    return first === second ? 0 : second - first;
  });
}

/** A relative change with its sign: `+3.20 %`, `−12.0 %`; or the reason why it is missing. */
export function changeText(row: DifferenceRow): string {
  if (row.kind !== 'changed') return row.kind;
  const { delta, delta_percent: percent } = row;
  if (percent !== null) return `${percent > 0 ? '+' : ''}${formatSignificant(percent)}\u00a0%`;
  return delta === null ? 'another unit' : 'from 0';
}
