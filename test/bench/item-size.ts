/** How DynamoDB measures items and reads (Developer Guide, "DynamoDB item sizes and formats" and "Read capacity"). */

const utf8 = (text: string): number => Buffer.byteLength(text);

/** Bytes of an item as the document client has it: the names and values of its attributes. */
export const itemBytes = (item: Record<string, unknown>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueBytes(value), 0);

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return utf8(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, entry) => sum + 1 + valueBytes(entry), 0);
  if (typeof value === 'object' && value !== null)
    return 3 + Object.entries(value).reduce((sum, [name, entry]) => sum + 1 + utf8(name) + valueBytes(entry), 0);
  // Booleans and nulls; sets are not used by this service.
  return 1;
}

/** About one byte for two significant digits, and one more. */
function numberBytes(value: number): number {
  const digits = String(Math.abs(value))
    .replace(/e.*$/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0);
}

/** Read capacity of so many bytes read together; nothing read costs one unit as well. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);
