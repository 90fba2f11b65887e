/** A text as the service takes it: whole characters alone, and no more of them. */
export const truncate = (text: string, maxCharacters: number): string =>
  [...text.toWellFormed()].slice(0, maxCharacters).join('');
