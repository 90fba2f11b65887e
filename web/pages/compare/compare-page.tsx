import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { SelectField } from '../../components/field.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import type { RunSummary } from '../../lib/api/wire.ts';
import { lastTwoOfFlow, runBefore } from '../../lib/differences/last-two-of-flow.ts';
import { runsQuery, runsRequest } from '../../lib/runs/queries.ts';
import { comparisonQuery } from '../../lib/runs/repeat-queries.ts';
import styles from './compare.module.css';
import { Differences, RunParameters, RunsSideBySide, StartState } from './differences.tsx';

const route = getRouteApi('/app/compare');

const latestRuns = () => runsQuery(runsRequest({}, 100, 'UTC'));

/** What differs between two executions: how they were run, what they began from, and what they measured. */
export function ComparePage() {
  const { before, after } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: { before?: string | undefined; after?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
  const runs = useQuery(latestRuns()).data?.executions;
  const proposed = useMemo(() => proposedSides(runs ?? [], before, after), [runs, before, after]);
  // Without a run, or with the later one alone, the page compares with the last time; the address then says so.
  useEffect(() => {
    if (proposed) void navigate({ search: (previous) => ({ ...previous, ...proposed }), replace: true });
  }, [proposed, navigate]);
  return (
    <Page title="Compare runs" breadcrumbs={[{ label: 'Runs', to: '/execution' }]}>
      <search className={styles.choices}>
        <RunChoice label="Before" value={before} onChange={(id) => change({ before: id })} />
        <RunChoice label="After" value={after} onChange={(id) => change({ after: id })} />
      </search>
      {before === undefined || after === undefined ? (
        runs &&
        !proposed && (
          <EmptyState title={runs.length > 1 ? 'Choose two runs' : 'Fewer than two runs'}>
            Their values are compared target by target.
          </EmptyState>
        )
      ) : before === after ? (
        <EmptyState title="Choose another run">A run does not differ from itself.</EmptyState>
      ) : (
        <Comparison before={before} after={after} />
      )}
    </Page>
  );
}

/** The proposed sides of a comparison if not both are named; undefined without a proposal. */
function proposedSides(runs: readonly RunSummary[], before: string | undefined, after: string | undefined) {
  if (before !== undefined) return undefined;
  const earlier = after === undefined ? undefined : runBefore(runs, after);
  const two = after === undefined ? lastTwoOfFlow(runs) : undefined;
  if (two) return { before: two.before.execution_id, after: two.after.execution_id };
  return earlier && { before: earlier.execution_id };
}

function Comparison({ before, after }: { before: string; after: string }) {
  const comparison = useQuery(comparisonQuery(before, after));
  if (!comparison.data) return <Pending error={comparison.error} what="comparison" />;
  const { before: first, after: second } = comparison.data;
  const chipId = first.chip_id === second.chip_id ? first.chip_id : undefined;
  return (
    <>
      <RunsSideBySide comparison={comparison.data} />
      {chipId !== undefined && (
        <p>
          <Link
            to="/chips/$chipId/differences"
            params={{ chipId }}
            search={{ before: `run:${before}`, after: `run:${after}` }}
          >
            Changes by significance
          </Link>
        </p>
      )}
      <RunParameters comparison={comparison.data} />
      <Differences
        title="Measured values"
        label="Measured values that differ"
        diff={comparison.data}
        same="No measured value differs"
      />
      <StartState comparison={comparison.data} />
    </>
  );
}

/** The latest executions, and the chosen one where it is older. */
function RunChoice(props: { label: string; value: string | undefined; onChange: (id: string | undefined) => void }) {
  const list = useQuery(latestRuns());
  const rows = list.data?.executions ?? [];
  const isListed = rows.some((row) => row.execution_id === props.value);
  return (
    <div className={styles.choice}>
      <SelectField
        label={props.label}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.target.value || undefined)}
      >
        <option value="">Choose…</option>
        {props.value !== undefined && !isListed && <option value={props.value}>{props.value}</option>}
        {rows.map((row) => (
          <option key={row.execution_id} value={row.execution_id}>
            {row.execution_id}, {row.flow_name} on {row.chip_id}, {row.status}
          </option>
        ))}
      </SelectField>
      {props.value !== undefined && (
        <Link to="/execution/$executionId" params={{ executionId: props.value }}>
          Show {props.value}
        </Link>
      )}
    </div>
  );
}
