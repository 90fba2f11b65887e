/** What a key does on a wall. */
export type WallAction = 'next' | 'previous' | 'below' | 'above' | 'first' | 'last' | 'open' | WallKeyMark;
type WallKeyMark = 'exclude' | 'measure' | 'note' | 'unmark';

const actions: Readonly<Record<string, WallAction>> = {
  j: 'next',
  k: 'previous',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'below',
  ArrowUp: 'above',
  Home: 'first',
  End: 'last',
  Enter: 'open',
  e: 'exclude',
  m: 'measure',
  n: 'note',
  u: 'unmark',
};

/** What a key does; undefined for any other, and for one that is held with another. */
export const wallAction = (event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): WallAction | undefined =>
  event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(actions, event.key) ? undefined : actions[event.key];

/**
 * The tile that a key leads to, in a grid of `count` tiles and `columns` columns; undefined for keys that lead nowhere.
 */
export function movedTo(action: WallAction, from: number, { count, columns }: { count: number; columns: number }) {
  const steps: Partial<Record<WallAction, number>> = {
    next: from + 1,
    previous: from - 1,
    below: from + columns,
    above: from - columns,
    first: 0,
    last: count - 1,
  };
  const to = steps[action];
  return to === undefined ? undefined : to < 0 || to >= count ? from : to;
}
