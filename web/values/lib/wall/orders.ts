/** The orders of the figures on the wall. */
export const wallOrders = ['worst', 'lattice', 'age'] as const;
export type WallOrder = (typeof wallOrders)[number];
