import { describe, expect, it } from 'vitest';
import { isInMonth, monthAfter, monthsDue, startOfMonth } from '#shared/results/rules/archive/months.ts';
import { type Surroundings, stays } from '#shared/results/rules/archive/stays.ts';

it('months before those that are kept are due, from that of the oldest result on', () => {
  const oldest = '2024-11-30T23:59:59.999Z';
  expect(monthsDue(oldest, '2025-03-01T00:00:00.000Z', 1)).toEqual(['202411', '202412', '202501']);
  expect(monthsDue(oldest, '2025-02-28T23:59:59.999Z', 1)).toEqual(['202411', '202412']);
  expect(monthsDue(oldest, '2025-02-28T23:59:59.999Z', 3)).toEqual([]);
  expect(monthsDue('2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', 1)).toEqual([]);
});

it('a month begins with its first instant in UTC, and December is followed by January', () => {
  expect(startOfMonth('202501')).toBe('2025-01-01T00:00:00.000Z');
  expect(monthAfter('202412')).toBe('202501');
  expect([isInMonth('2025-01-31T23:59:59.999Z', '202501'), isInMonth('2025-02-01T00:00:00.000Z', '202501')]).toEqual([
    true,
    false,
  ]);
});

describe('whether a result stays in the table', () => {
  const result = {
    taskId: 'it',
    status: 'completed' as const,
    queuedAt: '2025-01-01T00:00:00.000Z',
    endAt: '2025-01-02T00:00:00.000Z',
  };
  const around: Surroundings = { month: '202501', discussed: new Set(['other']), newestTaskId: 'newer' };

  it('a result that nothing names leaves, whether or not it has ended regularly', () => {
    expect(stays(result, around)).toBe(false);
    expect(stays({ ...result, excluded: false, status: 'cancelled', endAt: undefined }, around)).toBe(false);
  });

  it.each([
    ['is running', { status: 'running' as const }, {}],
    ['ended in the next month', { endAt: '2025-02-01T00:00:00.000Z' }, {}],
    ['is excluded', { excluded: true }, {}],
    ['has a note', { userNote: { content: 'x' } }, {}],
    ['has a review', { aiReviewNote: { content: 'x' } }, {}],
    ['has a held value', { gateMarks: { t1: { state: 'held' as const, because: 'jump' as never } } }, {}],
    ['is discussed', {}, { discussed: new Set(['it']) }],
    ['is the newest', {}, { newestTaskId: 'it' }],
  ])('a result that %s stays', (_, given, surroundings) => {
    expect(stays({ ...result, ...given }, { ...around, ...surroundings })).toBe(true);
  });
});
