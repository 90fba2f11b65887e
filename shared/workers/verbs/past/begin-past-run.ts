import { isDeepStrictEqual } from 'node:util';
import { ifChipNotDeleting } from '../../../chips/store/chip-conditions.ts';
import { getChip } from '../../../chips/store/chips.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import { cooldownDataEntity, getCooldowns } from '../../../cooldowns/store/cooldowns.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { isResourceId } from '../../../kernel/rules/ids.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem, ifAbsent, ifRevision, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, cooldownKeys, projectKeys, runKeys } from '../../../kernel/store/keys.ts';
import { noAccess } from '../../../people/verbs/auth/authenticate.ts';
import { ifNotDeleted } from '../../../projects/store/projects.ts';
import { requireQuota } from '../../../projects/verbs/usage/require-quota.ts';
import type { Claim } from '../../../runs/rules/claim.ts';
import { executionIdOf, lastExecutionOf, nextPastExecution, pastExecutionsOf } from '../../../runs/rules/ids.ts';
import { cooldownAt, type PastRun, pastRunProblems } from '../../../runs/rules/past-run.ts';
import { decodeSummary, type ExecutionRecord, executionEntity, getExecution } from '../../../runs/store/executions.ts';
import { counterEntity, getRunPointer, runPointerEntity } from '../../../runs/store/locks.ts';
import { addPastHeads } from '../../../runs/store/past-heads.ts';

/** A run that a lab has made without the service. */
export interface NewPastRun {
  /** UUID that the lab gave the run: a repeat finds its run. Lower case. */
  flowRunId: string;
  flowName: string;
  chipId: string;
  backend: string;
  parameters: Record<string, unknown>;
  /** Whether its values become current. */
  persist: boolean;
  startAt: string;
  endAt: string;
}

/** The fence under which a run of the past takes results: no one takes it over. */
export const pastRunFence = 1;

/**
 * Begins the record of a run of the past (rules PAST-1 to PAST-6): execution, pointer and the day of the chip in one
 * transaction, without the project's lock and its counter. Results, files and log lines follow as those of a worker's run.
 * @returns the execution; that of an earlier request with the same id and content.
 * @throws ServiceError `unknown-reference` for an unknown chip; `invalid` for times that cannot be; `conflict` for an id
 * with other content, or a project that is beyond a quota.
 */
export function beginPastRun(ctx: ProjectContext, run: NewPastRun): Promise<Stored<ExecutionRecord>> {
  const { startAt, endAt, flowRunId } = run;
  const problems = pastRunProblems({ startAt, endAt }, nowOf(ctx));
  if (problems.length > 0)
    throw invalid(
      'The times of the run are refused',
      problems.map(({ field, message }) => ({ path: `body.${field}`, message })),
    );
  return retryOnConflict(orRefuse(`Run '${flowRunId}'`), async () => (await findSame(ctx, run)) ?? write(ctx, run));
}

/** The run of an earlier request. @throws ServiceError `conflict` if it has other content, or was not one of the past. */
async function findSame(ctx: ProjectContext, run: NewPastRun): Promise<Stored<ExecutionRecord> | undefined> {
  const { db, projectId } = ctx;
  const pointer = await getRunPointer(db, projectId, run.flowRunId);
  const existing = pointer && (await getExecution(db, projectId, pointer.executionId));
  if (!existing) return undefined;
  const { executionId, flowName, chipId, backend, parameters, persist = true, past } = existing;
  if (!past)
    throw conflict(
      `'${run.flowRunId}' is the id of run '${executionId}', which is not a run of the past`,
      'already_exists',
    );
  const stored = { flowName, chipId, backend, parameters, persist, startAt: past.startAt, endAt: past.endAt };
  const { flowRunId, ...given } = run;
  if (!isDeepStrictEqual(stored, given))
    throw conflict(
      `'${flowRunId}' is the id of run '${executionId}', which was recorded with other content`,
      'already_exists',
    );
  return existing;
}

async function write(ctx: ProjectContext, run: NewPastRun): Promise<Stored<ExecutionRecord>> {
  const { db, projectId } = ctx;
  const { chipId, flowRunId, startAt } = run;
  if (!isResourceId(chipId)) throw unknownChip(projectId, chipId);
  await requireQuota(ctx, projectId, ['fileBytes', 'rows']);
  const chip = await getChip(db, projectId, chipId);
  if (!chip || chip.deletingAt) throw unknownChip(projectId, chipId);
  const cooldowns = await getCooldowns(db, projectId, chip.cooldownIds ?? []);
  const cooldown = cooldowns.find(({ cooldownId }) => cooldownId === cooldownAt(cooldowns, chipId, startAt));
  const next = await nextId(ctx, calendarDate(startAt, ctx.config.calendarTimeZone));
  const execution = newExecution(ctx, run, executionIdOf(next), {
    cooldownId: cooldown?.cooldownId,
    chipCreatedAt: chip.createdAt,
  });
  const { executionId, username, createdAt } = execution;
  const counterKey = runKeys.counter(projectId, chipId, next.date);
  const isListed = (await getItem(db, counterKey)) !== undefined;
  const transaction = new Transaction(db)
    .put(executionEntity.encode(execution, 1), ifAbsent, staleRead)
    .put(
      runPointerEntity.encode(
        {
          ...{ projectId, flowRunId, executionId, runner: 'worker', createdAt },
          origin: { chipId, topologyId: chip.topologyId, flowName: run.flowName, flowVersion: 0 },
          claim: claimOf(execution),
        },
        1,
      ),
      ifAbsent,
      staleRead,
    )
    .check(projectKeys.project(projectId), ifNotDeleted, () => noAccess(projectId))
    .check(chipKeys.chip(projectId, chipId), ifChipNotDeleting, () => unknownChip(projectId, chipId));
  // The days of the chip's runs; a start on this day writes it over.
  if (!isListed)
    transaction.put(counterEntity.encode({ projectId, chipId, ...next, username }, 1), ifAbsent, staleRead);
  if (cooldown) {
    const { cooldownId } = cooldown;
    transaction
      .check(cooldownKeys.cooldown(projectId, cooldownId), ifRevision(cooldown.rev), staleRead)
      .put(cooldownDataEntity.encode({ projectId, chipId, cooldownId }, 1));
  }
  addPastHeads(transaction, createdAt, undefined, execution);
  await transaction.commit();
  return { ...execution, rev: 1 };
}

/** The next free id of a day. @throws ServiceError `conflict` with the code `limit_reached`. */
async function nextId({ db, projectId }: ProjectContext, date: string) {
  const { first, last } = pastExecutionsOf(date);
  const { pk, sk: from } = projectKeys.execution(projectId, first);
  const { sk: through } = projectKeys.execution(projectId, last);
  const [newest] = (await queryPage(db, { pk, from, through, descending: true }, { limit: 1 })).items;
  const next = nextPastExecution(newest && lastExecutionOf(decodeSummary(newest).executionId), date);
  if (!next) throw conflict(`The day ${date} has no number left for a run of the past`, 'limit_reached');
  return next;
}

function newExecution(
  ctx: ProjectContext,
  { flowRunId, flowName, chipId, backend, parameters, persist, startAt, endAt }: NewPastRun,
  executionId: string,
  known: Pick<PastRun, 'cooldownId' | 'chipCreatedAt'>,
): ExecutionRecord {
  const { userId, username } = ctx.actor.user;
  return {
    ...{ projectId: ctx.projectId, executionId, flowRunId, name: flowName, flowName, flowVersion: 0 },
    ...{ runner: 'worker', backend, status: 'running', chipId, userId, username },
    ...{ createdAt: nowOf(ctx), startAt, message: '', tags: [], note: { flow_run_id: flowRunId }, parameters },
    ...(!persist && { persist: false as const }),
    ...(ctx.gate && ctx.gate !== 'off' && { gate: ctx.gate }),
    ...(ctx.limits && { limits: ctx.limits }),
    ...{ fence: pastRunFence, cursor: 0, taskCounts: {}, past: { startAt, endAt, ...known } },
  };
}

/** It says under which fence results are taken; there is no hardware that a claim would protect. */
const claimOf = ({ username, userId = '', flowRunId, createdAt }: ExecutionRecord): Claim => ({
  ...{ worker: username, userId, claimKey: flowRunId, formerKeys: [], fence: pastRunFence, resumed: false },
  ...{ claimedAt: createdAt, heartbeatAt: createdAt },
});
