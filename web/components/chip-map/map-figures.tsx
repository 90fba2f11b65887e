import { memo } from 'react';
import styles from './chip-map.module.css';

/** The texts of one cell: its figure of three digits and, if there is room, its label above. */
export interface CellFigures {
  x: number;
  y: number;
  fill: string | undefined;
  ink: string;
  figure: string;
  caption: string;
  fontSize: number;
}

/** Texts over the cells of a layer; each cell's own label says more, so they are not read out. */
export const MapFigures = memo(function MapFigures({ cells }: { cells: readonly CellFigures[] }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: texts are not focusable
    <g aria-hidden="true" className={styles.figures}>
      {cells.map((cell) => (
        <g key={`${cell.x} ${cell.y}`} stroke={cell.fill} fill={cell.fill ? cell.ink : undefined}>
          {cell.caption && (
            <text
              className={styles.caption}
              x={cell.x}
              y={cell.figure ? cell.y - cell.fontSize * 0.42 : cell.y + 3.5}
              data-plain={cell.fill ? undefined : true}
            >
              {cell.caption}
            </text>
          )}
          {cell.figure && (
            <text
              className={styles.figure}
              x={cell.x}
              y={cell.y + cell.fontSize * (cell.caption ? 0.72 : 0.36)}
              fontSize={cell.fontSize}
              data-plain={cell.fill ? undefined : true}
            >
              {cell.figure}
            </text>
          )}
        </g>
      ))}
    </g>
  );
});
