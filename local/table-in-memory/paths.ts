import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Tokens } from './tokens.ts';
import { define, type Image } from './values.ts';

/** The values of a request's placeholders. */
export interface Placeholders {
  names: Readonly<Record<string, string>>;
  values: Image;
}

/** An attribute and the keys below it, as written: names or placeholders of names. */
export type Path = readonly string[];

/** Reads a path such as `#holder.#owner`. */
export function readPath(tokens: Tokens): Path {
  const path = [tokens.take()];
  while (tokens.takeIf('.')) path.push(tokens.take());
  return path;
}

const nameOf = (part: string, { names }: Placeholders): string => (part.startsWith('#') ? (names[part] ?? part) : part);

/** The value at a path; undefined if there is none. */
export function valueAt(item: Image, path: Path, by: Placeholders): AttributeValue | undefined {
  let fields: Image | undefined = item;
  let value: AttributeValue | undefined;
  for (const part of path) {
    const name = nameOf(part, by);
    value = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields = value?.M;
  }
  return value;
}

/**
 * An item with another value, or none, at a path. Maps on the path are copied, the rest is shared.
 * @throws Error `ValidationException` if a map on the path is missing.
 */
export function withValueAt(item: Image, path: Path, by: Placeholders, value: AttributeValue | undefined): Image {
  const [part = '', ...rest] = path;
  const name = nameOf(part, by);
  const copy: Record<string, AttributeValue> = {};
  for (const own of Object.keys(item)) define(copy, own, item[own] as AttributeValue);
  if (rest.length > 0) {
    const inner = Object.hasOwn(item, name) ? item[name]?.M : undefined;
    if (!inner) throw invalid('The document path provided in the update expression is invalid for update');
    define(copy, name, { M: withValueAt(inner, rest, by, value) });
  } else if (value === undefined) delete copy[name];
  else define(copy, name, value);
  return copy;
}

/** DynamoDB's error for an invalid request. */
export const invalid = (message: string): Error => Object.assign(new Error(message), { name: 'ValidationException' });
