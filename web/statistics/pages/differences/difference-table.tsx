import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { TargetLink } from '../../../chips/components/target-link.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { SideValue } from '../../../values/components/quantity/side-value.tsx';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { type Difference, differencesQuery } from '../../lib/differences/queries.ts';
import { differenceKey } from '../../lib/differences/ticked.ts';
import { basisText, changeText, directionText, isTooSmall, scoreText } from '../../lib/differences/words.ts';
import { Tick } from './ticks.tsx';

const firstRows = 25;

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** What both sides have, the most significant change first; changes too small to matter are a folded list. */
export function DifferenceTable(props: {
  chipId: string;
  differences: readonly Difference[];
  total: number;
  selected: string | undefined;
}) {
  const config = useQuery(metricsConfigQuery());
  const [isComplete, setIsComplete] = useState(false);
  const columns = useMemo(
    () => withTicks(allColumns(props.chipId, config.data), config.data),
    [props.chipId, config.data],
  );
  const ofTarget = props.differences.filter(
    ({ target_id: id }) => props.selected === undefined || id === props.selected,
  );
  const [small, relevant] = partition(ofTarget, isTooSmall);
  const shown = isComplete ? relevant : relevant.slice(0, firstRows);
  return (
    <>
      <DataTable bare pure compact label="Differences" columns={columns} rows={shown} rowKey={differenceKey} />
      {shown.length < relevant.length && (
        <div>
          <Button small onClick={() => setIsComplete(true)}>
            Show all {relevant.length}
          </Button>
        </div>
      )}
      {small.length > 0 && (
        <details>
          <summary>{plural(small.length, 'change')} too small to matter</summary>
          <DataTable bare pure compact label="Small changes" columns={columns} rows={small} rowKey={differenceKey} />
        </details>
      )}
      {isComplete && props.differences.length < props.total && (
        <p>
          The first {props.differences.length} of {props.total}; the CSV has all.
        </p>
      )}
    </>
  );
}

/** What one side alone has, read when it is opened. */
export function OneSided(props: {
  chipId: string;
  sides: Record<string, string>;
  presence: 'appeared' | 'vanished';
  count: number;
}) {
  const { chipId, sides, presence, count } = props;
  const [isOpen, setIsOpen] = useState(false);
  const config = useQuery(metricsConfigQuery());
  const list = useQuery({ ...differencesQuery(chipId, sides, { presence }), enabled: isOpen });
  const columns = useMemo(
    () =>
      allColumns(chipId, config.data).filter(({ id }) =>
        ['target', 'metric', presence === 'appeared' ? 'after' : 'before'].includes(id),
      ),
    [chipId, config.data, presence],
  );
  if (count === 0) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {count} only {presence === 'appeared' ? 'after' : 'before'}
      </summary>
      {list.data && (
        <DataTable
          bare
          pure
          compact
          label={presence === 'appeared' ? 'Values only after' : 'Values only before'}
          columns={columns}
          rows={list.data.differences}
          rowKey={differenceKey}
        />
      )}
    </details>
  );
}

function allColumns(chipId: string, config: MetricsConfig | undefined): Column<Difference>[] {
  const displayFor = ({ kind, metric }: Difference) => displayOf(config, kind, metric);
  return [
    { id: 'target', title: 'Target', cell: (row) => <TargetLink chipId={chipId} kind={row.kind} id={row.target_id} /> },
    { id: 'metric', title: 'Metric', cell: (row) => displayFor(row).title },
    {
      id: 'before',
      title: 'Before',
      number: true,
      cell: (row) => <Side side={row.before} display={displayFor(row)} />,
    },
    {
      id: 'after',
      title: 'After',
      number: true,
      cell: (row) => <Side side={row.after} display={displayFor(row)} />,
    },
    { id: 'change', title: 'Change', number: true, cell: (row) => changeText(row, displayFor(row)) },
    { id: 'score', title: 'Significance', number: true, corner: true, cell: scoreText },
    {
      id: 'q',
      title: 'FDR',
      number: true,
      detail: true,
      cell: (row) => (row.score ? formatSignificant(row.score.q, 2) : '–'),
    },
    { id: 'direction', title: 'Verdict', cut: true, cell: directionText },
    { id: 'basis', title: 'Reference', wrap: true, detail: true, cell: (row) => basisText(row) || '–' },
  ];
}

/** The columns with a box to tick before each target. */
function withTicks([target, ...others]: Column<Difference>[], config: MetricsConfig | undefined): Column<Difference>[] {
  const cell = (row: Difference) => (
    <>
      <Tick
        row={row}
        name={`${targetLabel(row.kind, row.target_id)}, ${displayOf(config, row.kind, row.metric).title}`}
      />
      {target?.cell(row)}
    </>
  );
  return [{ id: 'target', title: 'Target', cell }, ...others];
}

/** A value leads to the result that it is of. */
function Side({ side, display }: { side: Difference['before']; display: MetricDisplay }) {
  const value = <SideValue side={side} display={display} />;
  if (!side?.task_id) return value;
  return (
    <Link to="/tasks/$taskId" params={{ taskId: side.task_id }}>
      {value}
    </Link>
  );
}
