import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useMedia } from '../../../ui/lib/hooks/use-media.ts';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import type { WallMark, WallMarks } from '../../lib/wall/marks.ts';
import type { WallTile } from '../../lib/wall/tiles.ts';
import { movedTo, type WallAction, wallAction } from '../../lib/wall/wall-keys.ts';
import { useRowWindow } from './use-row-window.ts';
import styles from './wall.module.css';
import { Tile } from './wall-tile.tsx';

const gap = 12;
/** Width of a tile at least. */
const leastWidth = 150;
/** Height of a tile beyond the figure: two lines of words, and the buttons where they do not lie on the figure. */
const wordsHeight = 48;
const buttonsHeight = 40;
/** The most tiles that are drawn, besides the row of the one in focus (rule WALL-3). */
const mostTiles = 64;

interface WallGridProps {
  label: string;
  tiles: readonly WallTile[];
  marks: WallMarks;
  current: number;
  readOnly: string | undefined;
  describeTile: (tile: WallTile) => string;
  fitOf: (tile: WallTile) => string;
  onMove: (index: number) => void;
  onAction: (action: WallAction, tile: WallTile) => void;
}

/**
 * Figures in rows, of which those in the window are drawn. One tab stop, with keys to move between the figures (rule
 * WALL-2).
 */
export function WallGrid(props: WallGridProps) {
  const { tiles, marks, current, onMove, onAction } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const isPointed = useMedia('(hover: hover) and (pointer: fine)');
  const belowFigure = isPointed ? wordsHeight : wordsHeight + buttonsHeight;
  const columns = Math.max(2, Math.floor((width + gap) / (leastWidth + gap)));
  const tileWidth = Math.max(1, (width - gap * (columns - 1)) / columns);
  const rowHeight = Math.round((tileWidth * 11) / 16) + belowFigure + gap;
  const rows = Math.ceil(tiles.length / columns);
  const shown = useRowWindow(ref, { rowHeight, rows, most: Math.max(1, Math.floor(mostTiles / columns)) });
  const currentRow = Math.floor(current / columns);
  const drawn = rowsDrawn(shown, currentRow, rows);
  const toFocus = useRef(false);
  const cell = () => ref.current?.querySelector<HTMLElement>(`[data-tile="${current}"]`);
  useLayoutEffect(() => {
    if (!toFocus.current) return;
    toFocus.current = false;
    cell()?.focus({ preventScroll: true });
    cell()?.scrollIntoView({ block: 'nearest' });
  });
  // Who comes to look through figures can begin: the keys are those of the first.
  const isReady = width > 0;
  useEffect(() => {
    if (isReady && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>('[data-tile="0"]')?.focus({ preventScroll: true });
  }, [isReady, ref]);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = wallAction(event);
    const tile = tiles[current];
    if (!action || !tile) return;
    // Enter presses a button in a tile, and does not open the tile.
    if (action === 'open' && !(event.target instanceof Element && event.target.matches('[data-tile]'))) return;
    event.preventDefault();
    const to = movedTo(action, current, { count: tiles.length, columns });
    if (to === undefined) onAction(action, tile);
    else {
      toFocus.current = true;
      onMove(to);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a wall has as many columns as there is room for
    <div
      ref={ref}
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={rows}
      aria-colcount={columns}
      className={styles.wall}
      style={{ height: rows * rowHeight }}
      onKeyDown={onKeyDown}
    >
      {isReady &&
        drawn.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells of a row are walked
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={styles.row}
            style={{ top: row * rowHeight, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap }}
          >
            {tiles.slice(row * columns, (row + 1) * columns).map((tile, column) => {
              const index = row * columns + column;
              return (
                <Tile
                  key={tile.taskId}
                  tile={tile}
                  index={index}
                  value={props.describeTile(tile)}
                  fit={props.fitOf(tile)}
                  marks={{ exclude: marks.exclude.has(tile.taskId), measure: marks.measure.has(tile.taskId) }}
                  isCurrent={index === current}
                  readOnly={props.readOnly}
                  onOpen={() => {
                    onMove(index);
                    onAction('open', tile);
                  }}
                  onMark={(mark: WallMark) => {
                    onMove(index);
                    onAction(mark, tile);
                  }}
                />
              );
            })}
          </div>
        ))}
    </div>
  );
}

/** The rows of the window, and that of the tile in focus, which keeps the focus though it is scrolled away. */
function rowsDrawn({ first, end }: { first: number; end: number }, current: number, rows: number): number[] {
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);
  return current < rows && !drawn.includes(current) ? [...drawn, current] : drawn;
}
