import { initiallyProvided, type StepTypeName, stepTypes } from './step-types.ts';

/** A step of a pipeline; each type has some of these fields. */
export interface PipelineStep {
  type: StepTypeName;
  step_name?: string;
  tasks?: readonly string[] | null;
  mode?: string;
  configure?: boolean;
  metric?: string;
  threshold?: number;
  mux_ids?: readonly number[] | null;
  max_parallel_ops?: number;
  inverse?: boolean;
}

/** A calibration pipeline, in QDash's words (rule QDASH-32). */
export interface PipelineSpec {
  name: string;
  targets: {
    qids?: readonly string[] | null;
    mux_ids?: readonly number[] | null;
    exclude_qids: readonly string[];
  };
  steps: readonly PipelineStep[];
  task_run_parameters: Record<string, Record<string, unknown>>;
  default_run_parameters: Record<string, unknown>;
  tags: readonly string[];
}

/** Why a spec cannot run as written. */
export interface PipelineProblem {
  /** Of the spec, such as `steps[2].tasks[0]`, or `chip_id` or `backend_name` of the request. */
  path: string;
  message: string;
}

/** The tasks of a step: its own, else those of its type. */
export const tasksOf = (step: PipelineStep): readonly string[] => step.tasks ?? stepTypes[step.type].defaultTasks;

/** Name of a step in the run. */
export function nameOfStep({ type, step_name: own, metric }: PipelineStep): string {
  return own ?? (type === 'FilterByMetric' ? `filter_by_${metric}` : stepTypes[type].name);
}

/** Steps that need what no earlier step provides, and names that two steps share. */
export function chainProblems(steps: readonly PipelineStep[]): PipelineProblem[] {
  const provided = new Set(initiallyProvided);
  const names = new Set<string>();
  return steps.flatMap((step, n) => {
    const { requires, provides } = stepTypes[step.type];
    const problems: PipelineProblem[] = [];
    if (requires.length > 0 && !requires.some((one) => provided.has(one)))
      problems.push({
        path: `steps[${n}]`,
        message: `${step.type} needs ${requires.join(' or ')} from an earlier step`,
      });
    if (step.step_name !== undefined && names.has(step.step_name))
      problems.push({
        path: `steps[${n}].step_name`,
        message: `step_name '${step.step_name}' is used by another step`,
      });
    if (step.step_name !== undefined) names.add(step.step_name);
    for (const one of provides) provided.add(one);
    return problems;
  });
}
