import type { ProjectContext } from '../../kernel/context.ts';
import { invalid, type Problem } from '../../kernel/errors.ts';
import { RESOURCE_ID_MAX_LENGTH } from '../../kernel/rules/ids.ts';
import type { QidRole } from '../../results/store/task-results.ts';
import { registerUsed } from '../../results/verbs/tasks/register-used.ts';
import type { ArtifactPaths, TaskUpdate, UpdateEffect } from '../../results/verbs/write/task-update.ts';
import { writeTaskResults } from '../../results/verbs/write/write-task-results.ts';
import { RunCancelled } from '../../runs/orchestration/errors.ts';
import { contentTypeOf } from '../../runs/rules/artifact-path.ts';
import { type PastRun, pastResultProblem } from '../../runs/rules/past-run.ts';
import type { PlannedTask } from '../../runs/rules/plan.ts';
import { isOpen } from '../../runs/rules/statuses.ts';
import { parseUploadPath } from '../../runs/rules/upload-path.ts';
import { exchangedMetric } from '../../values/rules/gates.ts';
import type { DoubtedOutput, LeftOutOutput } from '../../values/verbs/measured/target-values.ts';
import type { ValueState } from '../../values/verbs/measured/value-states.ts';
import { requireDistinct, requirePast } from './check-batch.ts';
import { type ExpandedResult, expandResults, readMuxes, readPairedQubits, type SentResult } from './expand-results.ts';
import { asRefusal, findWork, isStopping, requireClaim, type UnderClaim } from './find-work.ts';
import { idOf, isInverse, type KnownTask, type NamedTask, withKnownTargets } from './known-targets.ts';
import type { ReportedResult } from './reported-result.ts';

/** The outcome of a result of one target. */
export interface ReportedTask extends NamedTask {
  taskId: string;
  /** Number of what was sent, of which it is all or a part. */
  from: number;
  muxId: number | undefined;
  qidRole: QidRole | undefined;
  /** The worker named the coupling the other way round. */
  isInverse: boolean;
  effect: UpdateEffect;
  /** Values that stay with the result alone, and why. */
  leftOut: readonly LeftOutOutput[];
  /** What speaks against values that count. */
  doubted: readonly DoubtedOutput[];
  /** The outcome of each value, by the names that the worker gave. */
  states: Readonly<Record<string, ValueState>>;
}

/**
 * Writes a worker's report about tasks of its run (rule WORK-7), as a slice of a managed run does. Each task's id
 * follows from its name, target and attempt, so that a repeat changes nothing. After a cancellation, ended tasks are
 * accepted until the worker has finished, and beginning ones are not (rule WORK-13).
 * @returns the outcome of each, and whether the worker must stop.
 * @throws ServiceError `not-found`; `invalid` for a target that the chip does not have or that has no room for more
 * metrics, a task that the batch has twice, a future time, or a path that was not made for this very task under this
 * claim; `forbidden` to others than the claim's worker; `conflict` when the worker must stop. Nothing is written then,
 * unless the batch was too large for one transaction.
 */
export async function reportResults(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, claimKey, results }: UnderClaim & { results: readonly SentResult[] },
): Promise<{ results: ReportedTask[]; stop: boolean }> {
  const work = await findWork(ctx, flowRunId, { claimKey });
  await requireClaim(work, fence);
  const stop = isStopping(work);
  if (stop && !results.some((result) => hasEnded(result) || Object.values(result.qubits).some(hasEnded)))
    await asRefusal(() => Promise.reject(new RunCancelled(work.execution.executionId)));
  const { projectId, executionId, chipId, gate } = work.execution;
  requirePast(results, 'body.results', ctx.clock());
  if (work.execution.past) requireWithin(work.execution.past, results);
  const [muxes, qids] = await Promise.all([
    readMuxes(
      ctx,
      chipId,
      results.map(({ muxId }) => muxId),
    ),
    readPairedQubits(ctx, chipId, results),
  ]);
  const known = await withKnownTargets(ctx, chipId, expandResults(flowRunId, chipId, results, { muxes, qids }));
  requireShortNames(known);
  const tasks = known.map((result) => ({ ...result, taskId: idOf(flowRunId, result) }));
  requireDistinct(
    tasks.map(({ taskId: key, path }) => ({ key, path })),
    'task',
  );
  requireOwnPaths({ projectId, flowRunId, fence }, tasks);
  await registerUsed(
    ctx,
    work.execution,
    tasks
      .filter(({ qidRole, muxId, taskType }) => !qidRole && (muxId === undefined || taskType === 'qubit'))
      .map(({ task, taskType }) => ({ name: task, type: taskType })),
  );
  const { effects, leftOut, doubted, states } = await asRefusal(() =>
    writeTaskResults(
      ctx,
      { projectId, executionId, fence, gate },
      tasks.filter((task) => !stop || hasEnded(task)).map(updateOf),
    ),
  );
  const reported = tasks.map((result) => {
    const { task, taskType, qid, stage, attempt, taskId, from, muxId, qidRole } = result;
    return {
      ...{
        task,
        taskType,
        qid,
        stage,
        attempt,
        taskId,
        from,
        muxId,
        qidRole,
        isInverse: isInverse(result),
      },
      // What was not written begins a task of a run that is to stop.
      effect: effects.get(taskId) ?? 'late',
      leftOut: leftOut.get(taskId) ?? [],
      doubted: doubted.get(taskId) ?? [],
      states: givenStates(result, states.get(taskId) ?? {}),
    };
  });
  return { results: reported, stop };
}

/** @throws ServiceError `invalid` that names every result which a run of the past cannot have had (rule PAST-5). */
function requireWithin(past: PastRun, results: readonly SentResult[]): void {
  const problems = results.flatMap((result, n): Problem[] => {
    const problem = pastResultProblem(past, result);
    return problem ? [{ path: `body.results.${n}.${problem.field}`, message: problem.message }] : [];
  });
  if (problems.length > 0) throw invalid('A result does not belong to a run of the past', problems);
}

const hasEnded = ({ status }: Partial<Pick<ReportedResult, 'status'>>): boolean =>
  status !== undefined && !isOpen(status);

/** States by the names that the worker gave the values: those of another direction are kept under other ones. */
function givenStates(result: Identified, states: Readonly<Record<string, ValueState>>): Record<string, ValueState> {
  const own = new Set([...result.ownMetrics, ...Object.keys(result.outputParameters)]);
  const named = Object.keys(result.outputParameters).flatMap((metric): [string, ValueState][] => {
    const state = states[isInverse(result) ? exchangedMetric(metric, own) : metric];
    return state ? [[result.givenNames?.[metric] ?? metric, state]] : [];
  });
  return Object.fromEntries(named);
}

type Identified = ExpandedResult & KnownTask & { taskId: string };

/** Values by the metrics that the chip's id of the coupling has them under. */
function ofChip<T>(result: KnownTask, values: Record<string, T>): Record<string, T> {
  if (!isInverse(result)) return values;
  const { ownMetrics } = result;
  const own = new Set([...ownMetrics, ...Object.keys(values)]);
  return Object.fromEntries(Object.entries(values).map(([metric, value]) => [exchangedMetric(metric, own), value]));
}

/** A name of a value has room for the direction that is added to it. */
function requireShortNames(results: readonly (ExpandedResult & KnownTask)[]): void {
  const problems = results.flatMap((result): Problem[] =>
    !isInverse(result)
      ? []
      : (['input_parameters', 'output_parameters'] as const).flatMap((field) => {
          const values = field === 'input_parameters' ? result.inputParameters : result.outputParameters;
          const own = new Set([...result.ownMetrics, ...Object.keys(values)]);
          return Object.keys(values)
            .filter((metric) => [...exchangedMetric(metric, own)].length > RESOURCE_ID_MAX_LENGTH)
            .map((metric) => ({
              path: `${result.path}.${field}.${metric}`,
              message: `is too long to be kept with the direction of '${result.givenQid}'`,
            }));
        }),
  );
  if (problems.length > 0) throw invalid('A value has too long a name', problems);
}

/** A result names only files that were uploaded for its task, under this claim. */
function requireOwnPaths(
  of: { projectId: string; flowRunId: string; fence: number },
  results: readonly Identified[],
): void {
  const problems: Problem[] = [];
  for (const { taskId, fileTaskId, path: at, figures, rawData } of results)
    for (const [list, kind, paths] of [
      ['figures', 'figures', figures],
      ['raw_data', 'raw', rawData],
    ] as const)
      for (const [m, path] of paths.entries()) {
        const ref = parseUploadPath(path);
        const own =
          ref?.kind === kind &&
          ref.projectId === of.projectId &&
          ref.flowRunId === of.flowRunId &&
          ref.fence === of.fence &&
          (ref.taskId === taskId || ref.taskId === fileTaskId);
        if (!own)
          problems.push({
            path: `${at}.${list}.${m}`,
            message: 'is not a path that was given out for this task under this claim',
          });
      }
  if (problems.length > 0) throw invalid('A result names files that are not its own', problems);
}

function updateOf(result: Identified): TaskUpdate {
  const { status, startAt = '', taskId, task: name, taskType: type, qid: target, stage, attempt } = result;
  const { muxId, qidRole, upstreamId = '' } = result;
  const persist = result.persist === false ? { persist: false as const } : {};
  const place = { muxId, qidRole, ...persist, ...(isInverse(result) ? { isInverse: true as const } : {}) };
  const planned: PlannedTask = {
    ...{ index: 0, taskId, stage, step: 0, attempt, target, upstreamId },
    task: { name, type, parameters: {} },
  };
  if (status === 'scheduled') return { kind: 'scheduled', planned, ...place };
  if (status === 'running') return { kind: 'running', planned, startAt, ...place };
  const endAt = result.endAt ?? startAt;
  const { message, runParameters, r2, stackTrace } = result;
  const inputParameters = ofChip(result, result.inputParameters);
  const outputParameters = ofChip(result, result.outputParameters);
  return {
    kind: 'ended',
    planned,
    ...place,
    stackTrace,
    artifacts: artifactsOf(result),
    outcome: {
      ...{ taskId, name, type, target, upstreamId, status, message },
      ...{ inputParameters, runParameters, outputParameters, r2, figures: [], rawData: [] },
      // What never began ended when it was given up.
      startAt: startAt || endAt,
      endAt,
    },
  };
}

/** Figures in Plotly's JSON are listed apart from pictures. */
function artifactsOf({ figures, rawData }: ReportedResult): ArtifactPaths {
  const isJson = (path: string) => contentTypeOf(path) === 'application/json';
  return {
    figurePaths: figures.filter((path) => !isJson(path)),
    jsonFigurePaths: figures.filter(isJson),
    rawDataPaths: [...rawData],
  };
}
