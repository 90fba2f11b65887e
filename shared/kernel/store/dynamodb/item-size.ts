import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type Image = Readonly<Record<string, AttributeValue>>;

/** Size of an item in bytes by DynamoDB's rules for pages and units: names plus values. */
export function itemBytes(image: Image): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(image)) bytes += textBytes(name) + valueBytes(value);
  return bytes;
}

const textBytes = (text: string): number => Buffer.byteLength(text);

/** Overhead of a map or list, and of each of its members. */
const collectionBytes = 3;
const memberBytes = 1;

/** Binary values are bytes, or base64 as on the wire. */
function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return textBytes(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return binaryBytes(value.B);
  if (value.M !== undefined) return collectionBytes + itemBytes(value.M) + memberBytes * Object.keys(value.M).length;
  if (value.L !== undefined) return sum(value.L, (one) => memberBytes + valueBytes(one)) + collectionBytes;
  if (value.SS !== undefined) return sum(value.SS, textBytes);
  if (value.NS !== undefined) return sum(value.NS, numberBytes);
  if (value.BS !== undefined) return sum(value.BS, binaryBytes);
  // BOOL and NULL.
  return 1;
}

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

const binaryBytes = (bytes: Uint8Array | string): number =>
  typeof bytes === 'string' ? Buffer.byteLength(bytes, 'base64') : bytes.byteLength;

/** Two digits per byte without leading and trailing zeros, one byte for the exponent, and one for a minus. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}
