/** In which order the figures of the wall stand. */
export const wallOrders = ['worst', 'lattice', 'age'] as const;
export type WallOrder = (typeof wallOrders)[number];
