import { describe, expect, test } from 'vitest';
import { meetsPattern } from '#local/streams/filter.ts';
import type { FilterPattern } from '#shared/kernel/store/system/stream-consumers.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { entity: { S: 'sample' }, count: { N: '3' }, done: { BOOL: true }, gone: { NULL: null } } },
};
const image = (fields: FilterPattern): FilterPattern => ({ dynamodb: { NewImage: fields } });

describe('a filter of a stream', () => {
  test.each<[string, FilterPattern, boolean]>([
    ['a value that is listed', { eventName: ['INSERT', 'MODIFY'] }, true],
    ['a value that is not', { eventName: ['REMOVE'] }, false],
    ['fields of which one does not fit', { eventName: ['INSERT'], ...image({ entity: { S: ['chip'] } }) }, false],
    ['fields that all fit', { eventName: ['INSERT'], ...image({ entity: { S: ['sample'] } }) }, true],
    ['a flag', image({ done: { BOOL: [true] } }), true],
    ['null', image({ gone: { NULL: [null] } }), true],
    ['a number, which is text in a record', image({ count: { N: [3] } }), false],
    ['a beginning', image({ entity: { S: [{ prefix: 'sam' }] } }), true],
    ['another beginning', image({ entity: { S: [{ prefix: 'ample' }] } }), false],
    ['a field that is there', image({ entity: { S: [{ exists: true }] } }), true],
    ['a field that is not there', image({ missing: { S: [{ exists: false }] } }), true],
    ['a field that must not be there', image({ entity: { S: [{ exists: false }] } }), false],
    ['anything but a value', image({ entity: { S: [{ 'anything-but': ['chip'] }] } }), true],
    ['anything but its value', image({ entity: { S: [{ 'anything-but': ['sample'] }] } }), false],
    [
      'anything but a value of a field that is not there',
      image({ missing: { S: [{ 'anything-but': ['a'] }] } }),
      false,
    ],
    ['a field that every object inherits', { toString: [{ exists: true }] }, false],
    ['nothing', {}, true],
  ])('a filter of a stream decides by %s', (_, pattern, expected) => {
    expect(meetsPattern(record, pattern)).toBe(expected);
  });
});
