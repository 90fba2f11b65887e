import { countTasks } from '../../runs/rules/enumerate-plan.ts';
import type { PlanStage, RunPlan, TaskType } from '../../runs/rules/plan.ts';
import { type ChipLayout, type IndexedLayout, indexLayout } from './chip-layout.ts';
import type { FlowDocument, FlowStage } from './document.ts';
import { type FlowProblem, inSourceOrder } from './problems.ts';
import { TargetFinder, type Targets } from './resolve-targets.ts';
import type { RunRequest, TaskOverrides } from './run-request.ts';
import { mergedParameters } from './task-parameters.ts';

/** Most tasks of a run: a chip of 1,024 qubits through every standard one-qubit task. */
const TASK_LIMIT = 50_000;

/** A plan, or why the document cannot be run like this. */
export type ResolvedPlan = { plan: RunPlan; problems: [] } | { plan: undefined; problems: FlowProblem[] };

/**
 * What a document does on a chip when it is run as `request` says: every stage with its targets and every task with
 * its run parameters (rule FLOW-4). `defaults` are the flow's `default_run_parameters`. Targets are in the chip's
 * order.
 */
export function resolvePlan(
  document: FlowDocument,
  chip: ChipLayout,
  request: RunRequest,
  defaults: TaskOverrides = { all: {}, byTask: {} },
): ResolvedPlan {
  const layout = indexLayout(chip);
  const finder = new TargetFinder(layout);
  const empty: FlowProblem[] = [];
  const wanted = document.stages.flatMap((stage) => {
    const tasks = stage.tasks.filter(({ name }) => request.onlyTasks?.has(name) ?? true);
    return tasks.length > 0 ? [{ ...stage, tasks }] : [];
  });
  const stages = wanted.flatMap((stage) => {
    const chosen = finder.choose(stage.targets);
    empty.push(...emptyTargets(stage, chosen, chip.chipId));
    return (
      planStage(layout, stage, finder.narrow(chosen, request), [document.parameters, defaults, request.tasks]) ?? []
    );
  });
  const plan: RunPlan = {
    backend: document.backend,
    seed: request.seed ?? document.seed ?? seedOfChip(chip.chipId),
    stages,
  };
  const paceSeconds = request.paceSeconds ?? document.paceSeconds;
  if (paceSeconds) plan.paceSeconds = paceSeconds;
  // A stage without targets says nothing new where a target was not found.
  const problems = [finder.problems, empty, sizeProblems(plan)].find((found) => found.length > 0) ?? [];
  return problems.length === 0 ? { plan, problems: [] } : { plan: undefined, problems: inSourceOrder(problems) };
}

/** The widest parameters first: the flow's defaults, the document, the stage, the task, and the request over all. */
function planStage(
  layout: IndexedLayout,
  stage: FlowStage,
  targets: Targets,
  [document, defaults, request]: [Record<string, unknown>, TaskOverrides, TaskOverrides],
): PlanStage | undefined {
  const tasks = stage.tasks.map((task) => ({
    ...task,
    parameters: mergedParameters(
      task.name,
      defaults.all,
      ownOf(defaults.byTask, task.name),
      document,
      stage.parameters,
      task.parameters,
      request.all,
      ownOf(request.byTask, task.name),
    ),
  }));
  const qids = hasTask(stage, 'qubit') ? layout.qids.filter((qid) => targets.qids.has(qid)) : [];
  const couplingIds = hasTask(stage, 'coupling') ? layout.couplingIds.filter((id) => targets.couplingIds.has(id)) : [];
  const isLeft = qids.length > 0 || couplingIds.length > 0 || hasTask(stage, 'global') || hasTask(stage, 'system');
  return isLeft ? { name: stage.name, tasks, qids, couplingIds, onFailure: stage.onFailure } : undefined;
}

const ownOf = (byTask: TaskOverrides['byTask'], name: string) =>
  Object.hasOwn(byTask, name) ? byTask[name] : undefined;

const hasTask = (stage: FlowStage, type: TaskType): boolean => stage.tasks.some((task) => task.type === type);

/** A stage with tasks of a kind of which its own choice has no target was not meant so. */
function emptyTargets(stage: FlowStage, { qids, couplingIds }: Targets, chipId: string): FlowProblem[] {
  const missing = (kind: 'qubit' | 'coupling', words: string): FlowProblem[] => {
    const task = stage.tasks.find(({ type }) => type === kind);
    if (!task) return [];
    const message = `stage '${stage.name}' has no ${words} for ${task.name} on chip '${chipId}'`;
    return [{ place: stage.place, message, path: stage.path }];
  };
  return [
    ...(qids.size === 0 ? missing('qubit', 'qubits') : []),
    ...(couplingIds.size === 0 ? missing('coupling', 'couplings') : []),
  ];
}

function sizeProblems(plan: RunPlan): FlowProblem[] {
  const tasks = countTasks(plan);
  const problem = (message: string): FlowProblem[] => [{ place: null, message, path: 'parameters' }];
  if (tasks === 0) return problem('the selection leaves no target of the flow; choose more qubits or couplings');
  if (tasks > TASK_LIMIT) return problem(`the run would have ${tasks} tasks; at most ${TASK_LIMIT} are allowed`);
  return [];
}

/** The same chip has the same defects in every run: its seed follows from its id (FNV-1a, 31 bits). */
function seedOfChip(chipId: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(chipId)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}
