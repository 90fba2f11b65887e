import type { Context } from '../../context.ts';

/**
 * The same list, begun at another place with every second: where a sweep has no time for all of it, what it leaves is not
 * always the same.
 */
export function inTurn<T>({ clock }: Pick<Context, 'clock'>, list: readonly T[]): T[] {
  const start = list.length === 0 ? 0 : Math.floor(clock().getTime() / 1000) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
