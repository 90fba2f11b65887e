import { hadChip } from '../../cooldowns/rules/cooldown.ts';
import { type CooldownSpan, findCooldownSpan } from '../../cooldowns/verbs/filter-cooldown.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { calendarDate } from '../../kernel/rules/calendar.ts';
import { completeUntil, earliest, justBefore, type Witness } from '../../kernel/rules/complete-until.ts';
import { batchGetItems, type QueryRange, queryPage } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { projectKeys, runKeys } from '../../kernel/store/keys.ts';
import { lockScopeOf } from '../../projects/store/projects.ts';
import { claimTimeoutSeconds } from '../rules/claim-wait.ts';
import { longestRunSeconds } from '../rules/longest-run.ts';
import type { ExecutionStatus } from '../rules/statuses.ts';
import { bearsCooldown, decodeSummary, type ExecutionSummary, isRecordedLater, newestOf } from '../store/executions.ts';
import { getLock, holdersOf } from '../store/locks.ts';
import { readPastHead } from '../store/past-heads.ts';

/** Which executions are wanted; an id that nothing has matches nothing. */
export interface ExecutionFilter {
  chipId?: string | undefined;
  status?: ExecutionStatus | undefined;
  flowName?: string | undefined;
  /** Those that started from then on; of those that never started, those requested from then on. */
  startFrom?: string | undefined;
  /** Those that this person started. */
  username?: string | undefined;
  /** Those that began while their chip was in it. */
  cooldownId?: string | undefined;
}

/** A page of executions, and up to which instant none is missing. */
export type ExecutionPage = Page<ExecutionSummary> & { completeUntil: string };

/** An execution, and whether its row says which cool-down it is of. */
type Stamped = ExecutionSummary & { isStamped: boolean };

/**
 * Executions of the project, newest first. With a filter it reads an index, and the newest execution of the table tells
 * whether that is behind (rule READ-6). @throws ServiceError `unknown-reference` for an unknown cool-down, `invalid` for a
 * `skip` or cursor out of bounds.
 */
export async function listExecutions(
  ctx: ProjectContext,
  filter: ExecutionFilter,
  page: PageRequest,
): Promise<ExecutionPage> {
  const now = nowOf(ctx);
  const { chipId, status, flowName, startFrom, username } = filter;
  const cooldown = await findCooldownSpan(ctx, filter.cooldownId);
  const range = { ...rangeOf(ctx.projectId, filter), ...daysOf(ctx, cooldown), descending: true };
  const reading = readPage(ctx.db, range, page, {
    decode: (item) => ({ ...decodeSummary(item), isStamped: bearsCooldown(item) }),
    keep: (execution) =>
      (chipId === undefined || execution.chipId === chipId) &&
      (status === undefined || execution.status === status) &&
      (flowName === undefined || execution.flowName === flowName) &&
      (username === undefined || execution.username === username) &&
      (cooldown === undefined || isOf(cooldown, execution)) &&
      (startFrom === undefined || (execution.startAt ?? execution.createdAt) >= startFrom),
    ...(startFrom !== undefined && { endsAt: endsBefore(startFrom, chipId) }),
  });
  const [found, started, past] = await Promise.all([
    reading,
    startedUntil(ctx, filter, now),
    pastWitnessOf(ctx, filter),
  ]);
  return { ...found, completeUntil: earliest([started ?? now, completeUntil(now, past)]) ?? now };
}

/**
 * Whether no older started run began at an instant or later. Started runs of a chip follow one another: if one had ended,
 * so had the older ones. Those of several chips may not, where locks are per chip (rule RUN-22): one that waits for a worker
 * begins up to a day after a newer one of another chip.
 */
function endsBefore(startFrom: string, chipId: string | undefined): (execution: Stamped) => boolean {
  const before = new Date(Date.parse(startFrom) - 2 * claimTimeoutSeconds.most * 1000).toISOString();
  const isBefore = ({ createdAt, endAt }: ExecutionSummary) =>
    chipId === undefined ? createdAt < before : endAt !== undefined && endAt < startFrom;
  return (execution) => !isRecordedLater(execution) && isBefore(execution);
}

/** Runs of the past may change anywhere in a list: what they changed last is in the index, or it is behind. */
async function pastWitnessOf({ db, projectId }: ProjectContext, filter: ExecutionFilter): Promise<Witness | undefined> {
  const { index, pk } = rangeOf(projectId, filter);
  const head = index && (await readPastHead(db, projectId, { index, pk }));
  return head && { isShown: head.isShown, shownUntil: justBefore(head.writtenAt) };
}

/**
 * Of the started executions of a project one changes at a time, the newest, and where locks are per chip (rule RUN-22), those that
 * hold one: their rows are in the index as they are in the table, or it is behind. Undefined where none of them belongs in the
 * list.
 */
async function startedUntil(ctx: ProjectContext, filter: ExecutionFilter, now: string): Promise<string | undefined> {
  const { db, projectId } = ctx;
  const { index, pk } = rangeOf(projectId, filter);
  if (!index) return undefined;
  const { chipId, status, flowName } = filter;
  const [newest, active] = await Promise.all([newestStarted(ctx), activeRuns(ctx, filter)]);
  const meant = [...(newest ? [newest] : []), ...active].filter(
    (execution) =>
      (chipId === undefined || execution.chipId === chipId) &&
      (status === undefined || execution.status === status) &&
      (flowName === undefined || execution.flowName === flowName),
  );
  const untils = meant.map(async (execution) => {
    const { sk: sort } = projectKeys.execution(projectId, execution.executionId);
    const [row] = (await queryPage(db, { index, pk, from: sort, through: sort })).items;
    const isShown = row !== undefined && decodeSummary(row).status === execution.status;
    return completeUntil(now, { isShown, shownUntil: justBefore(execution.createdAt) });
  });
  return earliest(await Promise.all(untils)) ?? undefined;
}

async function newestStarted(ctx: ProjectContext): Promise<ExecutionSummary | undefined> {
  // An older one has ended.
  const since = new Date(ctx.clock().getTime() - (longestRunSeconds + 86_400) * 1000).toISOString();
  const day = calendarDate(since, ctx.config.calendarTimeZone);
  const { started } = await newestOf(ctx.db, projectKeys.executions(ctx.projectId), day);
  return started && decodeSummary(started);
}

/** The runs that hold the locks of chips, those of one chip alone where the filter names it. */
async function activeRuns(ctx: ProjectContext, { chipId }: ExecutionFilter): Promise<ExecutionSummary[]> {
  const { db, projectId } = ctx;
  if (lockScopeOf(ctx) === 'project') return [];
  const holders = holdersOf(await getLock(db, projectId));
  const meant = holders.filter((holder) => chipId === undefined || holder.chipId === chipId);
  const keys = meant.map(({ executionId }) => projectKeys.execution(projectId, executionId));
  return (await batchGetItems(db, keys)).flatMap((item) => (item ? [decodeSummary(item)] : []));
}

/** The days of a cool-down's data, by which executions are sorted (rule COOL-9). */
function daysOf({ config }: ProjectContext, cooldown: CooldownSpan | undefined): Pick<QueryRange, 'from' | 'through'> {
  if (!cooldown) return {};
  const { calendarTimeZone: zone } = config;
  const from = calendarDate(cooldown.from, zone);
  return cooldown.through === undefined ? { from } : { from, through: `${calendarDate(cooldown.through, zone)}~` };
}

/** What began under an earlier version bears no cool-down: its time decides. */
function isOf({ cooldownId, record }: CooldownSpan, execution: Stamped): boolean {
  if (execution.isStamped || execution.cooldownId !== undefined) return execution.cooldownId === cooldownId;
  return hadChip(record, execution.chipId, execution.startAt ?? execution.createdAt);
}

/** The narrowest index: reading filters out its other entries. */
function rangeOf(projectId: string, { chipId, status, flowName }: ExecutionFilter): QueryRange {
  if (flowName !== undefined) return { index: 'gsi4', pk: runKeys.ofFlow(projectId, flowName) };
  if (chipId !== undefined && status !== undefined)
    return { index: 'gsi3', pk: runKeys.ofChipAndStatus(projectId, chipId, status) };
  if (status !== undefined) return { index: 'gsi2', pk: runKeys.ofStatus(projectId, status) };
  if (chipId !== undefined) return { index: 'gsi1', pk: runKeys.ofChip(projectId, chipId) };
  return projectKeys.executions(projectId);
}
