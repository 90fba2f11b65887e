import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { compareTargets } from '../../chips/lib/map/target-order.ts';
import { runsLookedAt, secondsOf } from '../../flows/lib/activity.ts';
import { type FlowWithTasks, flowsWithTasksQuery, taskCountQuery } from '../../flows/lib/flows-with-tasks.ts';
import { type Entered, readParameters } from '../../flows/lib/parameters.ts';
import { taskNamesQuery } from '../../results/lib/queries.ts';
import { qubitsToMeasure, targetsText } from '../../statistics/lib/differences/ticked.ts';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { CheckField, SelectField } from '../../ui/components/field.tsx';
import { FieldGroup } from '../../ui/components/field-group.tsx';
import { Fold } from '../../ui/components/fold.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { chipMetricsQuery, metricsConfigQuery, projectKey } from '../../ui/lib/api/queries.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';
import { displayOf } from '../../values/lib/metrics/metric-display.ts';
import { WorkerNotice } from '../../workers/components/worker-notice.tsx';
import { holderInTheWay } from '../lib/lock.ts';
import {
  type MeasureJob,
  type MeasuringTask,
  measureJobs,
  metricsOfJobs,
  minutesText,
  overwrittenBy,
  secondsOfJobs,
  type Wanted,
} from '../lib/measure-jobs.ts';
import { lockQuery, runsQuery, runsRequest } from '../lib/queries.ts';
import { KeepSimulatedField } from './keep-simulated-field.tsx';
import { LockNotice } from './lock-notice.tsx';
import { ValueInputs } from './parameter-inputs.tsx';

const RunFlowDialog = lazy(() => import('./run-flow-dialog.tsx').then((module) => ({ default: module.RunFlowDialog })));

interface MeasureProps {
  chipId: string;
  wanted: readonly Wanted[];
  onClose: () => void;
}

/**
 * Starts what measures the wanted values: single tasks, standard ones and those of workers, each on its own targets, or
 * a flow that has them, with the tasks to tick. Where no task measures any of it, a flow is chosen.
 */
export function MeasureDialog(props: MeasureProps) {
  const tasks = useQuery(taskNamesQuery());
  const { jobs, without } = measureJobs(props.wanted, tasks.data?.announced);
  if (jobs.length === 0 && tasks.data)
    return (
      <Suspense>
        <RunFlowDialog
          flowName={undefined}
          chipId={props.chipId}
          qubits={qubitsToMeasure(props.wanted)}
          open
          onClose={props.onClose}
        />
      </Suspense>
    );
  return (
    <Dialog title={`Measure ${targetsText(unique(props.wanted))}`} open onClose={props.onClose} wide>
      {tasks.data ? (
        <MeasureForm {...props} jobs={jobs} without={without} />
      ) : (
        <Pending error={tasks.error} what="tasks" />
      )}
    </Dialog>
  );
}

const unique = (wanted: readonly Wanted[]): Wanted[] =>
  [...new Map(wanted.map((one) => [`${one.kind} ${one.id}`, one])).values()].sort((a, b) => compareTargets(a.id, b.id));

function MeasureForm(props: MeasureProps & { jobs: readonly MeasureJob[]; without: readonly Wanted[] }) {
  const { chipId, wanted, jobs, without } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const config = useQuery(metricsConfigQuery()).data;
  const holder = holderInTheWay(useQuery(lockQuery()).data, chipId);
  const names = new Set(jobs.map(({ task }) => task.name));
  const flows = (useQuery(flowsWithTasksQuery(chipId)).data ?? []).filter(({ tasks }) =>
    tasks.some((name) => names.has(name)),
  );
  const [flowName, setFlowName] = useState('');
  const flow = flows.find(({ name }) => name === flowName);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => firstKeys(jobs));
  const [started, setStarted] = useState<ReadonlySet<string>>(new Set());
  const [keepsValues, setKeepsValues] = useState(false);
  const [entered, setEntered] = useState<Readonly<Record<string, Entered>>>({});
  const targets = unique(wanted);
  const offered = flow ? jobsOfFlow(flow, targets, jobs) : jobs;
  const chosen = offered.filter(({ task }) => ticked.has(task.key));
  const single = flow ? [] : chosen;
  const ofWorkers = chosen.filter(({ task }) => task.backend !== undefined);
  const standard = chosen.filter(({ task }) => task.backend === undefined);
  const readOf = ({ key, fields }: MeasuringTask) => readParameters(fields, entered[key] ?? {}, '');
  const simulated = keepsValues ? { simulated_values: 'keep' } : {};
  const ofFlow = {
    chip_id: chipId,
    qids: qubitsToMeasure(targets),
    ...(flow && chosen.length < flow.tasks.length && { only_tasks: chosen.map(({ task }) => task.name) }),
    ...simulated,
  };
  const preview = useQuery({
    ...taskCountQuery(flow?.flow ?? flowOf(standard), chipId, flow ? ofFlow : simulated),
    enabled: standard.length > 0,
  }).data;
  const start = useMutation({
    mutationFn: async () => {
      if (flow) {
        const body = { parameters: ofFlow };
        const { execution_id: id, behind } = await api.queueFlow({ params: { name: flow.name }, body });
        return id ?? behind;
      }
      let first: string | null = null;
      for (const { task, targets: ids } of chosen.filter(({ task: { key } }) => !started.has(key))) {
        const choice = task.type === 'coupling' ? { coupling_ids: ids } : { qids: ids };
        const read = readOf(task);
        const given = { ...(task.backend === undefined && simulated), ...(read.ok && read.parameters) };
        const body = {
          task_name: task.name,
          chip_id: chipId,
          ...(task.backend !== undefined && { backend: task.backend }),
          parameters: { ...given, ...choice },
        };
        const { execution_id: id, behind } = await api.queueTask({ body });
        first ??= id ?? behind;
        // A repeat after a failure starts only what has not begun.
        setStarted((before) => new Set([...before, task.key]));
      }
      return first;
    },
    onSuccess: async (executionId) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      props.onClose();
      if (executionId !== null) await navigate({ to: '/execution/$executionId', params: { executionId } });
    },
  });
  // A flow may have a task more than once.
  const count = flow ? (preview?.task_count ?? 0) : chosen.reduce((sum, { targets: ids }) => sum + ids.length, 0);
  return (
    <DialogForm
      action={holder ? `Queue ${plural(count, 'task')}` : `Start ${plural(count, 'task')}`}
      busy={start.isPending}
      disabled={count === 0 || chosen.length === 0 || single.some(({ task }) => !readOf(task).ok)}
      onCancel={props.onClose}
      onSubmit={() => start.mutate()}
    >
      {flows.length > 0 && (
        <SelectField
          label="With"
          value={flowName}
          onChange={({ target }) => {
            setFlowName(target.value);
            const next = flows.find(({ name }) => name === target.value);
            setTicked(next ? new Set(next.tasks) : firstKeys(jobs));
          }}
        >
          <option value="">Single tasks</option>
          {flows.map(({ name, tasks }) => (
            <option key={name} value={name}>
              Flow {name}, {plural(tasks.length, 'task')}
            </option>
          ))}
        </SelectField>
      )}
      <FieldGroup legend="Tasks">
        {offered.map(({ task, targets: ids }) => (
          <CheckField
            key={task.key}
            label={`${task.title}: ${measuredText(task, config)}, on ${plural(ids.length, task.type)}`}
            checked={ticked.has(task.key)}
            disabled={started.has(task.key)}
            onChange={() => setTicked(ticked.symmetricDifference(new Set([task.key])))}
          />
        ))}
      </FieldGroup>
      {single.map(({ task }) => {
        const read = readOf(task);
        const legend = `Parameters of ${task.title}`;
        const inputs = (
          <ValueInputs
            key={task.key}
            legend={legend}
            fields={task.fields}
            entered={entered[task.key] ?? {}}
            problems={read.ok ? [] : read.problems}
            onEnter={(name, value) => setEntered({ ...entered, [task.key]: { ...entered[task.key], [name]: value } })}
          />
        );
        // Standard tasks have defaults, which are seldom changed.
        if (task.backend !== undefined || task.fields.length === 0) return inputs;
        return (
          <Fold key={task.key} summary={legend}>
            {inputs}
          </Fold>
        );
      })}
      {without.length > 0 && (
        <Notice tone="warn">
          No task measures{' '}
          {without
            .map(
              ({ kind, id, metric, task }) =>
                `${task ?? (metric === undefined ? 'values' : displayOf(config, kind, metric).title)} of ${targetLabel(kind, id)}`,
            )
            .join(', ')}
        </Notice>
      )}
      {preview && !preview.valid && (
        <Notice tone="warn">{preview.problems.map(({ message }) => message).join('. ')}</Notice>
      )}
      <Consequence
        chipId={chipId}
        jobs={chosen}
        flow={flow && { flowName: flow.name, tasks: count }}
        isTrial={preview?.simulated_values === 'trial'}
      />
      {standard.length > 0 && preview?.chip_has_real_values && (
        <KeepSimulatedField chipId={chipId} checked={keepsValues} onChange={setKeepsValues} />
      )}
      {[...new Set(ofWorkers.map(({ task }) => task.backend))].map((backend) => (
        <WorkerNotice key={backend} parameters={{ backend }} />
      ))}
      <LockNotice chipId={chipId} meanwhile="You can queue these." />
      <ErrorNotice error={start.error} />
    </DialogForm>
  );
}

const firstKeys = (jobs: readonly MeasureJob[]): Set<string> =>
  new Set(jobs.filter(({ isFirst }) => isFirst).map(({ task }) => task.key));

/** Single standard tasks as a flow, to be looked over before they start. */
const flowOf = (jobs: readonly MeasureJob[]) => ({
  name: jobs.map(({ task }) => task.name).join(' '),
  version: 0,
  runner: 'managed' as const,
  code: JSON.stringify({ stages: jobs.map(({ task: { name } }) => ({ name, tasks: [name] })) }),
  default_parameters: {},
});

/** The tasks of a flow on the wanted targets, as a flow runs them: of couplings with their qubits. */
function jobsOfFlow(flow: FlowWithTasks, targets: readonly Wanted[], jobs: readonly MeasureJob[]): MeasureJob[] {
  const all = measureJobs([
    ...targets.flatMap(({ kind, id }) => flow.tasks.map((task): Wanted => ({ kind, id, task }))),
    ...qubitsToMeasure(targets).flatMap((id) => flow.tasks.map((task): Wanted => ({ kind: 'qubit', id, task }))),
  ]).jobs;
  const first = new Set(jobs.filter(({ isFirst }) => isFirst).map(({ task }) => task.name));
  return all
    .map((job) => ({ ...job, isFirst: first.has(job.task.name) }))
    .sort((a, b) => flow.tasks.indexOf(a.task.name) - flow.tasks.indexOf(b.task.name));
}

const measuredText = ({ outputs, type }: MeasuringTask, config: Parameters<typeof displayOf>[0]): string =>
  outputs
    .map(
      ({ name, of }) => displayOf(config, type === 'coupling' && of === undefined ? 'coupling' : 'qubit', name).title,
    )
    .join(', ') || 'no values';

/** How many values are named. */
const mostNamed = 4;

/** How long it takes, and which current values it replaces. */
function Consequence({
  chipId,
  jobs,
  flow,
  isTrial,
}: {
  chipId: string;
  jobs: readonly MeasureJob[];
  flow: { flowName: string; tasks: number } | undefined;
  isTrial: boolean;
}) {
  const config = useQuery(metricsConfigQuery()).data;
  const runs = useQuery(runsQuery(runsRequest({}, runsLookedAt, 'UTC'))).data;
  const asked = metricsOfJobs(jobs);
  const metrics = useQuery({ ...chipMetricsQuery(chipId, {}, { metrics: asked }), enabled: asked.length > 0 }).data;
  if (jobs.length === 0) return <p role="status">Tick what to measure</p>;
  const done = runs?.executions ?? [];
  const seconds = (flow && secondsOf({ ...flow, chipId }, done)) ?? secondsOfJobs(jobs, chipId, done);
  const kept = isTrial ? jobs.filter(({ task }) => task.backend !== undefined) : jobs;
  const replaced = metrics ? overwrittenBy(kept, metrics) : [];
  const named = replaced
    .slice(0, mostNamed)
    .map(({ kind, id, metric }) => `${displayOf(config, kind, metric).title} of ${targetLabel(kind, id)}`);
  const more = replaced.length > named.length ? ` and ${replaced.length - named.length} more` : '';
  return (
    <p role="status">
      {seconds === undefined ? 'No completed run to estimate the time from' : `Takes ${minutesText(seconds)}`}.{' '}
      {metrics &&
        (replaced.length === 0
          ? 'No current value is replaced.'
          : `Replaces ${plural(replaced.length, 'current value')}: ${named.join(', ')}${more}.`)}
    </p>
  );
}
