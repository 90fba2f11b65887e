/** A text as the service takes it: whole characters alone, and no more of them. */
export const truncate = (text: string, mostCharacters: number): string =>
  [...text.toWellFormed()].slice(0, mostCharacters).join('');
