import { Link } from '@tanstack/react-router';
import { RunLink } from '../../../runs/components/run-link.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import type { MetricsConfig, ParameterVersion, ProvenanceActivity, TargetKind } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import type { LaterUse, StartedFrom } from '../../../values/lib/metrics/provenance.ts';

/** Leads to the result of a task. */
export const TaskLink = ({ activity }: { activity: ProvenanceActivity }) => (
  <Link to="/tasks/$taskId" params={{ taskId: activity.task_id }}>
    {activity.task_name}
  </Link>
);

const kindOf = (text: string): TargetKind => (text === 'coupling' ? 'coupling' : 'qubit');

/** A version in words, which lead to its target's page. */
function VersionLink({
  chipId,
  config,
  version,
}: {
  chipId: string;
  config: MetricsConfig;
  version: ParameterVersion;
}) {
  const { qid, parameter_name: metric } = version;
  const kind = kindOf(version.target_type);
  const display = displayOf(config, kind, metric, version.unit);
  return (
    <Link
      to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
      params={{ chipId, target: qid }}
      search={{ metric, ...usePastSearch() }}
    >
      {targetLabel(kind, qid)} {display.title} <MetricQuantity display={display} stored={version} />
    </Link>
  );
}

/** The values that a task started from, each with the version that it was. */
export function InputTable(props: {
  chipId: string;
  config: MetricsConfig;
  target: ProvenanceActivity;
  inputs: readonly StartedFrom[];
}) {
  const { chipId, config, inputs, target } = props;
  const columns: Column<StartedFrom>[] = [
    {
      id: 'input',
      title: 'Started from',
      wrap: true,
      cell: ({ name, value, unit, version }) => {
        if (version) return <VersionLink {...{ chipId, config, version }} />;
        const display = displayOf(config, kindOf(target.task_type), name, unit);
        return (
          <>
            {display.title} <MetricQuantity display={display} stored={{ value, unit, error: null }} />
          </>
        );
      },
    },
    {
      id: 'measured',
      title: 'Measured',
      cell: ({ version }) => (version ? <ClockTime at={version.valid_from} /> : 'given to the run'),
    },
    {
      id: 'run',
      title: 'Run',
      cell: ({ version }) => <RunLink executionId={version?.execution_id} otherwise={version?.source ?? ''} />,
    },
  ];
  return <DataTable bare compact label="Started from" columns={columns} rows={inputs} rowKey={({ name }) => name} />;
}

/** The tasks that used a value, or what came from it, and what they measured. */
export function LaterUseTable(props: { chipId: string; config: MetricsConfig; uses: readonly LaterUse[] }) {
  const { chipId, config, uses } = props;
  if (uses.length === 0) return <p>No task has used it yet.</p>;
  const links = (versions: readonly ParameterVersion[]) =>
    versions.map((version, n) => (
      <span key={version.entity_id}>
        {n > 0 && ', '}
        <VersionLink {...{ chipId, config, version }} />
      </span>
    ));
  const throughOthers: Column<LaterUse> = {
    ...{ id: 'through', title: 'Through', wrap: true },
    cell: ({ through }) => (through.length > 0 ? links(through) : '–'),
  };
  const columns: Column<LaterUse>[] = [
    {
      id: 'task',
      title: 'Used by',
      wrap: true,
      cell: ({ activity }) => (
        <>
          <TaskLink activity={activity} /> in <RunLink executionId={activity.execution_id} />
        </>
      ),
    },
    { id: 'measured', title: 'Measured', wrap: true, cell: ({ measured }) => links(measured) },
    ...(uses.some(({ through }) => through.length > 0) ? [throughOthers] : []),
    { id: 'at', title: 'Ended', wrap: true, cell: ({ activity }) => <ClockTime at={activity.ended_at} /> },
  ];
  return (
    <DataTable bare label="Used later" columns={columns} rows={uses} rowKey={({ activity }) => activity.activity_id} />
  );
}
