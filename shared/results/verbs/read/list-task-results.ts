import { reverseCouplingId } from '../../../chips/rules/coupling-id.ts';
import { chipStatisticsEntity } from '../../../chips/store/chip-statistics.ts';
import { chipEntity, listPresentChips } from '../../../chips/store/chips.ts';
import { listDataChips } from '../../../cooldowns/store/cooldowns.ts';
import { findCooldownSpan } from '../../../cooldowns/verbs/filter-cooldown.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notInProject, ServiceError } from '../../../kernel/errors.ts';
import { completeUntil, earliest, type ListHead, listCompleteUntil } from '../../../kernel/rules/complete-until.ts';
import { folded } from '../../../kernel/rules/folded.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, type QueryRange } from '../../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, skipBudget } from '../../../kernel/store/dynamodb/paging.ts';
import { chipKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { headOf, readShownHead } from '../../../kernel/store/list-heads.ts';
import { allTasks, tasksInTable } from '../../../runs/rules/count-tasks.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '../../../runs/store/executions.ts';
import { completeCooldowns, type TaskRow } from '../../store/task-results.ts';
import { showsLastRow } from './shows-last-row.ts';
import { type Counts, walkRows } from './walk-rows.ts';

/** Which task results are wanted; every field that is given must fit. */
export interface TaskResultFilter {
  chipId?: string | undefined;
  executionId?: string | undefined;
  status?: TaskStatus | undefined;
  taskName?: string | undefined;
  /** A qubit or a coupling, the latter under its reversed id too. */
  qid?: string | undefined;
  username?: string | undefined;
  startFrom?: string | undefined;
  startTo?: string | undefined;
  messageContains?: string | undefined;
  /** Those that are stamped with it (rule TASK-5). */
  cooldownId?: string | undefined;
}

/** A page of task results with how many there are of each status, whatever status was asked for. */
export type TaskResultPage = Page<TaskRow> & {
  /** Null behind a cursor where another filter than the status is given, as the total is. */
  statusCounts: Counts | null;
  /** Whether total and counts are of everything, not only of what was found up to where the walk was stopped. */
  countedAll: boolean;
  /** Results of the execution or of the chips that are in files and not listed, whatever was asked for (rule TASK-21). */
  archivedResults: number;
  /** Everything that was written until then is included; null if that is unknown. */
  completeUntil: string | null;
};

/** Where rows come from: ranges of one index, which of their rows are meant, and the counts of all of these. */
interface Source {
  ranges: QueryRange[];
  belongs?: (row: TaskRow) => boolean;
  counts: Counts;
  /** How many of their results are in files. */
  archivedResults: number;
  /** Asks the index whether it is behind what the table says; an instant before the reads is given. */
  completeUntil(now: string): Promise<string | null>;
}

/**
 * How long before it was queued a result may begin: a simulated measurement ends now and began as long before as it would
 * have taken, and the clock of a worker may be behind.
 */
const earlyStartMs = 3_600_000;

/**
 * Task results, the latest start first, those that have not begun by when they were queued; of an execution by when they
 * were queued. Counts come from the statistics of chip or execution, or are made by looking at the rows, where there is
 * another filter than the status. Reads an index: the statistics of the chip, or the execution, tell whether that is behind
 * (rules READ-6 and READ-7).
 * @throws ServiceError `not-found` for an unknown chip; `unknown-reference` for an unknown cool-down; `invalid` when `skip` is
 * beyond the work budget.
 */
export async function listTaskResults(
  ctx: ProjectContext,
  filter: TaskResultFilter,
  page: PageRequest,
): Promise<TaskResultPage> {
  const skip = page.cursor === undefined ? page.skip : 0;
  if (skip > skipBudget)
    throw new ServiceError(
      'request_too_broad',
      `skip ${skip} is beyond ${skipBudget}; narrow the range or follow 'next_cursor' instead`,
    );
  const now = nowOf(ctx);
  const source = await sourceOf(ctx, filter);
  const fits = matcher(filter);
  const complete =
    filter.cooldownId === undefined ? undefined : (items: readonly Item[]) => completeCooldowns(ctx.db, items);
  const wanted = { status: filter.status, belongs: source.belongs, fits, complete };
  const [until, walked] = await Promise.all([
    source.completeUntil(now),
    walkRows(ctx.db, source.ranges, wanted, { ...page, skip }),
  ]);
  // Those who page by `skip` are always answered numbers: QDash's clients take nothing else.
  const known = fits === undefined ? source.counts : walked.counts;
  const total = known && (filter.status === undefined ? allTasks(known) : (known[filter.status] ?? 0));
  return {
    records: walked.rows,
    total: total ?? null,
    statusCounts: known ?? null,
    countedAll: fits === undefined || walked.countedAll,
    archivedResults: source.archivedResults,
    skip: page.skip,
    limit: page.limit,
    nextCursor: walked.cursor,
    completeUntil: until,
  };
}

async function sourceOf(ctx: ProjectContext, filter: TaskResultFilter): Promise<Source> {
  const { projectId } = ctx;
  if (filter.executionId !== undefined) {
    const [execution] = await Promise.all([
      getExecution(ctx.db, projectId, filter.executionId),
      findCooldownSpan(ctx, filter.cooldownId),
    ]);
    const range = { index: 'gsi2' as const, pk: taskKeys.ofExecution(projectId, filter.executionId) };
    return {
      ranges: [range],
      counts: execution ? tasksInTable(execution) : {},
      archivedResults: allTasks(execution?.archivedTasks ?? {}),
      completeUntil: (now) => executionCompleteUntil(ctx.db, execution, now),
    };
  }
  const { chipId, cooldownId } = filter;
  const [known, cooldown, withData] = await Promise.all([
    chipId === undefined ? allChips(ctx) : oneChip(ctx, chipId).then((chip) => [chip]),
    findCooldownSpan(ctx, cooldownId),
    cooldownId === undefined ? undefined : listDataChips(ctx.db, projectId, cooldownId),
  ]);
  const chips = known.filter((chip) => withData?.includes(chip.chipId) ?? true);
  const createdAt = new Map(chips.map((chip) => [chip.chipId, chip.createdAt]));
  const rangeOf = (chipId: string) => ({ index: 'gsi4' as const, pk: taskKeys.ofChip(projectId, chipId) });
  return {
    // A chip that was created again under an id has none of the results of the one before.
    belongs: (row) => row.queuedAt >= (createdAt.get(row.chipId) ?? ''),
    ranges: chips.map((chip) => ({
      ...rangeOf(chip.chipId),
      from: latest(filter.startFrom, cooldown?.from, new Date(Date.parse(chip.since) - earlyStartMs).toISOString()),
      through: `${earlier(filter.startTo, cooldown?.through) ?? ''}~`,
    })),
    counts: chips.reduce<Counts>((sum, { counts }) => added(sum, counts), {}),
    archivedResults: chips.reduce((sum, { archivedResults }) => sum + archivedResults, 0),
    completeUntil: async (now) => {
      const heads = await Promise.all(
        chips.map(
          async ({ chipId: id, head }) => head && { written: head, shown: await readShownHead(ctx.db, rangeOf(id)) },
        ),
      );
      return earliest([now, ...heads.map((one) => listCompleteUntil(now, one?.written, one?.shown))]);
    },
  };
}

/** The row that was written last is on the index as the execution knows it, or what the run wrote may be missing. */
async function executionCompleteUntil(
  db: Database,
  execution: ExecutionRecord | undefined,
  now: string,
): Promise<string> {
  if (!execution?.lastRow) return now;
  return completeUntil(now, { isShown: await showsLastRow(db, execution), shownUntil: execution.createdAt });
}

const latest = (...instants: (string | undefined)[]): string =>
  instants.reduce<string>((last, one) => (one !== undefined && one > last ? one : last), '');

const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

const added = (one: Counts, other: Counts): Counts => {
  const sum = { ...one };
  for (const [status, count] of Object.entries(other) as [TaskStatus, number][])
    sum[status] = (sum[status] ?? 0) + count;
  return sum;
};

interface CountedChip {
  chipId: string;
  createdAt: string;
  /** When its first result may have begun. */
  since: string;
  counts: Counts;
  archivedResults: number;
  /** Of the list of its results. */
  head: ListHead | undefined;
}

async function oneChip({ db, projectId }: ProjectContext, chipId: string): Promise<CountedChip> {
  const [chipItem, statistics] = await batchGetItems(db, [
    chipKeys.chip(projectId, chipId),
    chipKeys.statistics(projectId, chipId),
  ]);
  const chip = chipItem && chipEntity.decode(chipItem);
  if (!chip || chip.deletingAt) throw notInProject('Chip', chipId, projectId);
  const { createdAt, measuredFrom: since = createdAt } = chip;
  return { chipId, createdAt, since, ...countsOf(statistics), head: headOf(statistics) };
}

async function allChips({ db, projectId }: ProjectContext): Promise<CountedChip[]> {
  const chips = await listPresentChips(db, projectId);
  const statistics = await batchGetItems(
    db,
    chips.map(({ chipId }) => chipKeys.statistics(projectId, chipId)),
  );
  return chips.map(({ chipId, createdAt, measuredFrom: since = createdAt }, n) => ({
    ...{ chipId, createdAt, since },
    ...countsOf(statistics[n]),
    head: headOf(statistics[n]),
  }));
}

function countsOf(item: Item | undefined): Pick<CountedChip, 'counts' | 'archivedResults'> {
  if (!item) return { counts: {}, archivedResults: 0 };
  const { archivedResults = 0, ...statistics } = chipStatisticsEntity.decode(item);
  const counts = TASK_STATUSES.flatMap((status) =>
    statistics[status] === undefined ? [] : [[status, statistics[status]]],
  );
  return { counts: Object.fromEntries(counts), archivedResults };
}

/** Whether a row fits what the ranges do not say, but for its status; undefined where everything does. */
function matcher(filter: TaskResultFilter): ((row: TaskRow) => boolean) | undefined {
  const { chipId, executionId, taskName, qid, username, startFrom, startTo, messageContains, cooldownId } = filter;
  const others = [taskName, qid, username, startFrom, startTo, messageContains, cooldownId];
  const filtered = others.some((field) => field !== undefined);
  if (!filtered && (executionId === undefined || chipId === undefined)) return undefined;
  const ids = qid === undefined ? undefined : new Set([qid, reverseCouplingId(qid)]);
  const text = messageContains === undefined ? undefined : folded(messageContains);
  return (row) =>
    (chipId === undefined || row.chipId === chipId) &&
    (taskName === undefined || row.name === taskName) &&
    (ids === undefined || ids.has(row.qid)) &&
    (cooldownId === undefined || row.cooldownId === cooldownId) &&
    (username === undefined || row.username === username) &&
    (startFrom === undefined || (row.startAt !== undefined && row.startAt >= startFrom)) &&
    (startTo === undefined || (row.startAt !== undefined && row.startAt <= startTo)) &&
    (text === undefined || folded(row.message).includes(text));
}
