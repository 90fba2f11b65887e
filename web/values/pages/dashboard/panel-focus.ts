import { type KeyboardEvent, type RefCallback, useCallback, useRef } from 'react';

export type PanelFocus = ReturnType<typeof usePanelFocus>;

/** Moves the focus from a cell of the map into the panel that it opens, and back by Escape (rule MAP-9). */
export function usePanelFocus() {
  const cell = useRef<HTMLElement | SVGElement | null>(null);
  const opened = useRef<HTMLElement | null>(null);
  const isAwaited = useRef(false);
  const panel: RefCallback<HTMLElement> = useCallback((element) => {
    opened.current = element;
    if (element && isAwaited.current) {
      isAwaited.current = false;
      element.focus({ preventScroll: true });
    }
  }, []);
  return {
    panel,
    /** Called when a key opens a cell; the panel may still have to load. */
    enter: () => {
      const { activeElement: focused } = document;
      cell.current = focused instanceof HTMLElement || focused instanceof SVGElement ? focused : null;
      if (opened.current) opened.current.focus();
      else isAwaited.current = true;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // A dialog of the panel is a child of it for React, and closes by its own Escape.
      const isWithin = event.target instanceof Node && event.currentTarget.contains(event.target);
      if (event.key !== 'Escape' || !isWithin || !cell.current) return;
      event.preventDefault();
      cell.current.focus();
    },
  };
}
