import type { Context } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, getItem, queryAll, queryPage, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys, taskKeys } from '../../kernel/store/keys.ts';
import { reExecutionEntity } from '../../results/store/re-executions.ts';
import { decodeTaskRow } from '../../results/store/task-results.ts';
import { showsLastRow } from '../../results/verbs/read/shows-last-row.ts';
import { allTasks, tasksInTable } from '../../runs/rules/count-tasks.ts';
import { type ExecutionRecord, executionEntity, getExecution } from '../../runs/store/executions.ts';
import { type Found, walkRanges } from './walk-ranges.ts';

type Ctx = Pick<Context, 'db'>;

/** Where one is within the runs: the sort key of an execution, which of its three parts, and the sort key in that. */
export interface RunPlace {
  part: string;
  pk: string;
  sk: string;
}

/** The parts of an execution, in order: its own item, its log and calibration notes, its results. */
const [own, beside, results] = ['0', '1', '2'] as const;

/** Results that are read at a time. */
const resultsAtOnce = 100;

/** The executions of a project with everything of them, from a place on. */
export async function* walkRuns(
  ctx: Ctx,
  projectId: string,
  after: RunPlace | undefined,
): AsyncGenerator<Omit<RunPlace, 'sk'> & { found: Found }> {
  const { pk } = projectKeys.executions(projectId);
  const from = after?.part ? { from: after.part } : {};
  for await (const items of queryPages(ctx.db, { pk, ...from }))
    for (const item of items) {
      const part = String(item.sk);
      const behind = after?.part === part ? after : undefined;
      for await (const step of walkRun(ctx, item, behind)) yield { ...step, part };
    }
}

async function* walkRun(
  { db }: Ctx,
  item: Item,
  after: RunPlace | undefined,
): AsyncGenerator<{ pk: string; found: Found }> {
  const { rev: _rev, ...execution } = executionEntity.decode(item);
  const pk = taskKeys.ofExecution(execution.projectId, execution.executionId);
  const behind = after ?? { pk: own, sk: '' };
  if (behind.pk === own) {
    const items = [item, ...(await pointerOf(db, execution)), ...(await repeatOf(db, execution))];
    const found = items.map((one, n) => ({ item: one, sk: String(n) }));
    yield { pk: own, found: found.filter(({ sk }) => behind.sk === '' || Number(sk) > Number(behind.sk)) };
  }
  if (behind.pk <= beside) {
    const from = behind.pk === beside ? { pk, sk: behind.sk } : undefined;
    for await (const { found } of walkRanges(db, [{ pk }], from)) yield { pk: beside, found };
  }
  yield* walkResults(db, execution, behind.pk === results ? behind.sk : '');
}

type Db = Ctx['db'];

async function pointerOf(db: Db, { projectId, flowRunId }: ExecutionRecord): Promise<Item[]> {
  const pointer = await getItem(db, runKeys.run(projectId, flowRunId));
  return pointer ? [pointer] : [];
}

/** What leads from a result to the run that repeats it lies with the result, and only the run says that there is one. */
async function repeatOf(db: Db, { projectId, executionId, note }: ExecutionRecord): Promise<Item[]> {
  if (typeof note.source_task_id !== 'string') return [];
  const items = await queryAll(db, taskKeys.reExecutions(projectId, note.source_task_id));
  return items.filter((item) => reExecutionEntity.decode(item).executionId === executionId);
}

/** Whether the index has all results of a run of which some were archived: those that came back are not written last. */
async function showsMoved(db: Db, { projectId, executionId, archivedTasks }: ExecutionRecord): Promise<boolean> {
  if (!archivedTasks) return true;
  const execution = await getExecution(db, projectId, executionId);
  let count = 0;
  for await (const items of queryPages(db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) }))
    count += items.length;
  return execution !== undefined && count >= allTasks(tasksInTable(execution));
}

/** @throws ServiceError `conflict` where the index may not show yet all that the run wrote. */
async function* walkResults(
  db: Db,
  execution: ExecutionRecord,
  after: string,
): AsyncGenerator<{ pk: string; found: Found }> {
  const { projectId, executionId } = execution;
  if (after === '' && !((await showsLastRow(db, execution)) && (await showsMoved(db, execution))))
    throw conflict(
      `Execution '${executionId}' has task results that its index does not show yet; try again`,
      'concurrent_change',
    );
  const from = after === '' ? {} : { from: after };
  const range = { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId), ...from } as const;
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, { limit: resultsAtOnce, ...(startKey && { startKey }) });
    const rows = page.items.filter(({ gsi2sk }) => gsi2sk !== after);
    const items = await batchGetItems(
      db,
      rows.map((row) => taskKeys.result(projectId, decodeTaskRow(row).taskId)),
    );
    const found = rows.flatMap((row, n) => {
      const item = items[n];
      return item ? [{ item, sk: String(row.gsi2sk) }] : [];
    });
    yield { pk: results, found };
    startKey = page.lastKey;
  } while (startKey);
}
