import type { ProjectContext } from '../../../kernel/context.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { completeUntil, earliest, justBefore } from '../../../kernel/rules/complete-until.ts';
import { queryAll, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { decodeTaskRow, type TaskRow } from '../../../results/store/task-results.ts';
import { longestRunSeconds } from '../../../runs/rules/longest-run.ts';
import { beganAt, type ExecutionRecord, executionEntity, newestOf } from '../../../runs/store/executions.ts';
import { isOverLater, runAsOf } from '../../rules/overview/run-as-of.ts';
import { runsToSearch } from '../../rules/overview/runs-to-search.ts';
import { standingFailures } from '../../rules/overview/standing-failures.ts';

/** Most results that are looked at for failures, so that an answer takes the same whatever the time is. */
const MOST_RESULTS = 5000;

/** From when to when an overview tells. */
export interface OverviewTimes {
  since: string;
  /** Now, or an instant of the past. */
  asOf: string;
  isPast: boolean;
}

/** The runs of a chip that were not over at an instant or began after it, the newest first. */
export interface RunsSince {
  runs: ExecutionRecord[];
  /** False where there are more than one page holds: the oldest are missing. */
  all: boolean;
  /** The newest run of the chip, whenever it was. */
  last: ExecutionRecord | undefined;
}

/**
 * In one round trip; in another one if the newest run of the days before is one of the past. Of the days before the newest
 * run is looked at, and the newest that was started: of a project one started run follows another.
 */
export async function readRunsSince(
  { db, projectId, config }: ProjectContext,
  chipId: string,
  { since, asOf, isPast }: OverviewTimes,
): Promise<RunsSince> {
  const from = calendarDate(since, config.calendarTimeZone);
  const through = isPast ? `${calendarDate(asOf, config.calendarTimeZone)}~` : '~';
  const inTable = { pk: projectKeys.executions(projectId).pk, from, through, descending: true };
  const earlier = { index: 'gsi1' as const, pk: runKeys.ofChip(projectId, chipId), from: '0', through: from };
  const oldest = new Date(Date.parse(since) - longestRunSeconds * 1000).toISOString();
  const [page, before] = await Promise.all([
    queryPage(db, inTable),
    newestOf(db, earlier, calendarDate(oldest, config.calendarTimeZone)),
  ]);
  const found = [...new Set([...page.items, before.newest, before.started])].flatMap((item) =>
    item ? [executionEntity.decode(item)] : [],
  );
  const ofChip = found
    .filter((execution) => execution.chipId === chipId && (!isPast || beganAt(execution) <= asOf))
    .toSorted((a, b) => (beganAt(a) < beganAt(b) ? 1 : -1));
  const runs = ofChip.filter(({ endAt, past = { endAt } }) => past.endAt === undefined || past.endAt >= since);
  return { runs, all: page.lastKey === undefined, last: ofChip[0] };
}

/** The unresolved failures, and the instant up to which none is missing. */
export interface FoundFailures {
  failures: TaskRow[];
  /** The runs in their state at that time, if their rows tell. */
  runs: ExecutionRecord[];
  /** False where there were more results than are looked at, or failed ones are archived: failures of the oldest runs may be missing. */
  all: boolean;
  completeUntil: string | null;
}

/**
 * The unresolved failures of runs (rule OVERVIEW-2): the rows of the runs, read concurrently from an index; the counts
 * of each run tell whether the index is behind (rule READ-6).
 */
export async function readFailures(
  { db }: Pick<ProjectContext, 'db'>,
  { runs, all }: RunsSince,
  { since, asOf, isPast }: OverviewTimes,
): Promise<FoundFailures> {
  const searched = runsToSearch(runs, MOST_RESULTS);
  // Of a project one run follows another: there is hardly more than one.
  const unfinished = isPast ? runs.filter((run) => isOverLater(run, asOf)) : [];
  const read = [...new Set([...searched.runs, ...unfinished])].map(async (run) => {
    const items = await queryAll(db, { index: 'gsi2', pk: taskKeys.ofExecution(run.projectId, run.executionId) });
    const rows = items.map(decodeTaskRow);
    return {
      ...{ run, rows },
      until: completeUntil(asOf, { isShown: showsLast(run, rows), shownUntil: justBefore(run.createdAt) }),
    };
  });
  const found = await Promise.all(read);
  const rows = found.flatMap((one) => one.rows);
  const rowsOf = (run: ExecutionRecord) => found.find((one) => one.run === run)?.rows ?? [];
  return {
    failures: standingFailures(isPast ? rows.filter(({ endAt }) => endAt !== undefined && endAt <= asOf) : rows, since),
    runs: runs.map((run) => (unfinished.includes(run) ? runAsOf(run, rowsOf(run), asOf) : run)),
    all: all && searched.all && !runs.some(({ archivedTasks }) => archivedTasks?.failed),
    completeUntil: earliest([asOf, ...found.map(({ until }) => until)]),
  };
}

function showsLast({ lastRow }: ExecutionRecord, rows: readonly TaskRow[]): boolean {
  if (!lastRow) return true;
  const row = rows.find(({ queuedAt, taskId }) => taskKeys.byTime(queuedAt, taskId) === lastRow.sort);
  return row?.status === lastRow.status && (row.excluded ?? false) === lastRow.excluded;
}
