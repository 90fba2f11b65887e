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

export interface MapZoom {
  zoom: number;
  canvas: RefObject<SVGSVGElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  /** Zooms by a factor around a place of the window, the middle of the frame without one. */
  zoomBy: (factor: number, around?: Place) => void;
  fit: () => void;
}

/**
 * The size of a map, changed by Ctrl and the wheel, by two fingers and by calls of `zoomBy`. While the wheel turns or
 * the fingers move, the picture is stretched; it is redrawn when they rest, so that a chip of a thousand qubits stays
 * responsive too.
 */
export function useMapZoom(fitting: MapSizes, frameWidth: number): MapZoom {
  const canvas = useRef<SVGSVGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const zoom = clampZoom(chosen ?? openingZoom(frameWidth, fitting), fitting.pitch);

  const zoomTo = useCallback(
    (wanted: number, around?: Place) => {
      const [drawing, window] = [canvas.current, frame.current];
      if (!drawing || !window) return;
      drawing.style.transform = '';
      drawing.style.willChange = '';
      delete window.dataset.stretched;
      const box = window.getBoundingClientRect();
      const at = around ?? { x: box.left + window.clientWidth / 2, y: box.top + window.clientHeight / 2 };
      const before = drawing.getBoundingClientRect();
      const share = { x: (at.x - before.left) / before.width, y: (at.y - before.top) / before.height };
      flushSync(() => setChosen(clampZoom(wanted, fitting.pitch)));
      const after = drawing.getBoundingClientRect();
      window.scrollLeft += after.left + share.x * after.width - at.x;
      window.scrollTop += after.top + share.y * after.height - at.y;
    },
    [fitting.pitch],
  );
  useGestures({ canvas, frame, zoom, zoomTo, fittingPitch: fitting.pitch });
  return {
    zoom,
    canvas,
    frame,
    zoomBy: (factor, around) => zoomTo(zoom * factor, around),
    fit: () => zoomTo(1),
  };
}

/** Wheel and fingers, listened to by the element itself: only there may the browser be kept from scrolling or zooming the page. */
function useGestures(map: {
  canvas: RefObject<SVGSVGElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  zoom: number;
  zoomTo: (zoom: number, around: Place) => void;
  fittingPitch: number;
}): void {
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => {
    const element = map.frame.current;
    if (!element) return;
    let stretch: { factor: number; around: Place } | undefined;
    let apart: number | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    let drawMilliseconds = 0;
    const stretchTo = (factor: number, around: Place) => {
      const { canvas, zoom, fittingPitch } = latest.current;
      const drawing = canvas.current;
      if (!drawing) return;
      element.dataset.stretched = 'true';
      if (!stretch) {
        const box = drawing.getBoundingClientRect();
        // A layer of its own, which is stretched without a repaint at each turn.
        drawing.style.willChange = 'transform';
        drawing.style.transformOrigin = `${around.x - box.left}px ${around.y - box.top}px`;
        stretch = { factor: 1, around };
      }
      stretch.factor = clampZoom(zoom * factor, fittingPitch) / zoom;
      drawing.style.transform = `scale(${stretch.factor})`;
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
