import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import styles from './chip-map.module.css';
import type { DrawnLayer } from './layer.ts';
import { centre, mapSizes } from './shapes.ts';

/** Longest side of the small map in pixels. */
const longestSide = 84;

/** The whole chip, small, with a frame around the part in sight; where the map does not fit. What it shows, the map says too. */
export function Minimap(props: {
  layer: DrawnLayer;
  layout: ChipLayout;
  frame: RefObject<HTMLDivElement | null>;
  sheet: RefObject<HTMLDivElement | null>;
}) {
  const { layer, layout, frame, sheet } = props;
  const small = useRef<HTMLDivElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  // Moved without a render: the map is moved or zoomed under it in each frame.
  useLayoutEffect(() => {
    const [window, map, whole, part] = [frame.current, sheet.current, small.current, seen.current];
    if (!window || !map || !whole || !part) return;
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = window;
      const { offsetWidth: width, offsetHeight: height } = map;
      const scale = longestSide / Math.max(width, height);
      // All is read before anything is written, or each reading would lay out the page anew.
      whole.hidden = scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
      part.style.translate = `${scrollLeft * scale}px ${scrollTop * scale}px`;
      part.style.width = `${Math.min(clientWidth, width) * scale}px`;
      part.style.height = `${Math.min(clientHeight, height) * scale}px`;
    };
    const resized = new ResizeObserver(look);
    for (const one of [window, map]) resized.observe(one);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', look);
    };
  }, [frame, sheet]);
  return (
    <div ref={small} className={styles.minimap} hidden data-minimap>
      <SmallCells layer={layer} layout={layout} />
      <div ref={seen} className={styles.seen} />
    </div>
  );
}

const SmallCells = memo(function SmallCells({ layer, layout }: { layer: DrawnLayer; layout: ChipLayout }) {
  const fitting = mapSizes(layout, Number.POSITIVE_INFINITY);
  const sizes = mapSizes(layout, Number.POSITIVE_INFINITY, longestSide / Math.max(fitting.width, fitting.height));
  const side = Math.max(1, sizes.pitch * 0.8);
  return (
    <svg className={styles.smallCells} width={sizes.width} height={sizes.height} aria-hidden="true">
      {layer.cells.map(({ point, fill }) => {
        const { x, y } = centre(point, sizes);
        return (
          <rect
            key={point.id}
            x={x - side / 2}
            y={y - side / 2}
            width={side}
            height={side}
            fill={fill ?? 'var(--line-strong)'}
          />
        );
      })}
    </svg>
  );
});
