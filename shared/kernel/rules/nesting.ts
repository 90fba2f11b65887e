/** Whether a value has more than so many levels of objects and arrays. Does not recurse, so that any depth is measured. */
export function isNestedDeeper(value: object, levels: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
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
