/** Most levels of a document, as of MongoDB's server (`maxBSONDepth`). */
export const mostLevels = 200;

/** Whether a document has more levels than MongoDB stores. Does not recurse, so that any depth is measured. */
export function isTooDeep(document: object): boolean {
  let level: object[] = [document];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

/** The parts of a value that can have parts of their own. */
function partsOf(value: object): object[] {
  if (value instanceof Date || ArrayBuffer.isView(value) || '_bsontype' in value) return [];
  const own: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return own.filter((one): one is object => typeof one === 'object' && one !== null);
}

/** Whether a parser recursed too deeply for the stack. */
export const ranOutOfStack = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
