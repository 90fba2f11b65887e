import { type OpenQuantity, openQuantity, type Quantity } from '#shared/values/rules/units/quantity.ts';

/** A cell or range value with its number and unit next to its other fields. */
export function openCell<T extends { quantity: Quantity }>(cell: T): Omit<T, 'quantity'> & OpenQuantity {
  const { quantity, ...others } = cell;
  return { ...others, ...openQuantity(quantity) };
}
