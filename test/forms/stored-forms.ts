import fc from 'fast-check';
import { type StoredForms, writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { entities } from '#test/property/store/records.ts';

/** Type on the wire by attribute: `S`, or `N|NULL`; with `?` if an item may lack it. A field of `slim` is `slim.<field>`. */
export type Attributes = Record<string, string>;

/** What a release knows of a kind of items. */
export interface KindForms {
  /** The newest version that it reads. */
  reads: number;
  /** The versions that it writes. */
  writes: Record<string, Attributes>;
}

/** By the name of the kind. */
export type Forms = Record<string, KindForms>;

/** Enough of each kind that its optional fields are present and absent. */
const sampled = { seed: 20261127, numRuns: 100 };

/** The forms of this code, when it writes those. */
export function formsOf(chosen: StoredForms): Forms {
  writeForms(chosen);
  try {
    const kinds = entities.map(({ name, entity, versions = [entity.version], record }) => {
      const items = fc.sample(record, sampled).map((one) => entity.encode(one, 1));
      const writes = Object.groupBy(items, ({ v }) => String(v));
      const byVersion = Object.entries(writes).map(([v, some = []]) => [v, attributesOf(some)]);
      return [name, { reads: Math.max(...versions), writes: Object.fromEntries(byVersion) }] as const;
    });
    return Object.fromEntries(kinds.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    writeForms('present');
  }
}

/**
 * Everything that this code may write: what the next release is compared with. What the last release wrote is still in the
 * table, so this code also reads a form without the attributes that it has added to it.
 */
export function allForms(last: Forms): Forms {
  const released = formsOf('released');
  return Object.fromEntries(
    Object.entries(formsOf('present')).map(([name, { reads, writes }]) => {
      const written = { ...released[name]?.writes, ...writes };
      const joined = Object.entries(written).map(([v, attributes]) => {
        const others = [last[name]?.writes[v], released[name]?.writes[v]];
        return [v, others.reduce<Attributes>((all, other) => (other ? joinAttributes(all, other) : all), attributes)];
      });
      return [name, { reads, writes: Object.fromEntries(joined) }];
    }),
  );
}

/** The attributes of items of either form. */
export function joinAttributes(one: Attributes, other: Attributes): Attributes {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const both = [one[name], other[name]];
      const types = new Set(both.flatMap((text) => text?.replace('?', '').split('|') ?? []));
      const isOptional = both.some((text) => text === undefined || text.endsWith('?'));
      return [name, `${[...types].toSorted().join('|')}${isOptional ? '?' : ''}`];
    }),
  );
}

/** The attributes of items of one form. */
export function attributesOf(items: readonly object[]): Attributes {
  const typed = items.map((item) => {
    const { slim = {}, ...attributes } = item as { slim?: object };
    const row = Object.entries(slim).map(([field, value]) => [`slim.${field}`, value] as const);
    const all = [...Object.entries(attributes), ...row].filter(([, value]) => value !== undefined);
    return new Map(all.map(([name, value]) => [name, wireType(value)]));
  });
  const names = [...new Set(typed.flatMap((one) => [...one.keys()]))].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const types = [...new Set(typed.flatMap((one) => one.get(name) ?? []))].toSorted().join('|');
      return [name, typed.every((one) => one.has(name)) ? types : `${types}?`];
    }),
  );
}

function wireType(value: unknown): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return 'B';
  if (Array.isArray(value)) return 'L';
  return { string: 'S', number: 'N', boolean: 'BOOL', object: 'M' }[typeof value as 'object'];
}
