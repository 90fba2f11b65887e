/** Which of the values of a range stands for it. */
export const SELECTION_MODES = ['latest', 'best', 'average'] as const;
export type SelectionMode = (typeof SELECTION_MODES)[number];
