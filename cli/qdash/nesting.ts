import { isNestedDeeper } from '#shared/kernel/rules/nesting.ts';

/** Most levels of a document, as of MongoDB's server (`maxBSONDepth`). */
export const mostLevels = 200;

export const isTooDeep = (document: object): boolean => isNestedDeeper(document, mostLevels);

/** Whether a parser recursed too deeply for the stack. */
export const ranOutOfStack = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
