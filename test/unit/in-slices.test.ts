import { afterEach, expect, it, vi } from 'vitest';
import { mapInSlices } from '#shared/kernel/in-slices.ts';

afterEach(() => vi.restoreAllMocks());

/** Lets every look at the clock be so many milliseconds after the one before. */
function clockThatGoesBy(milliseconds: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

/** How often others had their turn while a work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

it('entries are mapped in order, each with its number', async () => {
  expect(await mapInSlices(new Set(['a', 'b']), (entry, n) => `${entry}${n}`)).toEqual(['a0', 'b1']);
});

it('others have their turn between two slices, and not within one', async () => {
  const entries = Array.from({ length: 50 }, (_, n) => n);
  clockThatGoesBy(1);
  const few = await turnsDuring(() => mapInSlices(entries, (n) => n));
  clockThatGoesBy(20);
  const many = await turnsDuring(() => mapInSlices(entries, (n) => n));
  expect(few).toBeLessThan(10);
  expect(many).toBeGreaterThanOrEqual(50);
});
