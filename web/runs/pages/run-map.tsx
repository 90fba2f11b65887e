import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { ChipMap } from '../../chips/components/chip-map/chip-map.tsx';
import { MapLegend } from '../../chips/components/chip-map/legend.tsx';
import { latticeKind, layoutChip } from '../../chips/lib/map/chip-layout.ts';
import { Button } from '../../ui/components/button.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { UnknownNotice } from '../../ui/components/unknown-notice.tsx';
import { chipQuery, metricsConfigQuery, topologyQuery } from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { Run, RunTask, TargetKind } from '../../ui/lib/api/wire.ts';
import { downloadText } from '../../ui/lib/browser/download.ts';
import type { RunSearch } from '../../ui/lib/url/search-types.ts';
import { unknownName } from '../../ui/lib/url/unknown.ts';
import { useMapColours } from '../../values/lib/look/map-colours.ts';
import { displayOf } from '../../values/lib/metrics/metric-display.ts';
import { runResultsQuery } from '../lib/queries.ts';
import { runLayer } from '../lib/run-layer.ts';
import { measuredCsv } from '../lib/tasks-csv.ts';

const route = getRouteApi('/app/execution/$executionId');
const noNotes = { qubit: new Map<string, string>(), coupling: new Map<string, string>() };

/** What one task of a run measured and where it failed, on the chip: this run's values and no others. */
export function RunMap({ run, change }: { run: Run; change: (next: RunSearch) => void }) {
  const search = route.useSearch();
  const names = useMemo(() => tasksOnTargets(run.task), [run.task]);
  const task = names.find(({ name }) => name === search.task) ?? names[0];
  if (!task) return <p>No task of this run has a qubit or a coupling</p>;
  return (
    <>
      <UnknownNotice
        sentences={[
          unknownName(
            'task',
            search.task,
            names.map(({ name }) => name),
            task.name,
          ),
        ]}
      />
      <div>
        <SelectField
          inline
          label="Task"
          value={task.name}
          onChange={({ target }) => change({ task: target.value, value: undefined })}
        >
          {names.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <TaskMap run={run} task={task.name} kind={task.kind} change={change} />
    </>
  );
}

/** The tasks of a run that have a place on the chip, in its order. */
function tasksOnTargets(tasks: readonly RunTask[]): { name: string; kind: TargetKind }[] {
  const kinds = new Map<string, TargetKind>();
  for (const { name, task_type: type } of tasks) if (type === 'qubit' || type === 'coupling') kinds.set(name, type);
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

function TaskMap(props: { run: Run; task: string; kind: TargetKind; change: (next: RunSearch) => void }) {
  const { run, task, kind, change } = props;
  const { value } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const colours = useMapColours();
  const config = useQuery(metricsConfigQuery());
  const chip = useQuery(chipQuery(run.chip_id));
  const topologyId = chip.data?.topology_id;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: typeof topologyId === 'string' });
  const ended = run.task.filter((one) => one.name === task && one.end_at !== null).length;
  const results = useQuery(runResultsQuery(run.execution_id, { task_name: task }, ended));
  const measured = useMemo(() => measuredIn(results.data ?? []), [results.data]);
  const chosen = measured.find((name) => name === value) ?? measured[0] ?? '';
  const layout = useMemo(() => {
    const couplings = results.data?.flatMap((one) => (one.task_type === 'coupling' ? [one.qid] : []));
    return topology.data && layoutChip(topology.data, new Set(couplings));
  }, [topology.data, results.data]);
  const layer = useMemo(() => {
    if (!layout) return undefined;
    const targets = (kind === 'qubit' ? layout.qubits : layout.couplings).map(({ id }) => id);
    return runLayer(results.data ?? [], displayOf(config.data, kind, chosen), targets, colours);
  }, [layout, results.data, config.data, kind, chosen, colours]);
  if (chip.data && topologyId === null) return <p>This chip has no topology to draw</p>;
  if (!results.data || !layer || !layout)
    return <Pending error={results.error ?? chip.error ?? topology.error} what="map" />;
  const save = () =>
    downloadText(
      `${run.execution_id}_${task}.csv`,
      toCsv(measuredCsv(task, run.execution_id, results.data)),
      'text/csv;charset=utf-8',
    );
  return (
    <>
      <UnknownNotice sentences={[unknownName('value', value, measured, chosen)]} />
      {measured.length > 1 && (
        <div>
          <SelectField inline label="Value" value={chosen} onChange={({ target }) => change({ value: target.value })}>
            {measured.map((name) => (
              <option key={name} value={name}>
                {displayOf(config.data, kind, name).title}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <ChipMap
        label={`Map of ${task} in run ${run.execution_id}`}
        layout={layout}
        qubits={kind === 'qubit' ? layer : undefined}
        couplings={kind === 'coupling' ? layer : undefined}
        active={latticeKind(kind)}
        selected={undefined}
        withNotes={noNotes}
        timeZone={timeZone}
        onSelect={(target) => {
          const taskId = layer.cells.find((cell) => cell.target === target?.id)?.taskId;
          if (taskId) void navigate({ to: '/tasks/$taskId', params: { taskId } });
        }}
      />
      {chosen !== '' && <MapLegend layer={layer} />}
      <div>
        <Button small aria-label={`${task} as CSV`} onClick={save}>
          CSV
        </Button>
      </div>
    </>
  );
}

/** What any of these results measured, in the order in which it appears. */
const measuredIn = (results: readonly RunTask[]): string[] => [
  ...new Set(results.flatMap((task) => (task.status === 'completed' ? Object.keys(task.output_parameters ?? {}) : []))),
];
