import { describeMetric } from '../../../values/rules/catalogue.ts';
import { inOneUnit } from '../../../values/rules/units/one-unit.ts';
import { openQuantity } from '../../../values/rules/units/quantity.ts';
import type { ComparedCell, ComparedSide, UnalignedSide } from './compared.ts';

/**
 * Brings the values of both sides into one unit a metric. One that does not convert, and a number that the quantity cannot have, is
 * marked as not in that unit and keeps its own.
 */
export function alignSides(cells: readonly ComparedCell<UnalignedSide>[]): ComparedCell[] {
  const aligned = new Map<UnalignedSide, ComparedSide>();
  for (const own of Map.groupBy(cells, ({ metric, target }) => `${target.kind} ${metric}`).values()) {
    const [first] = own;
    if (!first) continue;
    const definition = describeMetric(first.metric, first.target.kind);
    const sides = own.flatMap(({ before, after }) => [before, after]).filter((side) => side !== undefined);
    const { unit, numbers } = inOneUnit(definition, sides);
    for (const { of, value, error } of numbers)
      aligned.set(of, openSide(of, { value, error, unit, isInStoredUnit: true }));
  }
  const open = (side: UnalignedSide) =>
    aligned.get(side) ?? openSide(side, { ...openQuantity(side.quantity), isInStoredUnit: false });
  return cells.map(({ metric, target, before, after }) => ({
    metric,
    target,
    ...(before && { before: open(before) }),
    ...(after && { after: open(after) }),
  }));
}

function openSide(
  { quantity: _quantity, isFaulty: _isFaulty, ...side }: UnalignedSide,
  {
    value,
    error,
    unit,
    isInStoredUnit,
  }: Pick<ComparedSide, 'value' | 'unit' | 'isInStoredUnit'> & { error?: number | undefined },
): ComparedSide {
  return { ...side, value, unit, error, isInStoredUnit };
}
