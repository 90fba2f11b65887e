/** Keys that lead to a place, by the place. */
export const placeKeys = { overview: 'g o', dashboard: 'g d', runs: 'g r', notes: 'g n', flows: 'g f' } as const;

/** Keys that press the button of that act, on the pages that have it. */
export const actionKeys = { measure: 'm', exclude: 'e', note: 'n', compare: 'c' } as const;

/** The key that presses the button of the focused row to mark it as done. */
export const doneKey = 'd';
