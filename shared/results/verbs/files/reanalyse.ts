import { readChip, readTarget } from '../../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid, notFound, unknownReference } from '../../../kernel/errors.ts';
import { TooLarge } from '../../../kernel/objects/port.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import {
  type FitRawData,
  fitParameters,
  type ReanalysedTask,
  type Reanalysis,
  unusedParameters,
} from '../../../runs/rules/reanalysis.ts';
import { latestResultEntity } from '../../store/latest-results.ts';
import { getTaskResult, type TaskResultRecord } from '../../store/task-results.ts';
import { historyRows } from '../read/latest-results.ts';
import { withArchivedMonths } from '../read-task-result.ts';
import { type ArtifactContext, absentFile, findFile, isPacked, unpackFiles } from './find-files.ts';

/** What is fitted again: results of a task on a qubit, and the parameters to try. */
export interface ReanalysisRequest {
  chipId: string;
  qid: string;
  task: ReanalysedTask;
  /** Which of the results; unless given, the newest that completed and counts. */
  sourceTaskId: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
}

/** A fit with the result whose raw data it is of. */
export interface ReanalysedResult extends Reanalysis {
  source: TaskResultRecord;
}

/** Largest file that is fitted again: several times the most readings that a fit takes. */
const largestBytes = 4_000_000;
/** Newest results among which the newest completed one is looked for. */
const lookedAt = 100;

/**
 * Fits the stored raw data of a spectroscopy again, with other parameters than its run's (rule TASK-13). Writes nothing.
 * @throws ServiceError `not_found` for the chip, the qubit, and where no result is named and none completed;
 * `unknown_reference` for a result that is named and is not of this task on this qubit; `invalid_request` for a parameter
 * that the fit has no use for; `conflict` where the result has no raw data that can be read.
 */
export async function reanalyse(
  ctx: ArtifactContext & { fit: FitRawData },
  request: ReanalysisRequest,
): Promise<ReanalysedResult> {
  const { task, parameters } = request;
  const unused = unusedParameters(task, parameters);
  if (unused.length > 0) {
    const known = fitParameters[task].map((name) => `'${name}'`).join(', ');
    throw invalid(
      `The fit of ${task} has no use for ${unused.map((name) => `'${name}'`).join(', ')}; it takes ${known}`,
      unused.map((name) => ({ path: `body.parameters.${name}`, message: 'is not used by the fit' })),
    );
  }
  const source = await sourceOf(ctx, request);
  const tried = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value != null));
  const csv = await rawDataOf(ctx, source);
  const found = ctx.fit(task, csv, { ...source.runParameters, ...tried });
  if (!('refused' in found)) return { ...found, source };
  if (found.refused === 'parameters') throw invalid(`Task result '${source.taskId}': ${found.reason}`);
  throw conflict(`Raw data of task result '${source.taskId}' cannot be fitted again: ${found.reason}`);
}

async function sourceOf(ctx: ProjectContext, request: ReanalysisRequest): Promise<TaskResultRecord> {
  const { chipId, qid, task, sourceTaskId } = request;
  await readTarget(ctx, chipId, 'qubit', qid);
  const taskId = sourceTaskId ?? (await newestCompleted(ctx, request));
  if (taskId === undefined)
    throw notFound(
      `Qubit '${qid}' of chip '${chipId}' has no completed ${task} that counts among its newest ${lookedAt}; name a result in 'source_task_id'`,
    );
  const result = await getTaskResult(ctx.db, ctx.projectId, taskId);
  if (!result)
    throw await withArchivedMonths(
      ctx,
      unknownReference(`Task result '${taskId}' not found in project '${ctx.projectId}'`),
    );
  if (result.chipId !== chipId || result.qid !== qid || result.name !== task)
    throw unknownReference(
      `Task result '${taskId}' is ${result.name} on '${result.qid}' of chip '${result.chipId}', not ${task} on '${qid}' of chip '${chipId}'`,
    );
  return result;
}

/**
 * The newest result that completed, is not excluded and is not a trial; the chip begins with its creation (rule
 * CHIP-6).
 */
async function newestCompleted(ctx: ProjectContext, request: ReanalysisRequest): Promise<string | undefined> {
  const { chipId, task } = request;
  const target = { kind: 'qubit' as const, id: request.qid };
  // The latest row is there at once, where the index may be behind (rule READ-6).
  const item = await getItem(ctx.db, taskKeys.latest(ctx.projectId, chipId, task, target));
  const latest = item && latestResultEntity.decode(item);
  if (latest?.result.status === 'completed') return latest.taskId;
  const { createdAt } = await readChip(ctx, chipId);
  const rows = await historyRows(ctx, { chipId, task, target }, { from: createdAt }, lookedAt);
  return rows.find(({ status, excluded, trial }) => status === 'completed' && !excluded && !trial)?.taskId;
}

async function rawDataOf(ctx: ArtifactContext, { taskId, rawDataPaths }: TaskResultRecord): Promise<string> {
  const path = rawDataPaths.find((one) => one.endsWith('.csv'));
  if (path === undefined) throw conflict(`Task result '${taskId}' has no raw data as CSV`);
  const file = await findFile(ctx, path, 'raw');
  const bytes = isPacked(file.ref)
    ? (await unpackFiles(ctx.objects, [file])).get(path)
    : await ctx.objects.getUpTo(file.key, largestBytes);
  if (!bytes) throw absentFile(ctx, file);
  if (bytes instanceof TooLarge || bytes.length > largestBytes)
    throw conflict(
      `Raw data of task result '${taskId}' are larger than ${largestBytes} bytes; they are not fitted again`,
    );
  return Buffer.from(bytes).toString();
}
