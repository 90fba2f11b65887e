/** Rows of equal height, from the first to before the last, that are drawn of a long list. */
export interface RowWindow {
  first: number;
  end: number;
}

/** Rows beyond the edges of the window that are drawn as well, so that none is missing while it scrolls. */
const beyond = 1;

/**
 * The rows that a window shows.
 * @param top where the list begins, in pixels below the upper edge of the window; negative once it is scrolled past
 * @param most rows that are drawn at most, whatever the size of the window
 */
export function rowsInWindow(
  { top, height }: { top: number; height: number },
  { rowHeight, rows, most }: { rowHeight: number; rows: number; most: number },
): RowWindow {
  const first = Math.max(0, Math.min(rows - 1, Math.floor(-top / rowHeight) - beyond));
  const end = Math.ceil((height - top) / rowHeight) + beyond;
  return { first, end: Math.max(first, Math.min(rows, end, first + most)) };
}
