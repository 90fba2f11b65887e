import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { TaskNote } from '../../../notes/components/task-note.tsx';
import { FigureImage } from '../../../results/components/figures/figure-viewer.tsx';
import { taskQuery } from '../../../runs/lib/task-queries.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import type { WallTile } from '../../lib/wall/tiles.ts';
import { type WallAction, wallAction } from '../../lib/wall/wall-keys.ts';
import styles from './wall.module.css';

interface Props {
  task: string;
  tile: WallTile;
  value: string;
  fit: string;
  /** The pending actions on it, in words; empty for none. */
  mark: string;
  onAction: (action: WallAction) => void;
  onClose: () => void;
}

/** One figure as large as there is room for; the keys of the wall go on. */
export function Enlarged({ task, tile, value, fit, mark, onAction, onClose }: Props) {
  const name = `${task} ${taskTargetLabel(tile.target)}`;
  return (
    <Dialog title={name} description={[value, fit].filter(Boolean).join(', ')} open onClose={onClose} wide>
      <Keys onAction={onAction} label={name}>
        {tile.message !== '' && <p>{visibleText(tile.message)}</p>}
        {tile.figures.length === 0 && <p>No figure</p>}
        {tile.figures.slice(0, 1).map((path) => (
          <FigureImage key={path} path={path} label={`Figure of ${name}`} />
        ))}
        <p role="status">{mark || 'Not marked'}</p>
        <div className={styles.actions}>
          <Button onClick={() => onAction('previous')}>Previous</Button>
          <Button onClick={() => onAction('next')}>Next</Button>
          <Button onClick={() => onAction('exclude')}>Mark to exclude</Button>
          <Button onClick={() => onAction('measure')}>Mark to measure</Button>
          <Button onClick={() => onAction('note')}>Note</Button>
          <Link to="/tasks/$taskId" params={{ taskId: tile.taskId }} className={buttonClass()}>
            Open the result
          </Link>
        </div>
      </Keys>
    </Dialog>
  );
}

/** The keys of the wall, except those that move between its rows: the dialog has no rows. */
function Keys(props: { label: string; onAction: (action: WallAction) => void; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.key.length === 1 ? wallAction(event) : undefined;
    if (!action) return;
    event.preventDefault();
    props.onAction(action);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what is shown, not of fields
    <div role="group" aria-label={props.label} className={styles.enlarged} onKeyDown={onKeyDown}>
      {props.children}
    </div>
  );
}

/** The note of a result, without leaving the wall. */
export function NoteDialog({ task, tile, onClose }: Pick<Props, 'task' | 'tile' | 'onClose'>) {
  const detail = useQuery(taskQuery(tile.taskId));
  return (
    <Dialog title={`Note on ${task} ${taskTargetLabel(tile.target)}`} open onClose={onClose}>
      {detail.data ? <TaskNote task={detail.data} /> : <Pending error={detail.error} what="note" />}
    </Dialog>
  );
}
