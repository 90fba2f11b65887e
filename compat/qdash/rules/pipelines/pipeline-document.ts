import type { FlowDocument, FlowStage, Named, TargetChoice } from '#shared/flows/rules/document.ts';
import { suggestion } from '#shared/kernel/rules/suggest.ts';
import type { StageFilter } from '#shared/runs/rules/plan.ts';
import { measuresMetric } from '#shared/runs/rules/stage-filters.ts';
import { findTask, taskNames } from '#shared/runs/rules/task-catalogue.ts';
import { nameOfStep, type PipelineProblem, type PipelineSpec, type PipelineStep, tasksOf } from './spec.ts';
import { type StepTypeName, stepTypes } from './step-types.ts';

/** A spec as the service runs it: a stage for each calibration step, with the filters before it. */
export interface PipelineDocument {
  document: FlowDocument;
  /** Filters of each stage. */
  filters: StageFilter[][];
  problems: PipelineProblem[];
}

/** QDash's names of metrics that have another one here (rule QDASH-17). */
const otherNames: Record<string, string> = { x90_fidelity: 'x90_gate_fidelity', zx90_fidelity: 'zx90_gate_fidelity' };

/** A stage with the type of its step. */
interface StepStage {
  type: StepTypeName;
  stage: FlowStage;
}

export function pipelineDocument(spec: PipelineSpec): PipelineDocument {
  const problems: PipelineProblem[] = [];
  const stages: StepStage[] = [];
  const filters: StageFilter[][] = [];
  /** Filters so far, which hold for all later stages. */
  let active: StageFilter[] = [];
  for (const [n, step] of spec.steps.entries()) {
    const { kind, taskScope } = stepTypes[step.type];
    if (kind === 'calibration') {
      problems.push(...(taskScope ? taskProblems(step, n, taskScope) : []));
      stages.push({ type: step.type, stage: stageOf(spec, step, n) });
      filters.push(active);
      continue;
    }
    const filter = filterOf(step, stages);
    if (filter === 'not measured') {
      const message = `no one-qubit step before this measures '${step.metric}'`;
      problems.push({ path: `steps[${n}].metric`, message });
    } else if (filter) active = [...active, filter];
  }
  const document = { backend: 'simulator', seed: undefined, paceSeconds: undefined, parameters: {} };
  return { document: { ...document, stages: stages.map(({ stage }) => stage) }, filters, problems };
}

function filterOf(step: PipelineStep, stages: readonly StepStage[]): StageFilter | 'not measured' | undefined {
  if (step.type === 'FilterByStatus') return { stage: stages.findLastIndex(isOneQubit) };
  if (step.type !== 'FilterByMetric') return undefined;
  const metric = otherNames[step.metric ?? ''] ?? step.metric ?? '';
  const stage = stages.findLastIndex(
    (one) => isOneQubit(one) && one.stage.tasks.some(({ name }) => measuresMetric(name, metric)),
  );
  return stage < 0 ? 'not measured' : { stage, metric, atLeast: step.threshold ?? 0 };
}

/** Bringing up and configuring are not one-qubit steps. */
const isOneQubit = ({ type }: StepStage): boolean =>
  type === 'OneQubitCheck' || type === 'OneQubitFineTune' || type === 'CustomOneQubit';

function taskProblems(step: PipelineStep, n: number, scope: 'qubit' | 'coupling'): PipelineProblem[] {
  return (step.tasks ?? []).flatMap((name, at) => {
    const task = findTask(name);
    const path = `steps[${n}].tasks[${at}]`;
    if (!task)
      return [{ path, message: `task '${name}' is not available on the simulator${suggestion(name, taskNames)}` }];
    return task.type === scope
      ? []
      : [{ path, message: `'${name}' is a ${task.type} task; ${step.type} runs ${scope} tasks` }];
  });
}

function stageOf({ targets }: PipelineSpec, step: PipelineStep, n: number): FlowStage {
  const names =
    step.type === 'ConfigureAll' ? ['ConfigureAll'] : [...(step.configure ? ['Configure'] : []), ...tasksOf(step)];
  const tasks = names.flatMap((name) => {
    const task = findTask(name);
    return task ? [{ name, type: task.type, parameters: {} }] : [];
  });
  return {
    name: nameOfStep(step),
    place: { line: n + 1, column: 1 },
    path: `steps[${n}]`,
    tasks,
    parameters: {},
    targets: choiceOf(targets),
    onFailure: 'continue',
  };
}

function choiceOf({ qids, mux_ids: muxes, exclude_qids: exclude }: PipelineSpec['targets']): TargetChoice {
  const named = (list: readonly (string | number)[], name: string): Named[] =>
    list.map((text, n) => ({ text: String(text), place: null, path: `targets.${name}[${n}]` }));
  return {
    qubits: qids ? named(qids, 'qids') : undefined,
    muxes: muxes ? named(muxes, 'mux_ids') : undefined,
    couplings: undefined,
    exclude: named(exclude, 'exclude_qids'),
  };
}

/** What the simulator does not use of a spec, since it has neither boxes nor crosstalk. */
export function unusedParts({ steps }: PipelineSpec): PipelineProblem[] {
  const all = 'the simulator measures all targets of a task side by side';
  return steps.flatMap((step, n) => {
    const at = (field: string, message: string) => ({ path: `steps[${n}].${field}`, message });
    if (step.type === 'GenerateCRSchedule') return [{ path: `steps[${n}]`, message: all }];
    if (step.max_parallel_ops !== undefined) return [at('max_parallel_ops', all)];
    if (step.mux_ids) return [at('mux_ids', 'the simulator configures the whole chip')];
    return step.mode === undefined ? [] : [at('mode', all)];
  });
}
