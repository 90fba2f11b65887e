import { FigureThumbnail } from '../../../results/components/figures/figure-thumbnail.tsx';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { classNames } from '../../lib/look/class-names.ts';
import type { WallMark } from '../../lib/wall/marks.ts';
import type { WallTile } from '../../lib/wall/tiles.ts';
import styles from './wall.module.css';

/** One figure with its target, the values read from it, and its pending actions. */
export function Tile(props: {
  tile: WallTile;
  index: number;
  /** What was read from it, in words. */
  value: string;
  fit: string;
  marks: Readonly<Record<WallMark, boolean>>;
  isCurrent: boolean;
  readOnly: string | undefined;
  onOpen: () => void;
  onMark: (mark: WallMark) => void;
}) {
  const { tile, index, value, fit, marks, isCurrent, readOnly } = props;
  const name = taskTargetLabel(tile.target);
  const marked = [
    tile.isExcluded && 'excluded',
    marks.exclude && 'marked to exclude',
    marks.measure && 'marked to measure',
  ].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a wall has as many columns as there is room for
    <div
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      data-tile={index}
      className={classNames(styles.tile, tile.status === 'failed' && styles.failed)}
      data-excluding={marks.exclude || undefined}
      data-measuring={marks.measure || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.figure}
        aria-label={`Enlarge ${name}`}
        onClick={props.onOpen}
      >
        <FigureThumbnail path={tile.figures[0]} />
      </button>
      <div className={styles.caption}>
        <strong>{name}</strong> <span>{tile.status === 'failed' ? 'failed' : value}</span>
        {marked.length > 0 && <span className="visually-hidden">, {marked.join(', ')}</span>}
      </div>
      <div className={styles.fit}>{fit || ' '}</div>
      <div className={styles.marking}>
        {(['exclude', 'measure'] as const).map((mark) => (
          <Button
            key={mark}
            small
            tabIndex={-1}
            aria-pressed={marks[mark]}
            aria-label={`${words[mark]} ${name}`}
            disabledReason={readOnly}
            onClick={() => props.onMark(mark)}
          >
            {words[mark]}
          </Button>
        ))}
      </div>
    </div>
  );
}

const words = { exclude: 'Exclude', measure: 'Measure' } as const;
