import { forEachConcurrent } from '../concurrency.ts';
import type { Context } from '../context.ts';

/** The time of a sweep's work, and how many entries it processes at a time. */
export interface Share {
  until: Date;
  width: number;
}

/** When a share of a sweep that begins now is over. */
export const untilOf = ({ clock }: Pick<Context, 'clock'>, seconds: number): Date =>
  new Date(clock().getTime() + seconds * 1000);

/**
 * Works on the entries of a list until the time of the share is over. It begins at another entry with every second, so that
 * what a sweep has no time for is not always the same.
 * @returns the entries that it did not come to.
 */
export async function forEachInTime<T>(
  ctx: Pick<Context, 'clock'>,
  list: readonly T[],
  { until, width }: Share,
  work: (entry: T) => Promise<void>,
): Promise<T[]> {
  const left: T[] = [];
  await forEachConcurrent(inTurn(ctx, list), width, async (entry) => {
    if (ctx.clock() > until) left.push(entry);
    else await work(entry);
  });
  return left;
}

function inTurn<T>({ clock }: Pick<Context, 'clock'>, list: readonly T[]): T[] {
  const start = list.length === 0 ? 0 : Math.floor(clock().getTime() / 1000) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
