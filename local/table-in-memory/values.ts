import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item in wire format. Items in the table are immutable: a write replaces them. */
export type Image = Readonly<Record<string, AttributeValue>>;

/** Orders texts by the bytes of UTF-8, like DynamoDB; code units differ where there are surrogates. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (beyondPlane.test(a) || beyondPlane.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

/** Surrogates, and the characters that UTF-8 sorts before them. */
const beyondPlane = /[\ud800-\uffff]/;

/** Orders two values of the same ordered type; undefined for others. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if (a.S !== undefined && b.S !== undefined) return compareTexts(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N);
  return undefined;
}

/** Numbers are compared as numbers, all else as written. */
export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  return compareValues(a, b) === 0 || isDeepStrictEqual(a, b);
}

/** A copy that the caller may change, since `fromImage` uses the images it is given. */
export function copyImage(image: Image): Record<string, AttributeValue> {
  const copy: Record<string, AttributeValue> = {};
  for (const name in image) define(copy, name, copyValue(image[name] as AttributeValue));
  return copy;
}

function copyValue(value: AttributeValue): AttributeValue {
  if (value.M !== undefined) return { M: copyImage(value.M) };
  if (value.L !== undefined) return { L: value.L.map(copyValue) };
  // Other values are never changed in place.
  return value;
}

/** Sets a field; an assignment would interpret `__proto__` as the prototype. */
export function define<T>(fields: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') fields[name] = value;
  else Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}
