import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Place } from '../../lib/map/lasso.ts';

/** What a drag does on a map: draw a line around targets, or move the map. */
export type DragTool = 'lasso' | 'move';

/** Pixels below which a press is a click. */
const shortestDrag = 5;

interface Drag {
  tool: DragTool;
  pointer: number;
  /** The last position in the window, from which the next move is measured. */
  last: Place;
  line: readonly Place[];
  isDrawn: boolean;
}

/**
 * A drag on a map. A mouse draws a lasso and a finger moves the map, unless a tool is chosen. Moving renders nothing.
 * @param onLasso takes the line, in pixels of the drawing, and whether its targets come in addition
 */
export function useMapDrag(options: {
  sheet: RefObject<HTMLElement | null>;
  tool: DragTool | undefined;
  canLasso: boolean;
  onBegin: () => void;
  onMove: (by: Place) => void;
  onLasso: (line: readonly Place[], adds: boolean) => void;
}) {
  const current = useRef<Drag>(undefined);
  const [line, setLine] = useState<readonly Place[]>();
  const toolOf = (event: PointerEvent): DragTool => {
    if (!options.canLasso) return 'move';
    return options.tool ?? (event.pointerType === 'mouse' ? 'lasso' : 'move');
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const drag = current.current;
    current.current = undefined;
    setLine(undefined);
    if (drag?.isDrawn && drag.tool === 'lasso' && event.type === 'pointerup')
      options.onLasso(drag.line, event.shiftKey || event.ctrlKey || event.metaKey);
  };
  return {
    line,
    isDragging: () => current.current?.isDrawn ?? false,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        const tool = toolOf(event);
        // The browser itself scrolls under a finger.
        if (event.button !== 0 || (tool === 'move' && event.pointerType !== 'mouse') || isOnScrollBar(event)) return;
        const last = { x: event.clientX, y: event.clientY };
        const line = [placeOn(options.sheet.current, event)];
        current.current = { tool, pointer: event.pointerId, last, line, isDrawn: false };
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        const drag = current.current;
        if (drag?.pointer !== event.pointerId) return;
        const by = { x: event.clientX - drag.last.x, y: event.clientY - drag.last.y };
        if (Math.hypot(by.x, by.y) < shortestDrag) return;
        if (!drag.isDrawn) {
          event.currentTarget.setPointerCapture(event.pointerId);
          options.onBegin();
        }
        if (drag.tool === 'move') options.onMove(by);
        const line = drag.tool === 'lasso' ? [...drag.line, placeOn(options.sheet.current, event)] : drag.line;
        current.current = { ...drag, last: { x: event.clientX, y: event.clientY }, line, isDrawn: true };
        if (drag.tool === 'lasso') setLine(line);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Where a pointer is on a map, in pixels of the drawing. */
export function placeOn(sheet: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const box = sheet?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
}

/** Whether a press is on a scroll bar of the frame, which scrolls the map itself. */
function isOnScrollBar({ currentTarget: frame, clientX, clientY }: PointerEvent<HTMLDivElement>): boolean {
  const { left, top } = frame.getBoundingClientRect();
  return clientX > left + frame.clientWidth || clientY > top + frame.clientHeight;
}
