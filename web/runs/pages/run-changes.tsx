import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TargetLink } from '../../chips/components/target-link.tsx';
import { type Difference, differencesQuery } from '../../statistics/lib/differences/queries.ts';
import {
  changeText,
  directionText,
  isTooSmall,
  scoreText,
  summaryText,
} from '../../statistics/lib/differences/words.ts';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { Card } from '../../ui/components/page.tsx';
import { LoadFailure } from '../../ui/components/pending.tsx';
import { metricsConfigQuery } from '../../ui/lib/api/queries.ts';
import type { MetricsConfig, Run } from '../../ui/lib/api/wire.ts';
import { SideValue } from '../../values/components/quantity/side-value.tsx';
import { displayOf } from '../../values/lib/metrics/metric-display.ts';
import styles from './runs.module.css';

const rows = 5;

/** The changes by a finished run, the most significant first; a run that has not begun is not queried. */
export function useRunChanges(run: Run | undefined) {
  const startAt = run?.start_at ?? null;
  const sides = { as_of_before: startAt ?? '', execution_id_after: run?.execution_id ?? '' };
  return useQuery({ ...differencesQuery(run?.chip_id ?? '', sides, { limit: rows }), enabled: startAt !== null });
}

/** What a run that is over changed of what it started from, the most significant first. */
export function RunChanges({ run }: { run: Run }) {
  const { execution_id: executionId, chip_id: chipId, start_at: startAt } = run;
  const found = useRunChanges(run);
  const config = useQuery(metricsConfigQuery());
  if (!found.data && found.error)
    return (
      <Card title="Changed">
        <LoadFailure error={found.error} />
      </Card>
    );
  if (!found.data || startAt === null || found.data.totals.scored === 0) return null;
  const changed = found.data.differences.filter((one) => one.score !== null && !isTooSmall(one));
  return (
    <Card title="Changed" note="against what it started from">
      {changed.length > 0 && (
        <DataTable
          bare
          compact
          label="Changes by significance"
          columns={columnsOf(chipId, config.data)}
          rows={changed}
          rowKey={(one) => `${one.kind} ${one.target_id} ${one.metric}`}
        />
      )}
      <p>
        {summaryText(found.data)}.{' '}
        <Link
          to="/chips/$chipId/differences"
          params={{ chipId }}
          search={{ before: `at:${startAt}`, after: `run:${executionId}` }}
        >
          All changes
        </Link>
      </p>
    </Card>
  );
}

function columnsOf(chipId: string, config: MetricsConfig | undefined): Column<Difference>[] {
  const display = (one: Difference) => displayOf(config, one.kind, one.metric);
  return [
    { id: 'target', title: 'Target', cell: (one) => <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} /> },
    { id: 'metric', title: 'Metric', cell: (one) => display(one).title, wrap: true },
    {
      id: 'before',
      title: 'Before',
      number: true,
      cell: (one) => <SideValue side={one.before} display={display(one)} />,
    },
    {
      id: 'after',
      title: 'After',
      number: true,
      cell: (one) => (
        <>
          <span className={styles.arrow}>→ </span>
          <SideValue side={one.after} display={display(one)} />
        </>
      ),
    },
    { id: 'change', title: 'Change', number: true, cell: (one) => changeText(one, display(one)) },
    { id: 'score', title: 'σ', number: true, cell: (one) => scoreText(one) },
    { id: 'direction', title: 'Verdict', cell: (one) => directionText(one), wrap: true },
  ];
}
