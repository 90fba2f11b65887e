import { type PointerEvent, type RefObject, useState } from 'react';
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
 * A drag on a map. A mouse draws a lasso and a finger moves the map, unless a tool is chosen.
 * @param onLasso takes the line, in pixels of the drawing, and whether its targets come in addition
 */
export function useMapDrag(options: {
  canvas: RefObject<SVGSVGElement | null>;
  tool: DragTool | undefined;
  canLasso: boolean;
  onBegin: () => void;
  onMove: (by: Place) => void;
  onLasso: (line: readonly Place[], adds: boolean) => void;
}) {
  const [drag, setDrag] = useState<Drag>();
  const toolOf = (event: PointerEvent): DragTool => {
    if (!options.canLasso) return 'move';
    return options.tool ?? (event.pointerType === 'mouse' ? 'lasso' : 'move');
  };
  const placeOf = (event: PointerEvent): Place => {
    const box = options.canvas.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (drag?.isDrawn && drag.tool === 'lasso' && event.type === 'pointerup')
      options.onLasso(drag.line, event.shiftKey || event.ctrlKey || event.metaKey);
    setDrag(undefined);
  };
  return {
    line: drag?.isDrawn && drag.tool === 'lasso' ? drag.line : undefined,
    isDragging: drag?.isDrawn ?? false,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        const tool = toolOf(event);
        // The browser itself scrolls under a finger.
        if (event.button !== 0 || (tool === 'move' && event.pointerType !== 'mouse') || isOnScrollBar(event)) return;
        const last = { x: event.clientX, y: event.clientY };
        setDrag({ tool, pointer: event.pointerId, last, line: [placeOf(event)], isDrawn: false });
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        if (drag?.pointer !== event.pointerId) return;
        const by = { x: event.clientX - drag.last.x, y: event.clientY - drag.last.y };
        if (Math.hypot(by.x, by.y) < shortestDrag) return;
        if (!drag.isDrawn) {
          event.currentTarget.setPointerCapture(event.pointerId);
          options.onBegin();
        }
        if (drag.tool === 'move') options.onMove(by);
        const line = drag.tool === 'lasso' ? [...drag.line, placeOf(event)] : drag.line;
        setDrag({ ...drag, last: { x: event.clientX, y: event.clientY }, line, isDrawn: true });
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Whether a press is on a scroll bar of the frame, which scrolls the map itself. */
function isOnScrollBar({ currentTarget: frame, clientX, clientY }: PointerEvent<HTMLDivElement>): boolean {
  const { left, top } = frame.getBoundingClientRect();
  return clientX > left + frame.clientWidth || clientY > top + frame.clientHeight;
}
