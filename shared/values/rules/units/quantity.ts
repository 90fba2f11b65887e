declare const sealed: unique symbol;

/**
 * A value whose number cannot be read without its unit: `inOneUnit` gives the numbers of several, `openQuantity` that of one
 * with its unit (docs/decisions/0042-sealed-quantities.md).
 */
export interface Quantity {
  readonly [sealed]: true;
}

/** A value with its unit; everything but `unit` is in `unit`. */
export interface OpenQuantity {
  /** Null for a faulty mark. */
  value: number | null;
  unit: string;
  /** What the value itself states. */
  error?: number | undefined;
  /** Sample standard deviation of the values that it stands for. */
  spread?: number | null | undefined;
  /** Of a mean. */
  standardError?: number | null | undefined;
}

export const sealQuantity = (open: OpenQuantity): Quantity => open as unknown as Quantity;

/** For what presents, stores or compares a single value with its unit: `npm run lint` has the list of files that may. */
export const openQuantity = (quantity: Quantity): OpenQuantity => quantity as unknown as OpenQuantity;
