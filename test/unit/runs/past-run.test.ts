import { expect, test } from 'vitest';
import {
  executionIdPattern,
  isPastExecution,
  nextExecution,
  nextPastExecution,
  pastExecutionsOf,
} from '#shared/runs/rules/ids.ts';
import { cooldownAt, pastResultProblem, pastRunProblems } from '#shared/runs/rules/past-run.ts';

const now = '2025-03-01T12:00:00.000Z';
const run = { startAt: '2025-02-20T09:00:00.000Z', endAt: '2025-02-20T09:30:00.000Z' };

test('the ids of runs of the past are ids of executions that no start gives', () => {
  const { first, last } = pastExecutionsOf('20250220');
  expect([first, last]).toEqual(['20250220-900000', '20250220-999999']);
  for (const id of [first, last]) expect([executionIdPattern.test(id), isPastExecution(id)]).toEqual([true, true]);
  expect(isPastExecution('20250220-899999')).toBe(false);
  expect(nextExecution({ date: '20250220', index: 899_998 }, '20250220')).toMatchObject({ index: 899_999 });
  expect(() => nextExecution({ date: '20250220', index: 899_999 }, '20250220')).toThrow('20250220');
});

test('a run of the past takes the number after the newest one of its day, and none where the day has no number left', () => {
  expect(nextPastExecution(undefined, '20250220')).toEqual({ date: '20250220', index: 900_000 });
  expect(nextPastExecution({ date: '20250220', index: 900_000 }, '20250220')).toMatchObject({ index: 900_001 });
  expect(nextPastExecution({ date: '20250220', index: 999_999 }, '20250220')).toBeUndefined();
});

test.each([
  [{}, []],
  [{ endAt: run.startAt }, []],
  [{ endAt: '2025-02-20T08:59:59.999Z' }, ['end_at is before start_at']],
  [
    { endAt: '2025-03-01T12:05:00.001Z' },
    [`end_at '2025-03-01T12:05:00.001Z' is in the future: the service's time is ${now}`],
  ],
  [{ startAt: '2025-02-01T00:00:00.000Z' }, ['end_at is more than 14 days after start_at']],
  [{ endAt: '2025-03-01T12:05:00.000Z' }, []],
])('the times %o of a run of the past are refused as %o', (given, problems) => {
  const found = pastRunProblems({ ...run, ...given }, now).map(({ field, message }) => `${field} ${message}`);
  expect(found).toEqual(problems);
});

test.each([
  ['completed', '2025-02-20T09:00:00.000Z', '2025-02-20T09:30:00.000Z', undefined],
  ['skipped', undefined, '2025-02-20T09:30:00.000Z', undefined],
  ['running', '2025-02-20T09:00:00.000Z', undefined, 'status'],
  ['scheduled', undefined, undefined, 'status'],
  ['failed', '2025-02-20T08:59:59.999Z', '2025-02-20T09:01:00.000Z', 'start_at'],
  ['failed', '2025-02-20T09:00:00.000Z', '2025-02-20T09:30:00.001Z', 'end_at'],
])('a result that is %s from %s until %s is refused for its %s', (status, startAt, endAt, field) => {
  expect(pastResultProblem(run, { status, startAt, endAt })?.field).toBe(field);
});

test('a run of the past is of the cool-down whose recorded time includes its start, and of none before the first', () => {
  const cooldown = (cooldownId: string, startedAt: string, endedAt?: string) => ({
    ...{ cooldownId, cryoId: 'fridge', startedAt, endedAt },
    chipIds: ['chip'],
  });
  const cooldowns = [
    cooldown('one', '2025-01-10T00:00:00.000Z', '2025-01-20T00:00:00.000Z'),
    cooldown('two', '2025-02-01T00:00:00.000Z'),
  ];
  const of = (at: string, chipId = 'chip') => cooldownAt(cooldowns, chipId, at);
  expect([of('2025-01-15T00:00:00.000Z'), of('2025-02-20T00:00:00.000Z')]).toEqual(['one', 'two']);
  expect([of('2025-01-09T00:00:00.000Z'), of('2025-01-25T00:00:00.000Z')]).toEqual([undefined, undefined]);
  expect(of('2025-01-15T00:00:00.000Z', 'other')).toBeUndefined();
});
