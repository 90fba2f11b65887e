/** A text as it is compared where case and width do not matter. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
