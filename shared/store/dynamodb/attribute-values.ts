import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './codec.ts';

/**
 * Values as DynamoDB has them on the wire, and as records have them, in one pass. Undefined fields are left out; every number
 * is a double, also beyond 2^53; bytes come as they are or, in the events of a stream, in base64; sets are not used.
 */

type Image = Readonly<Record<string, AttributeValue>>;

/** An item of the wire as records have it. */
export function fromImage(image: Image): Item {
  const item: Item = {};
  for (const name in image) {
    const value = fromAttribute(image[name] as AttributeValue);
    // An assignment would set the prototype, and drop the field.
    if (name === '__proto__') Object.defineProperty(item, name, { ...writable, value });
    else item[name] = value;
  }
  return item;
}

const writable = { enumerable: true, configurable: true, writable: true };

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
  typeof bytes === 'string' ? Uint8Array.from(Buffer.from(bytes, 'base64')) : bytes;

/** An item of the table as it goes over the wire. @throws Error for a number that is none. */
export function toImage(item: object): Record<string, AttributeValue> {
  const image: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined) continue;
    if (name === '__proto__') Object.defineProperty(image, name, { ...writable, value: toAttribute(value) });
    else image[name] = toAttribute(value);
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
