import { reverseCouplingId } from '../../../chips/rules/coupling-id.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { batchGetItems, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import type { ComparedValue } from '../../../runs/rules/compare-values.ts';
import { markOf } from '../../../values/rules/gate-mark.ts';
import { isCountedSample } from '../../../values/store/samples.ts';
import {
  decodeTaskRow,
  type TaskResultRecord,
  type TaskRow,
  targetOf,
  taskResultEntity,
} from '../../store/task-results.ts';

/** Most results of an execution that are read for a comparison: those of the largest chip's usual flow, and some more. */
export const comparedResults = 6000;

/** Which part of an execution is compared. */
export interface ComparedPart {
  /** A qubit or a coupling, the latter under its reversed id too. */
  qid?: string | undefined;
  task?: string | undefined;
}

/**
 * The newest value that is not excluded of each parameter that an execution measured on a qubit or coupling. The rows
 * list the results, and only those are read: 5,120 of them in 52 concurrent reads; all rows are answered too.
 * @throws ServiceError `invalid` if there are too many.
 */
export async function measuredValues(
  ctx: ProjectContext,
  executionId: string,
  part: ComparedPart,
): Promise<{ values: ComparedValue[]; rows: TaskRow[] }> {
  const { db, projectId } = ctx;
  const items = await queryAll(db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) });
  const all = items.map(decodeTaskRow);
  const qid = idAmong(new Set(all.map((row) => row.qid)), part.qid);
  const rows = all.filter((row) => isWanted(row, { ...part, qid }));
  if (rows.length > comparedResults)
    throw invalid(
      `Run '${executionId}' has ${rows.length} completed tasks; at most ${comparedResults} are compared: name a 'qid' or a 'task_name'`,
    );
  const keys = rows.map(({ taskId }) => taskKeys.result(projectId, taskId));
  const found = await batchGetItems(db, keys, false);
  const results = found.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
  return { values: newestValues(results), rows: all };
}

/** The id under which a qubit or coupling is in a set: the reversed one if only that is in it. */
export const idAmong = (ids: ReadonlySet<string>, id: string | undefined): string | undefined =>
  id === undefined || ids.has(id) ? id : (reverseCouplingId(id) ?? id);

const isWanted = (row: TaskRow, { qid, task }: ComparedPart): boolean =>
  row.status === 'completed' &&
  !row.excluded &&
  targetOf(row) !== undefined &&
  (qid === undefined || row.qid === qid) &&
  (task === undefined || row.name === task);

function newestValues(results: readonly TaskResultRecord[]): ComparedValue[] {
  const inOrder = results.toSorted(
    (a, b) => compare(a.endAt ?? '', b.endAt ?? '') || a.index - b.index || compare(a.taskId, b.taskId),
  );
  const newest = new Map<string, ComparedValue>();
  for (const { qid, taskId, outputParameters, gateMarks, excluded } of inOrder)
    for (const [parameter, { value, unit }] of Object.entries(outputParameters))
      if (isCountedSample({ excluded, gate: markOf(gateMarks, parameter) }))
        newest.set(JSON.stringify([parameter, qid]), { parameter, qid, value, unit, taskId });
  return [...newest.values()];
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
