import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './codec.ts';

/**
 * Values as the SDK has them, and as records have them, in one pass. Undefined fields are left out; every number is a
 * double, also beyond 2^53; sets are not used. Images of the stream, which Lambda passes on, have their bytes in base64.
 */

/**
 * Converts an item of the SDK to a record. The image itself becomes the record: each answer has its keys in another
 * order, and one more object for each would cost more than the values.
 */
export function fromImage(image: Record<string, AttributeValue>): Item {
  const item = image as Item;
  for (const name in image) item[name] = fromAttribute(image[name] as AttributeValue);
  return item;
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return fromImage(value.M);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.B !== undefined) return bytesOf(value.B);
  throw new Error(`A value of the table is of a kind that is not used: ${Object.keys(value).join(', ')}`);
}

const bytesOf = (bytes: Uint8Array | string): Uint8Array =>
  typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : bytes;

/** For `JSON.stringify`: bytes as base64, from which `fromImage` makes them again. */
export function bytesAsBase64(this: object, key: string, value: unknown): unknown {
  // `value` may be what `Buffer.toJSON` returns.
  const given: unknown = (this as Record<string, unknown>)[key];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

/** For `JSON.parse`: the inverse in an image, where only the value of a binary attribute is a text called `B`. */
export const bytesFromBase64 = (key: string, value: unknown): unknown =>
  key === 'B' && typeof value === 'string' ? bytesOf(value) : value;

/** An item of the table as the SDK takes it. @throws Error for a number that is not finite. */
export function toImage(item: object): Record<string, AttributeValue> {
  const image: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined) continue;
    if (name !== '__proto__') image[name] = toAttribute(value);
    // An assignment would set the prototype, and drop the field.
    else Object.defineProperty(image, name, { value: toAttribute(value), enumerable: true, writable: true });
  }
  return image;
}

function toAttribute(value: unknown): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`${value} cannot be stored`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      if (value instanceof Uint8Array) return { B: value };
      if (Array.isArray(value)) return { L: value.filter((entry) => entry !== undefined).map(toAttribute) };
      return { M: toImage(value) };
    default:
      throw new Error(`A ${typeof value} cannot be stored`);
  }
}
