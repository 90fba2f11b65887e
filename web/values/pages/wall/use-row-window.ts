import { type RefObject, useEffect, useState } from 'react';
import { type RowWindow, rowsInWindow } from '../../lib/wall/row-window.ts';

/** The rows of a list of the page that its window shows, followed while it is scrolled. */
export function useRowWindow(
  ref: RefObject<HTMLElement | null>,
  list: { rowHeight: number; rows: number; most: number },
): RowWindow {
  const { rowHeight, rows, most } = list;
  const [shown, setShown] = useState<RowWindow>({ first: 0, end: 0 });
  useEffect(() => {
    const look = () => {
      const top = ref.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      const next = rowsInWindow({ top, height: window.innerHeight }, { rowHeight, rows, most });
      setShown((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [ref, rowHeight, rows, most]);
  return shown;
}
