import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import { completeUntil } from '../../kernel/rules/complete-until.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../kernel/store/keys.ts';
import {
  decodeTaskRow,
  type TaskResultRecord,
  type TaskRow,
  taskResultEntity,
} from '../../results/store/task-results.ts';
import { type ClaimWait, claimWaitOf } from '../../workers/verbs/presence/claim-wait.ts';
import { awaitsClaim } from '../rules/claim-wait.ts';
import { allTasks, tasksInTable } from '../rules/count-tasks.ts';
import { isOpen, type TaskStatus } from '../rules/statuses.ts';
import { muxIdTarget, taskIdOf } from '../rules/task-id.ts';
import { type ExecutionRecord, getExecution } from '../store/executions.ts';
import { getLiveTrace, type LiveTraceRecord } from '../store/live-traces.ts';
import { areAllSeen, executionEtag, type IncludedTasks, isKnown } from './execution-etag.ts';

/** The requested execution, and the version that the caller has. */
export interface ExecutionRequest {
  executionId: string;
  include: IncludedTasks;
  /** The requested results, if any. */
  page?: ResultRequest | undefined;
  /** Tags of answers that the caller kept. */
  ifNoneMatch?: string | undefined;
}

/** A page of the results, of one task or of one status alone where they are named. */
interface ResultRequest {
  skip: number;
  limit: number;
  taskName?: string | undefined;
  status?: TaskStatus | undefined;
}

/** A page of the results of an execution, in the order of the run. */
export interface ResultPage {
  /** The tasks of the page. */
  rows: TaskRow[];
  records: Stored<TaskResultRecord>[];
  /** How many there are on all pages. */
  total: number;
  skip: number;
  limit: number;
}

/** An execution with the rows of its tasks in the order of the run. */
export interface FoundExecution {
  execution: Stored<ExecutionRecord>;
  tasks: TaskRow[];
  /** The results of a page of the tasks, where they were asked for; one that is not readable yet is missing. */
  results: ResultPage | undefined;
  /** What its worker's task measures at the moment. */
  live: LiveTraceRecord | undefined;
  /** For which worker it waits, where it does. */
  wait: ClaimWait | undefined;
  /**
   * Absent where the index lagged behind the execution, and while it waits for a worker, since workers are seen without a
   * write of the run: such an answer holds for this moment alone.
   */
  etag: string | undefined;
  /** Everything that was written of its tasks until then is in their rows. */
  completeUntil: string;
}

/**
 * The present execution with the rows of its tasks: the slim rows of an index, without parameters and paths, about half
 * a kilobyte each, so that those of 5,120 tasks fit one answer. They may lag. If the caller knows the execution, only
 * the item is read, strongly consistent, and its tag answered.
 * @throws ServiceError `not-found`.
 */
export async function readExecution(
  ctx: ProjectContext,
  request: ExecutionRequest,
): Promise<FoundExecution | { unchanged: string }> {
  const { executionId, include, page, ifNoneMatch } = request;
  const withTasks = include !== 'none';
  const now = nowOf(ctx);
  const reading = readRecord(ctx, executionId);
  // Only a request that may be answered with "not modified" waits for the item before the rows are read.
  if (ifNoneMatch !== undefined) {
    const known = await reading;
    const etag = executionEtag(known, include, await liveTraceOf(ctx, known));
    if (!awaitsClaim(known) && isKnown(ifNoneMatch, etag)) return { unchanged: etag };
  }
  const [execution, tasks] = await Promise.all([reading, withTasks ? readRows(ctx, executionId) : []]);
  const [wait, live, results] = await Promise.all([
    claimWaitOf(ctx, execution),
    liveTraceOf(ctx, execution),
    page && withTasks ? readResults(ctx, tasks, page) : undefined,
  ]);
  const allRead = results === undefined || results.records.length === results.rows.length;
  const isShown = !withTasks || (areAllSeen(tasks, execution) && allRead);
  const isWhole = wait === undefined && isShown;
  const etag = isWhole ? executionEtag(execution, include, live) : undefined;
  return {
    execution,
    tasks,
    results,
    live,
    wait,
    etag,
    completeUntil: completeUntil(now, { isShown, shownUntil: shownUntil(tasks, execution) }),
  };
}

/** The trace of a task that its worker is at: neither one of an earlier claim nor one of a task that has ended. */
async function liveTraceOf(
  { db, projectId }: ProjectContext,
  { executionId, flowRunId, runner, status, fence }: ExecutionRecord,
): Promise<LiveTraceRecord | undefined> {
  if (runner !== 'worker' || status !== 'running') return undefined;
  const live = await getLiveTrace(db, projectId, executionId);
  if (live?.fence !== fence) return undefined;
  const { task, stage, attempt, qid, muxId } = live.trace;
  const target = muxId === undefined ? qid : muxIdTarget(muxId);
  const result = await getItem(db, taskKeys.result(projectId, taskIdOf({ flowRunId, stage, task, target, attempt })));
  return result && !isOpen(taskResultEntity.decode(result).status) ? undefined : live;
}

/** Until when all rows that an index has of an execution are right; `now`: before the reads. */
export const rowsCompleteUntil = (now: string, rows: readonly TaskRow[], execution: ExecutionRecord): string =>
  completeUntil(now, { isShown: areAllSeen(rows, execution), shownUntil: shownUntil(rows, execution) });

/**
 * Until when rows that lag are right: a row that is missing may have been written with the first, one of a task that had not
 * ended may have changed since it was queued or begun.
 */
function shownUntil(tasks: readonly TaskRow[], execution: ExecutionRecord): string {
  const { createdAt } = execution;
  if (tasks.length < allTasks(tasksInTable(execution))) return createdAt;
  const since = tasks.filter(({ status }) => isOpen(status)).map(({ queuedAt, startAt = queuedAt }) => startAt);
  return since.sort().at(0) ?? createdAt;
}

async function readRecord({ db, projectId }: ProjectContext, executionId: string): Promise<Stored<ExecutionRecord>> {
  const execution = await getExecution(db, projectId, executionId);
  if (!execution) throw notInProject('Run', executionId, projectId);
  return execution;
}

async function readRows({ db, projectId }: ProjectContext, executionId: string): Promise<TaskRow[]> {
  const items = await queryAll(db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) });
  return items.map(decodeTaskRow).sort((a, b) => a.index - b.index);
}

/** Consistent with the tag of the answer. */
async function readResults(
  { db, projectId }: ProjectContext,
  tasks: readonly TaskRow[],
  { skip, limit, taskName, status }: ResultRequest,
): Promise<ResultPage> {
  const meant = tasks.filter(
    (task) => (taskName === undefined || task.name === taskName) && (status === undefined || task.status === status),
  );
  const rows = meant.slice(skip, skip + limit);
  const items = await batchGetItems(
    db,
    rows.map(({ taskId }) => taskKeys.result(projectId, taskId)),
  );
  const records = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
  return { rows, records, total: meant.length, skip, limit };
}
