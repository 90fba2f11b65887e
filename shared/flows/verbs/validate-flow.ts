import { unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { backendOf } from '../../runs/rules/claim-wait.ts';
import { countTasks } from '../../runs/rules/enumerate-plan.ts';
import { simulatedValuesOf } from '../../runs/verbs/simulated-values.ts';
import type { Form } from '../rules/forms/form.ts';
import { formParameters } from '../rules/forms/form-parameters.ts';
import { looksManaged } from '../rules/parse-document.ts';
import { type PlanParameter, planParameters } from '../rules/plan-parameters.ts';
import type { FlowProblem } from '../rules/problems.ts';
import type { FlowRecord } from '../store/flows.ts';
import { formOfFlow, formProblems } from './check-form.ts';
import { planFlow } from './plan-flow.ts';

/** What a look over a source found. */
export interface FlowValidation {
  runner: FlowRecord['runner'];
  problems: FlowProblem[];
  /** Tasks of a run; undefined without a chip, for a worker's flow, or where something is wrong. */
  taskCount: number | undefined;
  /** Names of these tasks, each once, in the order of the flow. */
  taskNames?: string[] | undefined;
  /** What one value can be given for to all its tasks; undefined where the tasks are. */
  runParameters?: PlanParameter[] | undefined;
  /** Of a worker's flow, as it was announced. */
  form?: Form | undefined;
  /** What would become of its values; undefined where the tasks are. */
  simulated?: Awaited<ReturnType<typeof simulatedValuesOf>> | undefined;
}

/**
 * Looks over a source: that of a managed flow as a run with these parameters would, on a chip where one is named. A
 * worker's is not read; its parameters are checked where a worker has announced the form of the flow.
 * @throws ServiceError `invalid` for an unknown chip.
 */
export async function validateFlow(
  ctx: ProjectContext,
  input: {
    code: string;
    chipId?: string | null | undefined;
    runner?: FlowRecord['runner'] | null | undefined;
    /** Of a worker's flow, by which its form is found. */
    name?: string | null | undefined;
    parameters: Record<string, unknown>;
  },
): Promise<FlowValidation> {
  const runner = input.runner ?? (looksManaged(input.code) ? 'managed' : 'worker');
  if (runner === 'worker') return validateWorkerFlow(ctx, input.name, input.parameters);
  const { request, plan, problems } = await planFlow(
    { code: input.code, defaultRunParameters: {} },
    { parameters: input.parameters, path: 'parameters', chipId: input.chipId ?? undefined },
    async (chipId) => {
      const layout = await findLayout(ctx, ctx.projectId, chipId);
      if (!layout) throw unknownChip(ctx.projectId, chipId);
      return layout;
    },
  );
  const chipId = request?.chipId ?? input.chipId;
  if (!plan || chipId == null) return { runner, problems, taskCount: undefined };
  const on = { projectId: ctx.projectId, chipId };
  const simulated = await simulatedValuesOf(ctx, on, request?.simulatedValues);
  const taskNames = [...new Set(plan.stages.flatMap(({ tasks }) => tasks.map(({ name }) => name)))];
  return { runner, problems, taskCount: countTasks(plan), taskNames, runParameters: planParameters(plan), simulated };
}

async function validateWorkerFlow(
  ctx: ProjectContext,
  name: string | null | undefined,
  parameters: Record<string, unknown>,
): Promise<FlowValidation> {
  const nothing = { runner: 'worker' as const, problems: [], taskCount: undefined };
  if (name === undefined || name === null) return nothing;
  const form = await formOfFlow(ctx, { projectId: ctx.projectId, backend: backendOf(parameters), flowName: name });
  if (!form) return nothing;
  const problems = formProblems(form, parameters).map((problem) => ({
    place: null,
    message: problem.message,
    path: `parameters.${problem.name}`,
  }));
  return { ...nothing, problems, form, runParameters: formParameters(form) };
}
