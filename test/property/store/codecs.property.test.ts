import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fromImage, toImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { defineEntity, type Item, NewerForm } from '#shared/kernel/store/dynamodb/codec.ts';
import { slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { parseKey } from '#shared/kernel/store/keys.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { entities } from './records.ts';

const rev = fc.integer({ min: 1, max: 1_000_000 });
const keyAttributes = ['pk', 'sk', ...tableDefinition.indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
const reserved = [...keyAttributes, 'entity', 'v', 'slim', 'expires_at'];

/** What DynamoDB gives back for an item. */
const stored = (item: Item): Item => fromImage(structuredClone(toImage(item)));

/** A buffer comes back as its bytes. */
const withBytes = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, Buffer.isBuffer(value) ? Uint8Array.from(value) : value]),
  );

afterEach(() => writeForms('present'));

describe.each(entities)('the codec of $name', ({ name, entity, versions = [entity.version], record: records }) => {
  it(`the codec of ${name} reads what it wrote, with its revision, through the form on the wire`, () => {
    fc.assert(
      fc.property(records, rev, (record, revision) => {
        expect(entity.decode(stored(entity.encode(record, revision)))).toEqual({ ...withBytes(record), rev: revision });
      }),
    );
  });

  it(`the codec of ${name} reads the form of the last release, where it writes that, as the same record`, () => {
    writeForms('released');
    fc.assert(
      fc.property(records, rev, (record, revision) => {
        const item = stored(entity.encode(record, revision));
        if (versions.length === 1) expect(item.v).toBe(entity.releasedVersion);
        expect(entity.decode(item)).toEqual({ ...withBytes(record), rev: revision });
      }),
      { numRuns: caseCount(30) },
    );
  });

  it(`the codec of ${name} shows no attribute of the store but the revision`, () => {
    fc.assert(
      fc.property(records, rev, (record, revision) => {
        const read = entity.decode(stored(entity.encode(record, revision)));
        expect(Object.keys(read).filter((field) => reserved.includes(field))).toEqual([]);
      }),
    );
  });

  it(`the codec of ${name} writes entity, version, revision and keys, and reads its key back where it can be parsed`, () => {
    fc.assert(
      fc.property(records, rev, (record, revision) => {
        const item = entity.encode(record, revision);
        expect(item).toMatchObject({ entity: name, rev: revision, ...entity.keys(record) });
        expect(versions).toContain(item.v);
        for (const attribute of keyAttributes.filter((key) => key in item)) expect(item[attribute]).toMatch(/./su);
        for (const { partitionKey, sortKey } of tableDefinition.indexes)
          expect(partitionKey in item).toBe(sortKey in item);
        const parsed = parseKey(entity.keys(record)) ?? {};
        const { entity: _entity, ...ids } = parsed as Record<string, unknown>;
        // A topology's id is within the topology.
        expect({ ...record, ...('topology' in record ? (record.topology as object) : {}) }).toMatchObject(ids);
      }),
    );
  });

  it(`the codec of ${name} refuses an item of another entity and one of a version that it does not know`, () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom(0, -1, Number.NaN, undefined, 'x'),
        fc.constantFrom(Math.max(...versions) + 1, 99),
        (record, v, newer) => {
          const item = entity.encode(record, 1);
          expect(() => entity.decode({ ...item, entity: `${name}-x` })).toThrow(`Expected an item of '${name}'`);
          expect(() => entity.decode({ ...item, v })).toThrow('unknown version');
          expect(() => entity.decode({ ...item, v: newer })).toThrow(NewerForm);
        },
      ),
      { numRuns: caseCount(20) },
    );
  });
});

describe('a packed codec', () => {
  it('a packed codec is read whole from what a slim index carries', () => {
    const sample = entities.find(({ name }) => name === 'sample');
    fc.assert(
      fc.property(sample?.record ?? fc.constant({}), (record) => {
        const item = sample?.entity.encode(record, 4) ?? {};
        const row = Object.fromEntries(slimAttributes.map((attribute) => [attribute, item[attribute]]));
        expect(sample?.entity.decode(row)).toEqual({ ...record, rev: 4 });
      }),
    );
  });
});

describe('a codec that adds a field', () => {
  const keys = () => ({ pk: 'a', sk: 'b' });
  const last = defineEntity<{ id: string; tags: string[] }>({ name: 'box', version: 1, keys });
  const next = defineEntity<{ id: string; tags: string[]; colour?: string }>({ name: 'box', version: 1, keys });

  it('a field that a codec does not know is kept when it writes the record again', () => {
    const { rev: _, ...read } = last.decode(next.encode({ id: 'x', tags: [], colour: 'red' }, 1));
    const again = next.decode(last.encode({ ...read, tags: ['lab'] }, 2));
    expect(again).toEqual({ id: 'x', tags: ['lab'], colour: 'red', rev: 2 });
  });
});

describe('a codec with older versions', () => {
  type Record3 = { id: string; celsius: number; tags: string[] };
  const thermometer = defineEntity<Record3>({
    name: 'thermometer',
    version: 3,
    keys: ({ id }) => ({ pk: `T#${id}`, sk: 'T' }),
    upgrades: {
      1: ({ fahrenheit, ...rest }) => ({ ...rest, kelvin: ((Number(fahrenheit) + 459.67) * 5) / 9 }),
      2: ({ kelvin, ...rest }) => ({ ...rest, celsius: Number(kelvin) - 273.15, tags: [] }),
    },
  });

  it('a codec with older versions applies every upgrade from the stored version on, in order', () => {
    const keys = { pk: 'T#x', sk: 'T', entity: 'thermometer', rev: 7 };
    const first = thermometer.decode({ ...keys, v: 1, id: 'x', fahrenheit: 212 });
    expect(first).toMatchObject({ id: 'x', tags: [], rev: 7 });
    expect(first.celsius).toBeCloseTo(100);
    expect(first).not.toHaveProperty('kelvin');
    expect(thermometer.decode({ ...keys, v: 2, id: 'x', kelvin: 273.15 })).toEqual({
      id: 'x',
      celsius: 0,
      tags: [],
      rev: 7,
    });
  });

  it('a codec with older versions leaves an item of the present version as it is', () => {
    const record = { id: 'x', celsius: 21, tags: ['lab'] };
    expect(thermometer.decode(thermometer.encode(record, 1))).toEqual({ ...record, rev: 1 });
  });

  it('a codec with older versions says which upgrade is missing', () => {
    const gap = defineEntity<{ id: string }>({
      name: 'gap',
      version: 3,
      keys: () => ({ pk: 'a', sk: 'b' }),
      upgrades: { 2: (old) => old },
    });
    expect(() => gap.decode({ entity: 'gap', v: 1, rev: 1, id: 'x' })).toThrow("No upgrade of 'gap' from version 1");
  });
});
