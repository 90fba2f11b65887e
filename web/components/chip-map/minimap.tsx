import { memo, type RefObject, useEffect, useState } from 'react';
import styles from './chip-map.module.css';
import type { DrawnCell } from './layer.ts';
import type { MapSizes } from './shapes.ts';

/** Longest side of the small map in pixels. */
const longestSide = 84;

/** The whole chip, small, with a frame around the part in sight; where the map does not fit. What it shows, the map says too. */
export function Minimap(props: {
  cells: readonly DrawnCell[];
  sizes: MapSizes;
  frame: RefObject<HTMLDivElement | null>;
}) {
  const { cells, sizes, frame } = props;
  const seen = useSeen(frame, sizes);
  const scale = longestSide / Math.max(sizes.width, sizes.height);
  if (!seen) return null;
  return (
    <div className={styles.minimap} data-minimap>
      <SmallCells cells={cells} sizes={sizes} scale={scale} />
      <div
        className={styles.seen}
        style={{
          translate: `${seen.left * scale}px ${seen.top * scale}px`,
          width: seen.width * scale,
          height: seen.height * scale,
        }}
      />
    </div>
  );
}

/** They stay while the frame moves over them. */
const SmallCells = memo(function SmallCells(props: { cells: readonly DrawnCell[]; sizes: MapSizes; scale: number }) {
  const { cells, sizes, scale } = props;
  const side = Math.max(1, sizes.pitch * scale * 0.8);
  return (
    <svg className={styles.smallCells} width={sizes.width * scale} height={sizes.height * scale} aria-hidden="true">
      {cells.map(({ point, shape }) => (
        <rect
          key={point.id}
          x={shape.x * scale - side / 2}
          y={shape.y * scale - side / 2}
          width={side}
          height={side}
          fill={shape.fill ?? 'var(--line-strong)'}
        />
      ))}
    </svg>
  );
});

/** The part of the drawing that its frame shows; undefined where it shows all of it. */
function useSeen(frame: RefObject<HTMLDivElement | null>, sizes: MapSizes) {
  const [seen, setSeen] = useState<{ left: number; top: number; width: number; height: number }>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element;
      const fits = element.scrollWidth <= clientWidth + 1 && element.scrollHeight <= clientHeight + 1;
      setSeen(
        fits
          ? undefined
          : { left, top, width: Math.min(clientWidth, sizes.width), height: Math.min(clientHeight, sizes.height) },
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [frame, sizes]);
  return seen;
}
