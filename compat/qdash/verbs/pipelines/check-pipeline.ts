import { findLayout } from '#shared/chips/verbs/read-layout.ts';
import { indexLayout } from '#shared/flows/rules/chip-layout.ts';
import { resolvePlan } from '#shared/flows/rules/resolve-plan.ts';
import { type RunRequest, readRunRequest, readTaskOverrides } from '#shared/flows/rules/run-request.ts';
import { managedBackend } from '#shared/flows/verbs/prepare-task.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { RunPlan } from '#shared/runs/rules/plan.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { readAnnouncements } from '#shared/workers/verbs/presence/announced.ts';
import { pipelineDocument, unusedParts } from '../../rules/pipelines/pipeline-document.ts';
import { chainProblems, type PipelineProblem, type PipelineSpec, tasksOf } from '../../rules/pipelines/spec.ts';
import { stepTypes } from '../../rules/pipelines/step-types.ts';
import { readSpec } from './spec-schema.ts';

/** The flow that a worker announces in order to run pipelines; it gets the spec as its parameter `spec`. */
export const pipelineFlowName = 'calibration_pipeline';

/** A pipeline that is asked for. */
export interface PipelineRequest {
  chipId: string;
  spec: unknown;
  backend: string | undefined;
}

/** What a look over a pipeline found. */
export interface CheckedPipeline {
  backend: string;
  /** With its defaults; undefined if its shape is wrong. */
  spec: PipelineSpec | undefined;
  problems: PipelineProblem[];
  /** Parts that the backend accepts and does not use. */
  unused: PipelineProblem[];
  /** Of a managed backend, if nothing is wrong. */
  planned: { plan: RunPlan; request: RunRequest } | undefined;
}

/** Looks over a pipeline as its start would. Never refuses: everything that is wrong is a problem with its place. */
export async function checkPipeline(ctx: ProjectContext, request: PipelineRequest): Promise<CheckedPipeline> {
  const backend = request.backend || managedBackend;
  const read = readSpec(request.spec);
  if ('problems' in read) return { backend, spec: undefined, problems: read.problems, unused: [], planned: undefined };
  const { spec } = read;
  const structure = [...chainProblems(spec.steps), ...parameterProblems(spec)];
  const checked =
    backend === managedBackend
      ? await checkManaged(ctx, request.chipId, spec, structure.length === 0)
      : { problems: await workerProblems(ctx, request.chipId, backend, spec), planned: undefined };
  const problems = [...structure, ...checked.problems];
  const unused = backend === managedBackend ? unusedParts(spec) : [];
  return { backend, spec, problems, unused, planned: problems.length === 0 ? checked.planned : undefined };
}

/** Names that are not run parameters: the spec has a field for each. */
const ownFields = ['chip_id', 'qids', 'mux_ids', 'coupling_ids', 'exclude_qids', 'tags'];

function parameterProblems(spec: PipelineSpec): PipelineProblem[] {
  const tasks = new Set(spec.steps.flatMap(tasksOf));
  return [
    ...ownFields
      .filter((name) => Object.hasOwn(spec.default_run_parameters, name))
      .map((name) => ({ path: `default_run_parameters.${name}`, message: 'is not a run parameter' })),
    ...Object.keys(spec.task_run_parameters)
      .filter((name) => !tasks.has(name))
      .map((name) => ({
        path: `task_run_parameters.${name}`,
        message: `task '${name}' does not run in this pipeline`,
      })),
  ];
}

async function checkManaged(
  ctx: ProjectContext,
  chipId: string,
  spec: PipelineSpec,
  isSound: boolean,
): Promise<Pick<CheckedPipeline, 'problems' | 'planned'>> {
  const layout = await findLayout(ctx, ctx.projectId, chipId);
  if (!layout) return { problems: [unknownChip(chipId)], planned: undefined };
  const { document, filters, problems } = pipelineDocument(spec);
  // Without sound steps and tasks, problems of targets and parameters would only follow from theirs.
  if (!isSound || problems.length > 0)
    return { problems: [...problems, ...targetProblems(layout, spec)], planned: undefined };
  const all = readRunRequest(document, spec.default_run_parameters, 'default_run_parameters');
  const single = readTaskOverrides(document, spec.task_run_parameters, 'task_run_parameters');
  const byTask = { ...all.request.tasks.byTask, ...single.overrides.byTask };
  const request = { ...all.request, tasks: { all: all.request.tasks.all, byTask } };
  const resolved = resolvePlan(document, layout, request);
  const found = [...all.problems, ...single.problems, ...resolved.problems];
  if (!resolved.plan || found.length > 0)
    return { problems: found.map(({ path, message }) => ({ path, message })), planned: undefined };
  const stages = resolved.plan.stages.map((stage, n) => ({
    ...stage,
    ...(filters[n]?.length && { filters: filters[n] }),
  }));
  return { problems: [], planned: { plan: { ...resolved.plan, stages }, request } };
}

async function workerProblems(
  ctx: ProjectContext,
  chipId: string,
  backend: string,
  spec: PipelineSpec,
): Promise<PipelineProblem[]> {
  const [layout, announcements] = await Promise.all([
    findLayout(ctx, ctx.projectId, chipId),
    readAnnouncements(ctx, ctx.projectId, backend),
  ]);
  const targets = layout ? targetProblems(layout, spec) : [unknownChip(chipId)];
  if (!announcements.some(({ flows }) => flows.some(({ name }) => name === pipelineFlowName))) {
    const message = `no worker has announced the flow '${pipelineFlowName}' for backend '${backend}'`;
    return [...targets, { path: 'backend_name', message }];
  }
  const tasks = new Map(announcements.flatMap((one) => one.tasks).map(({ name, taskType }) => [name, taskType]));
  const wrong = spec.steps.flatMap((step, n) =>
    (step.tasks ?? []).flatMap((name, at): PipelineProblem[] => {
      const path = `steps[${n}].tasks[${at}]`;
      const type = tasks.get(name);
      if (type === undefined) return [{ path, message: `task '${name}' is not available on backend '${backend}'` }];
      const scope = stepTypes[step.type].taskScope;
      // A worker measures the qubits of a mux in one shot.
      if (type === scope || (type === 'mux' && scope === 'qubit')) return [];
      return [{ path, message: `'${name}' is a ${type} task; ${step.type} runs ${scope} tasks` }];
    }),
  );
  return [...targets, ...wrong];
}

const unknownChip = (chipId: string): PipelineProblem => ({
  path: 'chip_id',
  message: `chip '${chipId}' is not in this project`,
});

function targetProblems(layout: Parameters<typeof indexLayout>[0], { targets }: PipelineSpec): PipelineProblem[] {
  const chip = indexLayout(layout);
  const strange = (name: string, ids: readonly (string | number)[], isKnown: (id: string) => boolean) =>
    ids.flatMap((id, n) =>
      isKnown(String(id))
        ? []
        : [{ path: `targets.${name}[${n}]`, message: `'${id}' is not on chip '${layout.chipId}'` }],
    );
  return [
    ...strange('qids', targets.qids ?? [], (id) => chip.hasQubit(id)),
    ...strange('mux_ids', targets.mux_ids ?? [], (id) => chip.muxQubits(id) !== undefined),
    ...strange('exclude_qids', targets.exclude_qids, (id) => chip.hasQubit(id)),
  ];
}

/** Names of the tasks of a backend by their type: the standard tasks of the simulator, else what workers have announced. */
export async function pipelineTasks(ctx: ProjectContext, backend: string): Promise<Record<string, string[]>> {
  const tasks =
    backend === managedBackend
      ? taskCatalogue
      : (await readAnnouncements(ctx, ctx.projectId, backend)).flatMap((one) =>
          one.tasks.map(({ name, taskType }) => ({ name, type: taskType })),
        );
  const byType = Object.groupBy(tasks, ({ type }) => type);
  return Object.fromEntries(
    Object.entries(byType).map(([type, some]) => [type, [...new Set(some.map(({ name }) => name))].sort()]),
  );
}
