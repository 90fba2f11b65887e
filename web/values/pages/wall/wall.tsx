import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { describeValue } from '#shared/values/rules/cell/display.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { latticeRows, layoutChip } from '../../../chips/lib/map/chip-layout.ts';
import { RunLink } from '../../../runs/components/run-link.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { metricsConfigQuery, topologyQuery, useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { MetricsConfig, TargetKind } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { WallSearch } from '../../../ui/lib/url/search-types.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';
import { marksText, markText, noMarks, settle, toggleMark, unmark } from '../../lib/wall/marks.ts';
import { sortTiles, type WallTile } from '../../lib/wall/tiles.ts';
import type { WallAction } from '../../lib/wall/wall-keys.ts';
import { type Applied, ApplyDialog, applyText } from './apply-dialog.tsx';
import { Enlarged, NoteDialog } from './enlarged.tsx';
import styles from './wall.module.css';
import { WallFiles } from './wall-files.tsx';
import { WallGrid } from './wall-grid.tsx';

type Open = 'figure' | 'note' | 'apply';

/** The figures of a task with the marks on them, and the dialog that carries out all marks at once. */
export function Wall(props: {
  chip: { chip_id: string; topology_id: string | null };
  task: { name: string; kind: TargetKind };
  search: WallSearch;
  all: readonly WallTile[];
}) {
  const { chip, task, search, all } = props;
  const config = useQuery(metricsConfigQuery());
  const readOnly = useReadOnlyReason();
  const lattice = useLattice(chip.topology_id, task.kind, all);
  const tiles = useMemo(() => {
    const shown = search.failed === 'only' ? all.filter(({ status }) => status === 'failed') : all;
    return sortTiles(shown, search.order ?? 'worst', lattice);
  }, [all, search.failed, search.order, lattice]);
  const [marks, setMarks] = useState(noMarks);
  const [place, setPlace] = useState(0);
  const [open, setOpen] = useState<Open>();
  const [applied, setApplied] = useState<Applied>();
  const current = Math.max(0, Math.min(place, tiles.length - 1));
  const tile = tiles[current];
  const marked = {
    exclude: all.filter(({ taskId }) => marks.exclude.has(taskId)),
    measure: all.filter(({ taskId }) => marks.measure.has(taskId)),
  };
  const isMarked = marked.exclude.length + marked.measure.length > 0;
  const describeTile = (one: WallTile) => valueText(one, config.data, task.kind);
  const act = (action: WallAction, on: WallTile) => {
    if (action === 'open') setOpen('figure');
    else if (action === 'note') setOpen('note');
    else if (action === 'next') setPlace(Math.min(tiles.length - 1, current + 1));
    else if (action === 'previous') setPlace(Math.max(0, current - 1));
    else if (readOnly !== undefined) return;
    else if (action === 'exclude' || action === 'measure') setMarks((before) => toggleMark(before, action, on.taskId));
    else if (action === 'unmark') setMarks((before) => unmark(before, on.taskId));
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={styles.bar}>
        <p>
          {plural(tiles.length, 'result')}
          {search.failed === 'only' && ` that failed, of ${all.length}`}
        </p>
        <WallFiles name={`${chip.chip_id}_${task.name}`} task={task.name} tiles={tiles} />
      </div>
      {applied && <AppliedNotice applied={applied} />}
      {tiles.length === 0 ? (
        <p>No result of {task.name} here</p>
      ) : (
        <WallGrid
          label={`Figures of ${task.name}`}
          tiles={tiles}
          marks={marks}
          current={current}
          readOnly={readOnly}
          describeTile={describeTile}
          fitOf={fitText}
          onMove={setPlace}
          onAction={act}
        />
      )}
      <div className={styles.apply}>
        <p role="status">{marksText(marks)}</p>
        <span className={styles.keys}>j k move, Enter enlarges, e exclude, m measure, n note, u unmark</span>
        <Button
          variant="primary"
          disabledReason={readOnly ?? (isMarked ? undefined : 'Mark figures first')}
          onClick={() => setOpen('apply')}
        >
          {isMarked ? `Apply: ${applyText(marked).toLowerCase()}…` : 'Apply…'}
        </Button>
      </div>
      {tile && open === 'figure' && (
        <Enlarged
          task={task.name}
          tile={tile}
          value={describeTile(tile)}
          fit={fitText(tile)}
          mark={markText(marks, tile.taskId)}
          onAction={(action) => act(action, tile)}
          onClose={close}
        />
      )}
      {tile && open === 'note' && <NoteDialog task={task.name} tile={tile} onClose={close} />}
      <ApplyDialog
        chipId={chip.chip_id}
        exclude={marked.exclude}
        measure={marked.measure}
        onSettled={(mark, taskIds) => setMarks((before) => settle(before, mark, taskIds))}
        onApplied={setApplied}
        open={open === 'apply'}
        onClose={close}
      />
    </>
  );
}

function AppliedNotice({ applied: { refusals, run } }: { applied: Applied }) {
  if (refusals.length > 0) return <Notice tone="bad">{refusals.join('. ')}</Notice>;
  return (
    <Notice tone="good">
      <span>
        Done
        {run !== undefined && (
          <>
            . Run <RunLink executionId={run} /> measures again
          </>
        )}
      </span>
    </Notice>
  );
}

/** The position of each target on the chip, row by row from the top. */
function useLattice(
  topologyId: string | null,
  kind: TargetKind,
  tiles: readonly WallTile[],
): ReadonlyMap<string, number> {
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== null });
  return useMemo(() => {
    if (!topology.data) return new Map();
    const layout = layoutChip(topology.data, new Set(tiles.map(({ target }) => target)));
    const points = latticeRows(kind === 'qubit' ? layout.qubits : layout.couplings).flat();
    return new Map(points.map(({ id }, place) => [id, place]));
  }, [topology.data, kind, tiles]);
}

/** The first value that was read from a figure; empty for a failed one. */
function valueText(tile: WallTile, config: MetricsConfig | undefined, kind: TargetKind): string {
  const [first] = Object.entries(tile.outputs);
  if (!first || tile.status === 'failed') return '';
  const [name, measured] = first;
  const display = displayOf(config, kind, name, measured.unit);
  return describeValue(display, measured);
}

const fitText = ({ r2 }: WallTile): string => (r2 === null ? '' : `R² ${formatSignificant(r2, 3)}`);
