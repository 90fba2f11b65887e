import { describe, expect, test } from 'vitest';
import { type Cost, problemsOfDay } from '#test/bench/open-day/limits.ts';

const cost = (units: number, trips = 2, milliseconds = 10): Cost => ({ units, trips, milliseconds });
const problemsOf = (costs: readonly Cost[], judgesTimes = true) => problemsOfDay('a read', costs, judgesTimes);

describe('a read of a day that is not over', () => {
  test('a read that costs what it costs when the day is closed is right', () => {
    expect(problemsOf([cost(100), cost(105), cost(110), cost(100)])).toEqual([]);
  });

  test('units are judged against the closed day at every time, and after the last run against the second', () => {
    expect(problemsOf([cost(100), cost(130), cost(100), cost(100)])).toEqual([
      'a read: 130 units, 100 when the day is closed',
    ]);
    expect(problemsOf([cost(70), cost(70), cost(100), cost(100)])).toEqual([
      'a read: 70 units after the second run, 100 after the last',
    ]);
  });

  test('a read takes two sequential round trips at most', () => {
    expect(problemsOf([cost(1), cost(1, 3), cost(1), cost(1)])).toEqual(['a read: 3 sequential round trips']);
    expect(problemsOf([cost(1, 1), cost(1, 1), cost(1, 2), cost(1)])).toEqual([]);
  });

  test('CPU is judged where the machine has nothing else to do', () => {
    const slower = [cost(1), cost(1), cost(1, 2, 20), cost(1)];
    expect(problemsOf(slower)).toEqual(['a read: 10.0 ms after the second run, 20.0 after the last']);
    expect(problemsOf(slower, false)).toEqual([]);
    expect(problemsOf([cost(1, 2, 0.5), cost(1), cost(1, 2, 2), cost(1)])).toEqual([]);
  });
});
