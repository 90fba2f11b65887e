import { describe, expect, it } from 'vitest';
import { estimateStarts, moveTo } from '#shared/runs/rules/queue.ts';

const now = '2026-03-01T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString();

describe('estimates of starts', () => {
  it('estimates follow each other from the expected end of the active run', () => {
    const active = { startAt: at(-40), durationSeconds: 100 };
    expect(estimateStarts(now, active, [10, 20, 30])).toEqual([at(60), at(70), at(90)]);
  });

  it('an active run that takes longer than usual is expected to end now', () => {
    expect(estimateStarts(now, { startAt: at(-400), durationSeconds: 100 }, [10, 20])).toEqual([at(0), at(10)]);
  });

  it('an active run that has not begun is expected to take its whole time from now', () => {
    expect(estimateStarts(now, { startAt: undefined, durationSeconds: 100 }, [10])).toEqual([at(100)]);
  });

  it('estimates begin now where the lock is free', () => {
    expect(estimateStarts(now, undefined, [10, 20])).toEqual([at(0), at(10)]);
  });

  it('estimates are unknown after a run of unknown duration', () => {
    expect(estimateStarts(now, { startAt: now, durationSeconds: undefined }, [10])).toEqual([undefined]);
    expect(estimateStarts(now, undefined, [undefined, 20])).toEqual([at(0), undefined]);
  });
});

it('an entry of a list is moved to a position, beyond the end to the last, and nothing is lost', () => {
  const list = ['a', 'b', 'c'];
  expect([0, 1, 2, 9].map((position) => moveTo(list, 'b', position).join(''))).toEqual(['bac', 'abc', 'acb', 'acb']);
});
