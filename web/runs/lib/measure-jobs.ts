import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { compareTargets } from '../../chips/lib/map/target-order.ts';
import { secondsOf } from '../../flows/lib/activity.ts';
import type { ParameterField } from '../../flows/lib/parameters.ts';
import type { ChipMetrics, RunnableTask, RunSummary, TargetKind } from '../../ui/lib/api/wire.ts';
import { cellsOf } from '../../values/lib/metrics/metric-choice.ts';
import { fieldsOf, offersOf } from './offered-tasks.ts';

/** What is to be measured: a metric of a target, a failed task of it, or all of it. */
export interface Wanted {
  kind: TargetKind;
  id: string;
  metric?: string | undefined;
  /** The name of a failed task. */
  task?: string | undefined;
}

/** A standard task, or a task that a worker announced, on one backend. */
export interface MeasuringTask {
  /** Differs from that of every other offered task. */
  key: string;
  name: string;
  title: string;
  type: string;
  outputs: readonly { name: string; of?: 'control' | 'target' | undefined }[];
  /** The backend of an announced task; absent for a standard one. */
  backend?: string;
  /** What an announced task takes by its form, or a standard one. */
  fields: readonly ParameterField[];
}

/** A task on the targets that it is wanted on. */
export interface MeasureJob {
  task: MeasuringTask;
  targets: string[];
  /** It is the first choice for something that is wanted, and not an alternative. */
  isFirst: boolean;
}

const standardTasks = taskCatalogue.map(
  (task): MeasuringTask => ({ ...task, key: task.name, title: task.name, fields: fieldsOf(task) }),
);

const announcedTasks = (announced: readonly RunnableTask[]): MeasuringTask[] =>
  announced.flatMap((task) =>
    offersOf(task).map(({ name, title, backend, fields }) => ({
      key: `${name} ${backend}`,
      name,
      title: `${title} (${backend})`,
      type: task.task_type,
      outputs: task.outputs.map((output) => ({ name: output })),
      backend,
      fields,
    })),
  );

/**
 * The tasks that produce what is wanted, and what no task measures. Those of workers come first, then the standard
 * ones in the order of the catalogue. For a single value the other tasks of workers follow.
 */
export function measureJobs(
  wanted: readonly Wanted[],
  announced: readonly RunnableTask[] = [],
): { jobs: MeasureJob[]; without: Wanted[] } {
  const all = [...announcedTasks(announced), ...standardTasks];
  const found = new Map<MeasuringTask, { targets: Set<string>; isFirst: boolean }>();
  const without: Wanted[] = [];
  for (const one of wanted) {
    const tasks = all.filter((task) => produces(task, one));
    if (tasks.length === 0) without.push(one);
    for (const [n, task] of tasks.entries()) {
      const job = found.get(task) ?? { targets: new Set<string>(), isFirst: false };
      job.targets.add(one.id);
      // Of a target as a whole nothing is the first choice.
      job.isFirst ||= n === 0 && (one.metric !== undefined || one.task !== undefined);
      found.set(task, job);
    }
  }
  const jobs = all.flatMap((task): MeasureJob[] => {
    const job = found.get(task);
    return job ? [{ task, targets: [...job.targets].sort(compareTargets), isFirst: job.isFirst }] : [];
  });
  const [only, ...more] = wanted;
  if (only?.metric === undefined || more.length > 0) return { jobs, without };
  const others = all.filter((task) => task.backend !== undefined && task.type === only.kind && !found.has(task));
  return { jobs: [...jobs, ...others.map((task) => ({ task, targets: [only.id], isFirst: false }))], without };
}

function produces({ type, outputs, name: own }: MeasuringTask, { kind, metric, task: name }: Wanted): boolean {
  if (type !== kind) return false;
  if (name !== undefined) return own === name;
  const measured = outputs.filter(({ of }) => of === undefined);
  return metric === undefined ? measured.length > 0 : measured.some((output) => output.name === metric);
}

/** The metrics that some tasks write. */
export const metricsOfJobs = (jobs: readonly MeasureJob[]): string[] => [
  ...new Set(jobs.flatMap(({ task }) => task.outputs.map(({ name }) => name))),
];

/** A current value that a job would replace. */
export interface Overwritten {
  kind: TargetKind;
  id: string;
  metric: string;
}

/** The current values that these jobs would replace. */
export const overwrittenBy = (jobs: readonly MeasureJob[], metrics: ChipMetrics): Overwritten[] =>
  jobs.flatMap(({ task, targets }) =>
    task.outputs.flatMap(({ name, of }) =>
      targets.flatMap((target) => {
        const id = of === undefined ? target : splitCouplingId(target)[0]?.[of === 'control' ? 0 : 1];
        const kind = of === undefined ? (task.type as TargetKind) : 'qubit';
        const isThere = id !== undefined && (cellsOf(metrics, kind, name)[id]?.value ?? null) !== null;
        return isThere ? [{ kind, id, metric: name }] : [];
      }),
    ),
  );

/**
 * How long these jobs take: by completed runs of each task on the chip, else by completed runs of any kind on it.
 * Undefined where there are none.
 */
export function secondsOfJobs(
  jobs: readonly MeasureJob[],
  chipId: string,
  runs: readonly RunSummary[],
): number | undefined {
  const perTask = median(
    runs.flatMap(({ chip_id, status, elapsed_time, progress }) => {
      const done = Object.values(progress?.by_status ?? {}).reduce((sum, count) => sum + count, 0);
      return chip_id === chipId && status === 'completed' && elapsed_time !== null && done > 0
        ? [elapsed_time / done]
        : [];
    }),
  );
  let sum = 0;
  for (const { task, targets } of jobs) {
    const own = secondsOf({ flowName: task.name, chipId, tasks: targets.length }, runs);
    const seconds = own ?? (perTask === undefined ? undefined : perTask * targets.length);
    if (seconds === undefined) return undefined;
    sum += seconds;
  }
  return sum;
}

/** A duration in whole minutes: `less than 1 min`, `about 12 min`. */
export const minutesText = (seconds: number): string =>
  seconds < 60 ? 'less than 1 min' : `about ${Math.round(seconds / 60)} min`;
