import { splitCouplingId } from '../../chips/rules/coupling-id.ts';
import { ownEntry } from '../../kernel/rules/own-entry.ts';
import { suggestion } from '../../kernel/rules/suggest.ts';
import type { InputValue, PlanStage, RunParameter, RunPlan, TaskType } from '../../runs/rules/plan.ts';
import { findTask } from '../../runs/rules/task-catalogue.ts';
import type { ChipLayout } from './chip-layout.ts';
import type { TaskParameters } from './document.ts';
import { mergedParameters, sharedParameterProblem } from './task-parameters.ts';

/** The parts of an ended task that a repeat needs. */
export interface EndedTask {
  taskId: string;
  name: string;
  taskType: TaskType;
  qid: string;
  runParameters: Record<string, RunParameter>;
  inputParameters: Record<string, { unit: string }>;
}

export interface ReExecutionRequest {
  overrides: { run: Record<string, unknown>; input: Record<string, unknown> };
  updateParams: boolean;
  reconfigure: boolean;
  backend: string;
  seed: number;
}

/** Why a repeat is refused, with the place in the request. */
export interface ReExecutionProblem {
  path: string;
  message: string;
}

/** The plan of a run that repeats one task on its target: one stage, and before it one that loads the settings if asked. */
export function planReExecution(
  done: EndedTask,
  repeat: ReExecutionRequest,
  layout: ChipLayout,
): { plan: RunPlan } | { problems: ReExecutionProblem[] } {
  const { inputs, problems } = readInputs(done, repeat.overrides.input);
  problems.unshift(...targetProblems(done, layout), ...parameterProblems(done, repeat.overrides.run));
  if (problems.length > 0) return { problems };
  const then = Object.fromEntries(Object.entries(done.runParameters).map(([name, { value }]) => [name, value]));
  const stage: PlanStage = {
    name: done.name,
    tasks: [
      {
        name: done.name,
        type: done.taskType,
        parameters: mergedParameters(done.name, then, repeat.overrides.run),
        ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
        sourceTaskId: done.taskId,
        ...trialOf(repeat),
      },
    ],
    qids: done.taskType === 'qubit' ? [done.qid] : [],
    couplingIds: done.taskType === 'coupling' ? [done.qid] : [],
    onFailure: 'continue',
  };
  const stages = repeat.reconfigure ? [configureStage(done, repeat, layout, then), stage] : [stage];
  return { plan: { backend: repeat.backend, seed: repeat.seed, stages } };
}

const trialOf = ({ updateParams }: ReExecutionRequest): { trial?: true } => (updateParams ? {} : { trial: true });

function targetProblems(
  { name, taskType, qid }: EndedTask,
  { chipId, qids, couplingIds }: ChipLayout,
): ReExecutionProblem[] {
  if (!findTask(name)) return [{ path: 'path.task_id', message: `the service has no task '${name}'` }];
  const isOnChip =
    taskType === 'qubit' ? qids.includes(qid) : taskType === 'coupling' ? couplingIds.includes(qid) : true;
  return isOnChip ? [] : [{ path: 'path.task_id', message: `chip '${chipId}' no longer has ${taskType} '${qid}'` }];
}

const parameterProblems = ({ name }: EndedTask, run: Record<string, unknown>): ReExecutionProblem[] =>
  Object.entries(run).flatMap(([key, value]) => {
    const message = sharedParameterProblem(key, value, [name]);
    return message === undefined ? [] : [{ path: `body.parameter_overrides.run.${key}`, message }];
  });

/** Inputs are given in the unit of the result, so only those that the result has are accepted. */
function readInputs({ name, inputParameters }: EndedTask, given: Record<string, unknown>) {
  const inputs: Record<string, InputValue> = {};
  const problems: ReExecutionProblem[] = [];
  for (const [input, value] of Object.entries(given)) {
    const path = `body.parameter_overrides.input.${input}`;
    const known = ownEntry(inputParameters, input);
    if (!known)
      problems.push({
        path,
        message: `${name} did not start from a value '${input}'${suggestion(input, Object.keys(inputParameters))}`,
      });
    else if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e100)
      problems.push({ path, message: `'${input}' must be a number` });
    else inputs[input] = { value, unit: known.unit };
  }
  return { inputs, problems };
}

/** Loads the settings of the qubits that the task drives, under those of its parameters that this knows as well. */
function configureStage(
  { taskType, qid }: EndedTask,
  repeat: ReExecutionRequest,
  { qids }: ChipLayout,
  then: TaskParameters,
): PlanStage {
  const own = taskType === 'coupling' ? splitCouplingId(qid, new Set(qids)).flat() : taskType === 'qubit' ? [qid] : [];
  const all = own.length === 0;
  const name = all ? 'ConfigureAll' : 'Configure';
  return {
    name: 'configure',
    tasks: [
      {
        name,
        type: all ? 'system' : 'qubit',
        parameters: mergedParameters(name, then, repeat.overrides.run),
        ...trialOf(repeat),
      },
    ],
    qids: own,
    couplingIds: [],
    onFailure: 'stop',
  };
}
