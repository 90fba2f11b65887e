import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '../../lib/map/lasso.ts';
import { clampZoom, openingZoom, wheelFactor } from '../../lib/map/zoom.ts';
import type { MapSizes } from './shapes.ts';

/**
 * Milliseconds without a turn of the wheel after which the map is drawn at its new size: twice as long as that took the last time, within
 * these. A busy machine would otherwise draw it between any two turns, and turn slower for it.
 */
const settleMilliseconds = { least: 120, most: 900 };

/** A drawing that follows a gesture by itself, frame by frame, without a render. */
export interface LiveDrawing {
  /** Gives the sheet the size of a zoom at once, and paints it in the next frame. */
  zoomTo: (zoom: number) => void;
}

export interface MapZoom {
  zoom: number;
  /** The whole map, of which the frame shows a part. */
  sheet: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  /** The drawing, if it follows gestures by itself; any other is stretched. */
  live: RefObject<LiveDrawing | undefined>;
  /** Zooms by a factor around a place of the window, the middle of the frame without one. */
  zoomBy: (factor: number, around?: Place) => void;
  fit: () => void;
}

/**
 * The size of a map, changed by Ctrl and the wheel, by two fingers and by calls of `zoomBy`. During a gesture the canvas is painted
 * anew in each frame, and an SVG is stretched; the page is rendered when the gesture rests.
 */
export function useMapZoom(fitting: MapSizes, frameWidth: number): MapZoom {
  const sheet = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const live = useRef<LiveDrawing>(undefined);
  const [chosen, setChosen] = useState<number>();
  const zoom = clampZoom(chosen ?? openingZoom(frameWidth, fitting), fitting.pitch);

  const zoomTo = useCallback(
    (wanted: number, around?: Place) => {
      const [drawing, window] = [sheet.current, frame.current];
      if (!drawing || !window) return;
      drawing.style.transform = '';
      drawing.style.willChange = '';
      delete window.dataset.stretched;
      const next = clampZoom(wanted, fitting.pitch);
      keepPlace(drawing, window, around, () => {
        // A render that changes nothing would leave the size of a gesture that is not at its end.
        live.current?.zoomTo(next);
        flushSync(() => setChosen(next));
      });
    },
    [fitting.pitch],
  );
  useGestures({ sheet, frame, live, zoom, zoomTo, fittingPitch: fitting.pitch });
  return {
    zoom,
    sheet,
    frame,
    live,
    zoomBy: (factor, around) => zoomTo(zoom * factor, around),
    fit: () => zoomTo(1),
  };
}

/**
 * Resizes a map; what was at a place of the window, or in the middle of the frame, stays there.
 * @param known the share of the map at that place, if it is known: a frame scrolls by whole pixels, which would add up over a gesture
 */
function keepPlace(
  sheet: HTMLElement,
  frame: HTMLElement,
  around: Place | undefined,
  resize: () => void,
  known?: Place,
): Place {
  const box = frame.getBoundingClientRect();
  const at = around ?? { x: box.left + frame.clientWidth / 2, y: box.top + frame.clientHeight / 2 };
  const before = sheet.getBoundingClientRect();
  const share = known ?? { x: (at.x - before.left) / before.width, y: (at.y - before.top) / before.height };
  resize();
  const after = sheet.getBoundingClientRect();
  frame.scrollLeft += after.left + share.x * after.width - at.x;
  frame.scrollTop += after.top + share.y * after.height - at.y;
  return share;
}

/** Wheel and fingers, listened to by the element itself: only there may the browser be kept from scrolling or zooming the page. */
function useGestures(map: {
  sheet: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  live: RefObject<LiveDrawing | undefined>;
  zoom: number;
  zoomTo: (zoom: number, around: Place) => void;
  fittingPitch: number;
}): void {
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => {
    const element = map.frame.current;
    if (!element) return;
    let stretch: { factor: number; around: Place; share?: Place } | undefined;
    let apart: number | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    let drawMilliseconds = 0;
    const stretchTo = (factor: number, around: Place) => {
      const { sheet, live, zoom, fittingPitch } = latest.current;
      const drawing = sheet.current;
      if (!drawing) return;
      element.dataset.stretched ??= 'true';
      const { current: drawn } = live;
      if (!stretch && !drawn) beginStretch(drawing, around);
      const wanted = clampZoom(zoom * factor, fittingPitch);
      const factorNow = wanted / zoom;
      if (!drawn) {
        // It keeps the place at which the gesture began.
        stretch = { factor: factorNow, around: stretch?.around ?? around };
        drawing.style.transform = `scale(${factorNow})`;
        return;
      }
      const isSamePlace = stretch?.around.x === around.x && stretch.around.y === around.y;
      const known = isSamePlace ? stretch?.share : undefined;
      stretch = {
        factor: factorNow,
        around,
        share: keepPlace(drawing, element, around, () => drawn.zoomTo(wanted), known),
      };
    };
    const settle = () => {
      const done = stretch;
      stretch = undefined;
      if (!done) return;
      const began = performance.now();
      latest.current.zoomTo(latest.current.zoom * done.factor, done.around);
      drawMilliseconds = performance.now() - began;
    };
    const onWheel = (event: WheelEvent) => {
      // Without Ctrl the wheel scrolls the page, so that a map does not trap the reader.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      stretchTo((stretch?.factor ?? 1) * wheelFactor(event), { x: event.clientX, y: event.clientY });
      clearTimeout(settling);
      const { least, most } = settleMilliseconds;
      settling = setTimeout(settle, Math.min(most, Math.max(least, 2 * drawMilliseconds)));
    };
    const onTouchMove = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!one || !other || event.touches.length !== 2) return;
      event.preventDefault();
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      apart ??= distance;
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (apart > 0) stretchTo(distance / apart, stretch?.around ?? middle);
    };
    const onTouchEnd = () => {
      if (apart === undefined) return;
      apart = undefined;
      settle();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    element.addEventListener('touchend', onTouchEnd);
    element.addEventListener('touchcancel', onTouchEnd);
    return () => {
      clearTimeout(settling);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchmove', onTouchMove);
      element.removeEventListener('touchend', onTouchEnd);
      element.removeEventListener('touchcancel', onTouchEnd);
    };
  }, [map.frame]);
}

/** Gives a drawing a layer of its own, which is stretched around a place without a repaint at each turn. */
function beginStretch(drawing: HTMLElement, around: Place): void {
  const box = drawing.getBoundingClientRect();
  drawing.style.willChange = 'transform';
  drawing.style.transformOrigin = `${around.x - box.left}px ${around.y - box.top}px`;
}
