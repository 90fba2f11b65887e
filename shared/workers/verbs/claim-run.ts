import { chipEntity } from '../../chips/store/chips.ts';
import { flowVersionEntity, unpackSource } from '../../flows/store/flows.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Condition } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys, flowKeys, projectKeys, runKeys } from '../../kernel/store/keys.ts';
import { lockScopeOf } from '../../projects/store/projects.ts';
import {
  type Claim,
  type Claimant,
  chooseOffer,
  isBetweenRuns,
  retryAfterSeconds,
  claimRun as rule,
} from '../../runs/rules/claim.ts';
import { addExecutionChange, executionEntity, NO_FLOW_VERSION, stateOf } from '../../runs/store/executions.ts';
import {
  getLock,
  holdersOf,
  type LockRecord,
  type RunPointerRecord,
  runPointerEntity,
} from '../../runs/store/locks.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { resumeAndHeartbeat } from '../../runs/verbs/waiting/resume-waiting-step.ts';
import type { Work } from './find-work.ts';
import { renewClaim } from './heartbeat-run.ts';
import { recordWorker } from './record-worker.ts';

/** A worker that asks for a run. */
export interface ClaimRequest {
  worker: string;
  backends: readonly string[];
  /** Lower case. */
  claimKey: string;
  software: string;
}

/** A run with everything that its worker has to know. */
export interface ClaimedRun extends Work {
  claim: Claim;
  code: string;
  functionName: string;
  cooldownId: string | undefined;
}

/** What the worker is answered. */
export interface ClaimResponse {
  run: ClaimedRun | undefined;
  /** When to ask again, where there is no run. */
  retryAfterSeconds: number;
}

type Found = { work: Work; claim: Claim } | { why: keyof typeof retryAfterSeconds };

/**
 * Offers a run that holds a lock of the project to a worker (rules WORK-1 and WORK-2), if it waits for one of its
 * backends. The claim and the fence are written together, on the condition that what was read is unchanged; then the
 * state machine is told, again with every repeat and heartbeat until it has heard.
 */
export async function claimRun(ctx: Orchestrated<ProjectContext>, request: ClaimRequest): Promise<ClaimResponse> {
  const found = await retryOnConflict(orRefuse(`The run of project '${ctx.projectId}'`), () => tryClaim(ctx, request));
  const { worker, backends, software } = request;
  const executionId = 'work' in found ? found.work.execution.executionId : undefined;
  const sighting = { worker, backends: [...backends], software, executionId };
  if (!('work' in found)) {
    await recordWorker(ctx, sighting);
    return { run: undefined, retryAfterSeconds: retryAfterSeconds[found.why] };
  }
  const { work, claim } = found;
  await resumeAndHeartbeat(ctx.orchestrator, { ...work.pointer, claim }, work.execution);
  const [run] = await Promise.all([withSource(ctx, work, claim), recordWorker(ctx, { ...sighting, message: '' })]);
  return { run, retryAfterSeconds: retryAfterSeconds.idle };
}

async function tryClaim(ctx: ProjectContext, { worker, backends, claimKey }: ClaimRequest): Promise<Found> {
  const { db, projectId, actor } = ctx;
  const claimant = { worker, userId: actor.user.userId, claimKey };
  const lock = await getLock(db, projectId);
  const active = await activeWork(ctx, lock);
  const idle = { why: isBetweenRuns(lastEnd(ctx, lock, active), nowOf(ctx)) ? 'betweenRuns' : 'idle' } as const;
  const offers = active
    .filter(({ execution }) => execution.runner === 'worker' && backends.includes(execution.backend))
    .map((work) => offerOf(work, claimant, nowOf(ctx)));
  const offer = chooseOffer(offers, claimant);
  if (!offer) return idle;
  const { claiming, work } = offer;
  // While another worker drives one chip, a run on another may begin at any time.
  if (claiming.kind === 'none') {
    const isIdle = claiming.why === 'idle' || (claiming.why === 'driven' && lockScopeOf(ctx) === 'chip');
    return isIdle ? idle : { why: claiming.why };
  }
  const { execution, pointer } = work;
  const { claim } = claiming;
  if (claiming.kind === 'standing') {
    // Answered, the worker drives for half a window from this request, not from the first.
    const renewed = await renewClaim(ctx, execution.flowRunId, { fence: claim.fence, claimKey });
    return renewed.stop === undefined ? { work: renewed.work, claim } : idle;
  }
  const { status, fence } = claiming.run;
  const taken = { ...execution, status, fence, startAt: execution.startAt ?? nowOf(ctx) };
  const transaction = new Transaction(db);
  addExecutionChange(transaction, execution, taken, staleRead);
  const key = runKeys.run(projectId, execution.flowRunId);
  await transaction.update(key, revise({ claim }), ifUnchanged(pointer), staleRead).commit();
  return { work: { execution: taken, pointer }, claim };
}

/** The runs that hold a lock, the oldest first. */
async function activeWork({ db, projectId }: ProjectContext, lock: LockRecord | undefined): Promise<Work[]> {
  const holders = holdersOf(lock);
  const items = await batchGetItems(
    db,
    holders.flatMap(({ executionId, flowRunId }) => [
      projectKeys.execution(projectId, executionId),
      runKeys.run(projectId, flowRunId),
    ]),
  );
  return holders.flatMap((_, index) => {
    const [executionItem, pointerItem] = items.slice(2 * index);
    if (!executionItem || !pointerItem) return [];
    return [{ execution: executionEntity.decode(executionItem), pointer: runPointerEntity.decode(pointerItem) }];
  });
}

/** When the last run ended, as far as the lock and the active runs tell: a worker finishes before its lock is free. */
function lastEnd(ctx: ProjectContext, lock: LockRecord | undefined, active: readonly Work[]): string | undefined {
  const finished = active.flatMap(({ pointer }) => pointer.claim?.finished?.at ?? []);
  // While a run holds the lock of a whole project, no other begins.
  const isOpen = active.length === 0 || lockScopeOf(ctx) === 'chip';
  return [...finished, ...(isOpen && lock ? [lock.updatedAt] : [])].sort().at(-1);
}

const offerOf = (work: Work, claimant: Claimant, now: string) => ({
  work,
  existing: work.pointer.claim,
  claiming: rule(stateOf(work.execution), work.pointer.claim, work.pointer.waiting?.kind, claimant, now),
});

/** There is no other claim, and the worker has not finished; the waiting step is the one that will be told. */
function ifUnchanged({ claim, waiting }: RunPointerRecord): Condition {
  if (claim)
    return {
      expression: '#claim.#fence = :fence AND attribute_not_exists(#claim.#finished)',
      names: { '#claim': 'claim', '#fence': 'fence', '#finished': 'finished' },
      values: { ':fence': claim.fence },
    };
  return {
    expression: 'attribute_not_exists(#claim) AND #waiting.#token = :token',
    names: { '#claim': 'claim', '#waiting': 'waiting', '#token': 'token' },
    values: { ':token': waiting?.token },
  };
}

/**
 * The source as it was when the run was started, and the cool-down that the chip is in. A run without a flow has no source: that
 * of one task, and a pipeline, whose spec is among its parameters.
 */
async function withSource({ db, projectId }: ProjectContext, work: Work, claim: Claim): Promise<ClaimedRun> {
  const { flowName, flowVersion, chipId, executionId } = work.execution;
  const [versionItem, chipItem] = await batchGetItems(db, [
    flowKeys.version(projectId, flowName, flowVersion),
    chipKeys.chip(projectId, chipId),
  ]);
  const cooldownId = chipItem && chipEntity.decode(chipItem).currentCooldownId;
  if (flowVersion === NO_FLOW_VERSION) return { ...work, claim, code: '', functionName: '', cooldownId };
  if (!versionItem) throw new Error(`Run '${executionId}' names a version of '${flowName}' that does not exist`);
  const { code, functionName } = flowVersionEntity.decode(versionItem);
  return { ...work, claim, code: unpackSource(code), functionName, cooldownId };
}
