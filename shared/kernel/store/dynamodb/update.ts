import type { Item } from './codec.ts';

/** An update expression with its names and values. */
export interface UpdateExpression {
  expression: string;
  names: Record<string, string>;
  values: Item;
}

/** The way to an entry of a map: the attribute and the keys below it, which may hold any text. */
export type EntryPath = readonly [attribute: string, ...keys: string[]];

/** What an update does to an item. An attribute or entry may be named once. */
export interface UpdateParts {
  /** Attributes that are set; one that is undefined is removed. */
  set?: Readonly<Record<string, unknown>>;
  /** Entries of maps that are set; one that is undefined is removed. The map must be there. */
  setEntries?: readonly (readonly [EntryPath, unknown])[];
  /** Numbers added to attributes; one that is absent counts as 0. */
  add?: Readonly<Record<string, number>>;
  /** The same for entries of maps, which `ADD` does not reach. */
  addEntries?: readonly (readonly [EntryPath, number])[];
}

/**
 * The expression of an update (DynamoDB, Update expressions). Its placeholders are numbers, as short as they can be,
 * since an expression has 4 KB, and those of a condition are words, so that both fit one request.
 */
export function updateOf({ set = {}, setEntries = [], add = {}, addEntries = [] }: UpdateParts): UpdateExpression {
  const placeholders = new Map<string, string>();
  const values: Item = {};
  const name = (text: string): string => {
    const placeholder = placeholders.get(text) ?? `#${placeholders.size}`;
    placeholders.set(text, placeholder);
    return placeholder;
  };
  const path = (entry: EntryPath): string => entry.map(name).join('.');
  const value = (given: unknown): string => {
    const placeholder = `:${Object.keys(values).length}`;
    values[placeholder] = given;
    return placeholder;
  };
  const assigned = [...Object.entries(set).map(([attribute, given]) => [[attribute], given] as const), ...setEntries];
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [entry, given] of assigned)
    if (given === undefined) removes.push(path(entry));
    else sets.push(`${path(entry)} = ${value(given)}`);
  const zero = addEntries.length > 0 ? value(0) : '';
  for (const [entry, by] of addEntries)
    sets.push(`${path(entry)} = if_not_exists(${path(entry)}, ${zero}) + ${value(by)}`);
  const adds = Object.entries(add).map(([attribute, by]) => `${name(attribute)} ${value(by)}`);
  const clauses = [clause('SET', sets), clause('REMOVE', removes), clause('ADD', adds)];
  const names = Object.fromEntries([...placeholders].map(([text, placeholder]) => [placeholder, text]));
  return { expression: clauses.filter((text) => text !== '').join(' '), names, values };
}

const clause = (keyword: string, actions: readonly string[]): string =>
  actions.length > 0 ? `${keyword} ${actions.join(', ')}` : '';

/** Sets or removes attributes and raises the revision; nothing else of the item is touched. */
export const revise = (set: Readonly<Record<string, unknown>>): UpdateExpression => updateOf({ set, add: { rev: 1 } });
