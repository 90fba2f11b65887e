import { v5 as uuidV5 } from 'uuid';
import { getChip } from '../../chips/store/chips.ts';
import { unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { backendOf } from '../../runs/rules/claim-wait.ts';
import { withSimulatedValues } from '../../runs/rules/simulated-values.ts';
import { simulatedValuesOf } from '../../runs/verbs/simulated-values.ts';
import type { NewRun } from '../../runs/verbs/start/start-run.ts';
import { formOfFlow, requireFits } from './check-form.ts';
import { planFlow, refusedFlow } from './plan-flow.ts';
import { readFlow, type SourcedFlow } from './read-flow.ts';

/*
 * What a run comes to before it is started. It knows nothing of locks and state machines, so that who only asks whether
 * a run could be started does not carry what starts it.
 */

export interface FlowRun {
  name: string;
  /** Over the flow's default parameters. */
  parameters: Record<string, unknown>;
  /** How long a worker's run waits to be claimed; as the flow says where absent. */
  claimTimeoutSeconds?: number | undefined;
  /** Whether its values become current; as the flow says where absent. */
  persist?: boolean | undefined;
  /** `Idempotency-Key` of the request: its repeat finds the run that the first one started. */
  requestKey?: string | undefined;
  /** The run's id, if it was known before: a repeat finds that run. */
  flowRunId?: string | undefined;
  /** Fields of the execution's note besides `flow_run_id`. */
  note?: NewRun['note'];
  /** Further writes of the transaction that takes the lock. */
  addWrites?: NewRun['addWrites'];
}

/** The parameters of a new run of a flow. @throws ServiceError as executing it, except for the active run. */
export async function prepareRun(ctx: ProjectContext, run: FlowRun): Promise<NewRun> {
  const prepared = await plannedRun(ctx, run, await readFlow(ctx, run.name));
  const { runner, chipId } = prepared;
  // A managed run was resolved on its chip; a worker's would be asked for it only when it takes the lock.
  if (runner === 'worker' && !(await getChip(ctx.db, ctx.projectId, chipId))) throw unknownChip(ctx.projectId, chipId);
  return prepared;
}

/** What a run of a flow that was read is started with. @throws ServiceError as `prepareRun`. */
export async function plannedRun(ctx: ProjectContext, run: FlowRun, found: SourcedFlow): Promise<NewRun> {
  const { name, parameters, claimTimeoutSeconds, persist, requestKey, flowRunId, note, addWrites } = run;
  const { flow, source } = found;
  if (flow.runner === 'managed') refuseClaimTimeout(`Flow '${name}' is not started`, claimTimeoutSeconds);
  const all = { ...source.defaultParameters, ...parameters };
  const planned =
    flow.runner === 'managed' ? await managedRun(ctx, found, all) : await checkedWorkerRun(ctx, found, all);
  return {
    flowName: name,
    flowVersion: flow.version,
    name,
    runner: flow.runner,
    parameters: all,
    claimTimeoutSeconds: claimTimeoutSeconds ?? source.claimTimeoutSeconds,
    persist: persist ?? source.persist,
    flowRunId: flowRunId ?? (requestKey === undefined ? undefined : runIdOf(ctx, name, requestKey)),
    note,
    addWrites,
    ...planned,
  };
}

/** What the service runs itself waits for no worker. @throws ServiceError `invalid` where a time is given. */
export function refuseClaimTimeout(refusal: string, claimTimeoutSeconds: number | undefined): void {
  if (claimTimeoutSeconds === undefined) return;
  const message = "is for a worker's flow: the service runs this one itself";
  throw invalid(`${refusal}: claim_timeout_seconds ${message}`, [{ path: 'body.claim_timeout_seconds', message }]);
}

/** The chip that parameters name, before they are checked; the flow's own if they name none. */
export const chipNamed = ({ chip_id: chipId }: Record<string, unknown>, ofFlow: string): string =>
  typeof chipId === 'string' && chipId !== '' ? chipId : ofFlow;

type ByRunner = Pick<NewRun, 'backend' | 'chipId' | 'tags' | 'plan' | 'simulatedValues'>;

/** A flow as a run is made of it. */
interface RunnableFlow extends Pick<SourcedFlow, 'source'> {
  flow: Pick<SourcedFlow['flow'], 'name' | 'chipId' | 'tags'>;
}

/**
 * What a managed flow comes to with these parameters on its chip.
 * @param path where the request has the parameters.
 * @param what names it in a refusal.
 * @throws ServiceError `invalid`.
 */
export async function managedRun(
  ctx: ProjectContext,
  { flow, source }: RunnableFlow,
  parameters: Record<string, unknown>,
  path = 'parameters',
  what = `Flow '${flow.name}'`,
): Promise<ByRunner> {
  const given = { parameters, path, chipId: flow.chipId };
  const { request, plan, problems } = await planFlow(source, given, async (chipId) => {
    const layout = await findLayout(ctx, ctx.projectId, chipId);
    if (!layout) throw unknownChip(ctx.projectId, chipId);
    return layout;
  });
  if (!plan) throw refusedFlow(`${what} cannot be started`, problems);
  const chipId = request?.chipId ?? flow.chipId;
  const on = { projectId: ctx.projectId, chipId };
  const { simulatedValues } = await simulatedValuesOf(ctx, on, request?.simulatedValues);
  return {
    backend: plan.backend,
    chipId,
    tags: request?.tags ?? flow.tags,
    plan: withSimulatedValues(plan, simulatedValues),
    simulatedValues,
  };
}

/** The same where a worker has announced the form of the flow. @throws ServiceError `invalid` for what does not fit it. */
export async function checkedWorkerRun(
  ctx: ProjectContext,
  found: Pick<RunnableFlow, 'flow'>,
  parameters: Record<string, unknown>,
): Promise<ByRunner> {
  const run = workerRun(found, parameters);
  const { name } = found.flow;
  const form = await formOfFlow(ctx, { projectId: ctx.projectId, backend: run.backend, flowName: name });
  if (form) requireFits(`Flow '${name}'`, form, parameters);
  return run;
}

/**
 * The worker interprets its own parameters; chip, tags and backend are as for a managed run. The backend decides which
 * workers are offered the run.
 */
export function workerRun({ flow }: Pick<RunnableFlow, 'flow'>, parameters: Record<string, unknown>): ByRunner {
  const { tags } = parameters;
  const isTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  return {
    backend: backendOf(parameters),
    chipId: chipNamed(parameters, flow.chipId),
    tags: isTags ? (tags as string[]) : flow.tags,
    plan: undefined,
  };
}

/** Namespace of the ids of runs that follow from a request (made for this purpose once). */
const requestNamespace = '6f1a7c1e-5f0b-4c55-9a0e-2f6f1f0c8a11';

/**
 * The id of the run that a request starts. A key is forgotten after a day (rule API-20): with the day in it, the next
 * day's run is another one.
 */
export const runIdOf = (ctx: ProjectContext, name: string, requestKey: string): string =>
  uuidV5(
    JSON.stringify([ctx.projectId, ctx.actor.user.userId, name, requestKey, nowOf(ctx).slice(0, 10)]),
    requestNamespace,
  );
