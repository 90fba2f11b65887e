import { randomUUID } from 'node:crypto';
import { type ChipRecord, chipEntity } from '../../../chips/store/chips.ts';
import { busy, ifNotRelaid } from '../../../chips/verbs/jobs/jobs.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import { hasTargetsOf } from '../../../chips/verbs/read-layout.ts';
import { findTopology } from '../../../chips/verbs/topologies.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, ServiceError } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { isResourceId } from '../../../kernel/rules/ids.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  batchGetItems,
  type Condition,
  ifAbsent,
  ifRevision,
  queryPage,
} from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, projectKeys, runKeys } from '../../../kernel/store/keys.ts';
import { noAccess } from '../../../people/verbs/auth/authenticate.ts';
import { ifLockScope, isDeletedProject, lockScopeOf, projectEntity } from '../../../projects/store/projects.ts';
import { requireQuota } from '../../../projects/verbs/usage/require-quota.ts';
import { claimTimeoutSeconds } from '../../rules/claim-wait.ts';
import { countTasks } from '../../rules/enumerate-plan.ts';
import {
  executionIdOf,
  type LastExecution,
  lastExecutionOf,
  lastLiveExecutionOf,
  nextExecution,
} from '../../rules/ids.ts';
import { type LockScope, MOST_ACTIVE_RUNS, runInTheWay } from '../../rules/lock.ts';
import type { RunPlan } from '../../rules/plan.ts';
import type { SimulatedValues } from '../../rules/simulated-values.ts';
import { scheduledRun } from '../../rules/transitions.ts';
import { decodeSummary, type ExecutionRecord, executionEntity, getExecution } from '../../store/executions.ts';
import {
  counterEntity,
  getRunPointer,
  holdersOf,
  type LockHolder,
  type LockRecord,
  lockEntity,
  packPlan,
  type RunOrigin,
  type RunPointerRecord,
  runPointerEntity,
  withHolder,
} from '../../store/locks.ts';
import { abortRun } from '../end/abort-run.ts';
import { type Orchestrated, reconcileRuns } from '../lock/reconcile.ts';

/** A requested run. */
export interface NewRun {
  flowName: string;
  flowVersion: number;
  runner: 'managed' | 'worker';
  backend: string;
  chipId: string;
  /** Display name. */
  name: string;
  tags: readonly string[];
  parameters: Record<string, unknown>;
  /** Of a managed flow, resolved against the chip. */
  plan: RunPlan | undefined;
  /** How the values of a managed run are kept; its plan says the same. */
  simulatedValues?: SimulatedValues | undefined;
  /** Of a worker's run, if known before. */
  plannedTasks?: number | undefined;
  /** How long a worker's run waits to be claimed; the usual time where absent. */
  claimTimeoutSeconds?: number | undefined;
  /** Whether its values become current; they do where absent. */
  persist?: boolean | undefined;
  /** Chosen by the caller where the request may be repeated: the repeat finds its own run. */
  flowRunId?: string | undefined;
  /** Fields of the execution's note besides `flow_run_id`. */
  note?: Record<string, unknown> | undefined;
  /** Further writes of the transaction that takes the lock. */
  addWrites?: ((transaction: Transaction, execution: ExecutionRecord) => void) | undefined;
}

type Ctx = Orchestrated<ProjectContext>;

/**
 * Starts a run (docs/design/write-protocols.md#starting-a-run): lock, counter, execution and run pointer in one
 * transaction, then the state machine under the run's id. Where the state machine refuses, the execution ends `failed`
 * with the reason and the lock is free; it is that execution which is answered.
 * @throws ServiceError `conflict` naming the run that holds the lock, for a chip that is being changed, or for a project that is
 * beyond a quota; `invalid` for an unknown chip.
 */
export async function startRun(ctx: Ctx, input: NewRun): Promise<Stored<ExecutionRecord>> {
  const flowRunId = (input.flowRunId ?? randomUUID()).toLowerCase();
  const look = { reconciled: false };
  const claimed = await retryOnConflict(orRefuse(`Project '${ctx.projectId}'`), () =>
    claim(ctx, input, flowRunId, look),
  );
  // A run that is found scheduled is started, since its first caller may have died before doing so.
  return claimed.status === 'scheduled' ? launch(ctx, claimed) : claimed;
}

/**
 * Refuses a start on a chip before any work is done for it, where a living run holds the lock.
 * @throws ServiceError `conflict` naming that run.
 */
export async function refuseWhileHeld(ctx: Ctx, chipId: string | undefined): Promise<void> {
  const existing = await reconcileRuns(ctx, ctx.projectId, { tolerant: true });
  const scope = lockScopeOf(ctx);
  const holders = existing.map(({ holder }) => holder);
  const holder = runInTheWay(scope, holders, chipId);
  const execution = existing.find((one) => one.holder === holder)?.execution;
  if (holder) throw held(ctx.projectId, { scope, holders, holder, execution });
}

/** Takes the lock for a new execution; a run of the same id is found instead. */
async function claim(
  ctx: Ctx,
  input: NewRun,
  flowRunId: string,
  look: { reconciled: boolean },
): Promise<Stored<ExecutionRecord>> {
  const { projectId } = ctx;
  if (!isResourceId(input.chipId)) throw unknownChip(projectId, input.chipId);
  const [lockItem, runItem, chipItem, projectItem] = await batchGetItems(ctx.db, [
    runKeys.lock(projectId),
    runKeys.run(projectId, flowRunId),
    chipKeys.chip(projectId, input.chipId),
    projectKeys.project(projectId),
  ]);
  const own = runItem && (await executionOf(ctx, runPointerEntity.decode(runItem)));
  if (own) return own;
  const chip = chipItem && chipEntity.decode(chipItem);
  if (!chip || chip.deletingAt) throw unknownChip(projectId, input.chipId);
  if (isDeletedProject(projectItem)) throw noAccess(projectId);
  const scope = lockScopeOf(projectItem && projectEntity.decode(projectItem));
  const lock = lockItem && lockEntity.decode(lockItem);
  const holders = holdersOf(lock);
  const holder = runInTheWay(scope, holders, input.chipId);
  if (holder) {
    const { executionId } = holder;
    if (look.reconciled)
      throw held(projectId, { scope, holders, holder, execution: await getExecution(ctx.db, projectId, executionId) });
    look.reconciled = true;
    // Where the project has as many runs as it may, the end of any of them makes room.
    const isFull = scope === 'chip' && holder.chipId !== input.chipId;
    const living = await reconcileRuns(ctx, projectId, { tolerant: true, ...(isFull ? {} : { executionId }) });
    const left = living.map((one) => one.holder);
    const existing = living.find((one) => one.holder === runInTheWay(scope, left, input.chipId));
    if (existing) throw held(projectId, { scope, holders: left, ...existing });
    throw staleRead();
  }
  await requireQuota(ctx, projectId, ['fileBytes', 'rows']);
  const last = lock?.last ?? (await newestExecution(ctx));
  const origin = input.runner === 'worker' ? await originOf(ctx, input, chip) : undefined;
  return write(ctx, { ...input, origin }, flowRunId, { lock, scope, next: nextExecution(last, today(ctx)) });
}

/** What a worker's run is of. The topology of the project is read here, and not with each context of the run. */
async function originOf(ctx: Ctx, { chipId, flowName, flowVersion }: NewRun, chip: ChipRecord): Promise<RunOrigin> {
  const { topologyId, size } = chip;
  const isOfTopology = hasTargetsOf(await findTopology(ctx, ctx.projectId, topologyId), chip);
  return { chipId, topologyId, flowName, flowVersion, ...(isOfTopology ? {} : { sizeOfOwnTargets: size }) };
}

/** What a start has read of its project. */
interface FoundLock {
  lock: Stored<LockRecord> | undefined;
  scope: LockScope;
  /** What the new execution is called. */
  next: LastExecution;
}

async function write(
  ctx: Ctx,
  input: NewRun & { origin: RunOrigin | undefined },
  flowRunId: string,
  { lock, scope, next }: FoundLock,
): Promise<Stored<ExecutionRecord>> {
  const { projectId } = ctx;
  const execution = newExecution(ctx, input, flowRunId, executionIdOf(next));
  const { executionId, username, createdAt, chipId, runner } = execution;
  const holder = { executionId, flowRunId, chipId, username, acquiredAt: createdAt };
  const held = withHolder({ ...lock, projectId, last: next, updatedAt: createdAt }, holder);
  const counter = { projectId, chipId, date: next.date, username, index: next.index };
  const plan = input.plan && packPlan(input.plan);
  const { origin } = input;
  const pointer: RunPointerRecord = { projectId, flowRunId, executionId, runner, createdAt, plan, origin };
  const transaction = new Transaction(ctx.db)
    .put(lockEntity.encode(held, (lock?.rev ?? 0) + 1), lock ? ifRevision(lock.rev) : ifAbsent, staleRead)
    .put(counterEntity.encode(counter, 1))
    .put(executionEntity.encode(execution, 1), ifAbsent, staleRead)
    .put(runPointerEntity.encode(pointer, 1), ifAbsent, staleRead)
    .check(projectKeys.project(projectId), ifLockScope(scope), (project) =>
      isDeletedProject(project) ? noAccess(projectId) : staleRead(),
    )
    .check(chipKeys.chip(projectId, chipId), ifChipNotDeleting, () => unknownChip(projectId, chipId))
    .check(chipKeys.job(projectId, chipId), ifNotRelaid, () => busy(chipId));
  input.addWrites?.(transaction, execution);
  try {
    await transaction.commit();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The answer may have been lost on its way: then the run is there, and it is this one.
    const written = await getRunPointer(ctx.db, projectId, flowRunId).catch(() => undefined);
    const own = written && (await executionOf(ctx, written));
    if (!own) throw error;
    return own;
  }
  return { ...execution, rev: 1 };
}

/** Starts the state machine. What cannot be started has ended, and its lock is free. */
async function launch(ctx: Ctx, execution: Stored<ExecutionRecord>): Promise<Stored<ExecutionRecord>> {
  const { projectId, executionId, flowRunId, runner } = execution;
  try {
    const ids = { project_id: projectId, execution_id: executionId, flow_run_id: flowRunId, runner };
    await ctx.orchestrator.start(ids);
    return execution;
  } catch (error) {
    // Only its answer was lost, or a repeat of this request started it.
    const machine = await ctx.orchestrator.describe(flowRunId).catch(() => undefined);
    if (machine) return execution;
    const reason = `The run could not be started: ${error instanceof Error ? error.message : String(error)}`;
    ctx.log.error('run not started', { projectId, executionId, reason });
    return (await abortRun(ctx, execution, reason)) ?? execution;
  }
}

function newExecution(ctx: Ctx, input: NewRun, flowRunId: string, executionId: string): ExecutionRecord {
  const { userId, username } = ctx.actor.user;
  const { status, fence } = scheduledRun;
  const { flowName, flowVersion, runner, backend, chipId, name, parameters, plan } = input;
  return {
    projectId: ctx.projectId,
    executionId,
    flowRunId,
    name,
    flowName,
    flowVersion,
    runner,
    backend,
    status,
    chipId,
    userId,
    username,
    createdAt: nowOf(ctx),
    message: '',
    tags: [...input.tags],
    note: { ...input.note, flow_run_id: flowRunId },
    parameters,
    ...(input.simulatedValues && { simulatedValues: input.simulatedValues }),
    ...(input.persist === false && { persist: false as const }),
    ...(ctx.gate && ctx.gate !== 'off' && { gate: ctx.gate }),
    ...(ctx.limits && { limits: ctx.limits }),
    fence,
    cursor: 0,
    plannedTasks: plan ? countTasks(plan) : input.plannedTasks,
    ...(runner === 'worker' && { claimTimeoutSeconds: input.claimTimeoutSeconds ?? claimTimeoutSeconds.usual }),
    taskCounts: {},
  };
}

async function executionOf(
  ctx: Ctx,
  { projectId, executionId }: RunPointerRecord,
): Promise<Stored<ExecutionRecord> | undefined> {
  return getExecution(ctx.db, projectId, executionId);
}

/** What a project without a lock counts on from: usually nothing. A run of the past counts for nothing. */
async function newestExecution(ctx: Ctx): Promise<LastExecution | undefined> {
  const { pk, sk: through } = projectKeys.execution(ctx.projectId, lastLiveExecutionOf(today(ctx)));
  const [newest] = (await queryPage(ctx.db, { pk, from: '0', through, descending: true }, { limit: 1 })).items;
  return newest && lastExecutionOf(decodeSummary(newest).executionId);
}

const today = (ctx: Ctx): string => calendarDate(nowOf(ctx), ctx.config.calendarTimeZone);

/** A run in the way of a start. */
interface Way {
  scope: LockScope;
  holders: readonly LockHolder[];
  holder: LockHolder;
  execution: Pick<ExecutionRecord, 'status' | 'runner'> | undefined;
}

/** Refuses a start while another run holds the lock; an unclaimed one is waiting, and not running. */
function held(projectId: string, { scope, holders, holder, execution }: Way): ServiceError {
  const { executionId, username, acquiredAt, chipId } = holder;
  const isWaiting = execution?.status === 'scheduled' && execution.runner === 'worker';
  const state = isWaiting ? 'has been waiting for a worker' : 'has been running';
  const run = `run '${executionId}' on chip '${chipId}', started by '${username}', ${state} since ${acquiredAt}`;
  if (scope === 'project') return conflict(`Project '${projectId}' is busy: ${run}`, 'run_active');
  return holders.length >= MOST_ACTIVE_RUNS
    ? conflict(
        `Project '${projectId}' has ${holders.length} active runs, which is the limit; the oldest: ${run}`,
        'run_active',
      )
    : conflict(`Chip '${chipId}' is busy: ${run}`, 'run_active');
}

const ifChipNotDeleting: Condition = { expression: 'attribute_exists(pk) AND attribute_not_exists(deletingAt)' };
