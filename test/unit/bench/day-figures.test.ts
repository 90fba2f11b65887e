import { describe, expect, test } from 'vitest';
import type { DayRun } from '#test/bench/day/chip.ts';
import { type Day, type DayFigures, ends, formatDay, problemsOfDay } from '#test/bench/day/figures.ts';

const run = (tasksPerSecond: number, lagSeconds = 0.1): DayRun => ({ tasksPerSecond, lagSeconds, problem: undefined });
const runs = (from: number, to: number): DayRun[] =>
  Array.from({ length: 20 }, (_, n) => run(from + ((to - from) * n) / 19));
const day = (more: Partial<Day> = {}): Day => ({
  qubits: 64,
  tasks: 10,
  alone: run(200),
  runs: runs(150, 150),
  idle: new Map([['chip', [10, 20, 30]]]),
  loaded: new Map([['chip', [20, 40, 60]]]),
  megabytes: Array.from({ length: 20 }, () => 300),
  mostMegabytes: 350,
  ...more,
});
const units = (last: number) => [26, 24, 24, last].map((written) => ({ written, read: 6 }));
const memory = (service: number) => ({ service, engine: 20, supervisor: 60 });
const figures = (more: Partial<DayFigures> = {}): DayFigures => ({
  days: [day()],
  megabytes: { start: memory(150), after: memory(270) },
  units: units(24),
  ...more,
});

describe('the figures of a day', () => {
  test('the ends of a day are the medians of a quarter of its runs, of five at the most', () => {
    expect(ends([1, 2, 3])).toEqual({ first: 1, last: 3 });
    expect(ends([1, 2, 3, 4, 5, 6, 7, 8])).toEqual({ first: 1, last: 7 });
    expect(ends(Array.from({ length: 50 }, (_, n) => n))).toEqual({ first: 2, last: 47 });
  });

  test('a day on which everything stays as it was has no problem', () => {
    expect(problemsOfDay(figures(), true)).toEqual([]);
    expect(problemsOfDay(figures({ days: [day({ runs: runs(150, 190) })] }), true)).toEqual([]);
  });

  test.each<[string, Partial<DayFigures>, string]>([
    ['a late history', { days: [day({ alone: run(200, 1.5) })] }, 'a history of 64 x 10 was 1.50 s late'],
    [
      'a run that failed',
      { days: [day({ alone: { ...run(1), problem: '20250101-001 failed' } })] },
      '20250101-001 failed',
    ],
    ['more units', { units: units(30) }, 'the last run takes 1.20 times the units of the second'],
    ['much memory', { days: [day({ mostMegabytes: 501 })] }, 'the service takes 501 MB during runs of 64 x 10'],
    [
      'memory that stays taken',
      { megabytes: { start: memory(150), after: memory(281) } },
      'a minute after the last run the service and its engine take service 281 MB, engine 20 MB, supervisor 60 MB',
    ],
    [
      'memory that grows',
      { days: [day({ megabytes: Array.from({ length: 20 }, (_, n) => 300 + 5 * n) })] },
      'memory grows over runs of 64 x 10: 310 MB, then 385',
    ],
  ])('a day is wrong for %s', (_, wrong, problem) => {
    expect(problemsOfDay(figures(wrong), false)).toEqual([problem]);
  });

  test('slower runs are judged on a machine that has nothing else to do alone', () => {
    const slower = figures({ days: [day({ runs: runs(150, 120) })] });
    expect(problemsOfDay(slower, false)).toEqual([]);
    expect(problemsOfDay(slower, true)).toEqual(['the last runs of 64 x 10 do 123 tasks a second, the first 147']);
  });

  test('reads alongside runs may take twice as long, where there are enough of them and the machine had nothing else to do', () => {
    const reads = (count: number, slow: number, slowest: number) =>
      new Map([['chip', Array.from({ length: count }, (_, n) => (n < 0.9 * count ? slow : slowest))]]);
    const of = (count: number, slow: number, slowest: number) =>
      figures({ days: [day({ idle: reads(count, 10, 20), loaded: reads(count, slow, slowest) })] });
    expect(problemsOfDay(of(100, 20, 40), true)).toEqual([]);
    const median = "the median of 'chip' of 64 qubits is 2.10 times as long alongside runs";
    const p95 = "the p95 of 'chip' of 64 qubits is 2.50 times as long alongside runs";
    expect(problemsOfDay(of(100, 21, 50), true)).toEqual([median, p95]);
    expect(problemsOfDay(of(99, 21, 50), true)).toEqual([median]);
    expect(problemsOfDay(of(19, 21, 50), true)).toEqual([]);
    expect(problemsOfDay(of(100, 21, 50), false)).toEqual([]);
  });

  test('the figures of a day are a table with a row a page', () => {
    expect(formatDay(figures(), 'On two cores:')).toContain(
      '| chip            |        20 ms | 20 ms |               40 ms | 40 ms |             2.00 |',
    );
  });
});
