import type { Place } from '../../lib/map/lasso.ts';
import styles from './chip-map.module.css';
import type { MapSizes } from './shapes.ts';

/**
 * The overlay that follows the pointer over a map: the outline of the hovered cell, and the line of a selection around
 * cells.
 */
export function MapOverlay(props: {
  sizes: MapSizes;
  line: readonly Place[] | undefined;
  pointed: { x: number; y: number; outline: string } | undefined;
}) {
  const { sizes, line, pointed } = props;
  return (
    <svg className={styles.overlay} width={sizes.width} height={sizes.height} aria-hidden="true">
      {pointed && (
        <path
          className={styles.pointed}
          transform={`translate(${pointed.x} ${pointed.y})`}
          d={pointed.outline}
          data-pointed
        />
      )}
      {line && <polygon className={styles.lasso} points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />}
    </svg>
  );
}
