import { describe, expect, test } from 'vitest';
import { chunk, ifAbsent, ifRevision, optional } from '#shared/kernel/store/dynamodb/database.ts';
import { slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { monthOf } from '#shared/kernel/store/keys.ts';

describe('the table', () => {
  test('the table has four indexes from the start, each with keys of its own and all but the first slim', () => {
    const { indexes } = tableDefinition;
    expect(indexes.map(({ name }) => name)).toEqual(['gsi1', 'gsi2', 'gsi3', 'gsi4']);
    for (const { name, partitionKey, sortKey } of indexes)
      expect([partitionKey, sortKey]).toEqual([`${name}pk`, `${name}sk`]);
    expect(indexes.map(({ projection }) => projection)).toEqual(['all', 'slim', 'slim', 'slim']);
  });

  test('the slim indexes of the table carry what a codec needs to read a row', () => {
    expect(slimAttributes).toEqual(['entity', 'v', 'rev', 'slim']);
  });
});

describe('parts of requests', () => {
  test('a list is cut into parts of at most the size, in order and without loss', () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunk([], 2)).toEqual([]);
    expect(chunk([1, 2], 2)).toEqual([[1, 2]]);
  });

  test('an empty map of a request is left out, as DynamoDB wants it', () => {
    expect(optional('Names', {})).toEqual({});
    expect(optional('Names', { a: 1 })).toEqual({ Names: { a: 1 } });
  });

  test('conditions of a write name the revision and the absence', () => {
    expect(ifRevision(7)).toEqual({
      expression: '#rev = :expectedRev',
      names: { '#rev': 'rev' },
      values: { ':expectedRev': 7 },
    });
    expect(ifAbsent).toEqual({ expression: 'attribute_not_exists(pk)' });
  });

  test('a month of the table is that of UTC', () => {
    expect(monthOf('2024-12-31T23:59:59.999Z')).toBe('202412');
    expect(monthOf('2025-01-01T00:00:00.000Z')).toBe('202501');
  });
});
