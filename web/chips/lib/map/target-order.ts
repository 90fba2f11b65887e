const collator = new Intl.Collator('en', { numeric: true });

/** Order of qubit and coupling ids as people count: `2` before `10`, `2-3` before `10-11`. */
export const compareTargets = (a: string, b: string): number => collator.compare(a, b);
