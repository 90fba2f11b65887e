import { isElementKind } from '../../../chips/rules/target-kinds.ts';
import { getChip, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid, notInProject, ServiceError } from '../../../kernel/errors.ts';
import { completeUntil, earliest } from '../../../kernel/rules/complete-until.ts';
import { batchGetItems, type QueryRange } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, monthOf, projectKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import { executionEntity } from '../../../runs/store/executions.ts';
import { historyRanges, monthPartitions, samplePages } from '../../../values/store/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../../../values/store/samples.ts';
import { listSeries, type SeriesRecord } from '../../../values/store/series.ts';
import { currentWitness } from '../../../values/verbs/metric-history.ts';

/** A value of a parameter, not a faulty mark. */
export type SeriesValue = SampleRecord & { value: number };

/** Most values of one answer, and most months that it may reach over. */
const limits = { values: 10_000, months: 120 };

/**
 * Values of a parameter within a range of time by qubit or coupling, oldest first: the history of the metric from all
 * sources; all targets from the table itself, one from its history, for which its current value tells whether the index
 * is behind (rule READ-6). With `tag`, only measurements of executions with that tag. Excluded values are left out.
 * @throws ServiceError `not-found` for the chip; `invalid` for more values than an answer holds.
 */
export async function timeSeries(
  ctx: ProjectContext,
  request: { chipId: string; parameter: string; qid: string | undefined; tag: string | undefined },
  window: { from: string; through: string },
): Promise<{ values: Map<string, SeriesValue[]>; completeUntil: string | null }> {
  const now = nowOf(ctx);
  const [chip, series, targets] = await Promise.all([
    getChip(ctx.db, ctx.projectId, request.chipId),
    listSeries(ctx.db, ctx.projectId, request.chipId, request.parameter),
    targetsOf(ctx, request),
  ]);
  if (!chip) throw notInProject('Chip', request.chipId, ctx.projectId);
  const ranges = rangesOf(chip, series, request, window);
  const read = await Promise.all(ranges.map((range) => readRange(ctx, request.parameter, range)));
  const values = read.flatMap((one) => one.values);
  if (values.length > limits.values) throw tooMany();
  const tagged = request.tag === undefined ? values : await withTag(ctx, values, request.tag);
  // Each partition alone is in the order of time.
  const byTarget = Map.groupBy(
    tagged.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    ({ target }) => target.id,
  );
  const untils = targets.map((target) => {
    const newestAt = read
      .flatMap((one) => one.newestAt[target.kind] ?? [])
      .sort()
      .at(-1);
    return completeUntil(now, currentWitness(target, request.parameter, window, newestAt));
  });
  return { values: byTarget, completeUntil: earliest([now, ...untils]) };
}

/** The requested qubit or coupling of a series; none for all. */
async function targetsOf(
  ctx: ProjectContext,
  { chipId, qid }: { chipId: string; qid: string | undefined },
): Promise<TargetRecord[]> {
  if (qid === undefined) return [];
  const keys = [chipKeys.qubit(ctx.projectId, chipId, qid), chipKeys.coupling(ctx.projectId, chipId, qid)];
  return (await batchGetItems(ctx.db, keys)).flatMap((item) => (item ? [targetEntity.decode(item)] : []));
}

const tooMany = () =>
  invalid(
    `The range has more than ${limits.values} values; narrow it with 'start_at' and 'end_at', or ask for one 'qid'`,
  );

/** One target by its own histories; all of them by the partitions of each month that has samples. */
function rangesOf(
  { projectId, chipId }: { projectId: string; chipId: string },
  series: readonly SeriesRecord[],
  { parameter: metric, qid }: { parameter: string; qid: string | undefined },
  { from, through }: { from: string; through: string },
): QueryRange[] {
  const bounds = { from, through: `${through}~` };
  if (qid !== undefined)
    return (['qubit', 'coupling'] as const).flatMap((kind) =>
      historyRanges({ projectId, chipId, metric, target: { kind, id: qid } }, series, bounds),
    );
  const [first, last] = [monthOf(from), monthOf(through)];
  const months = new Set(series.map(({ month }) => month).filter((month) => month >= first && month <= last));
  if (months.size > limits.months)
    throw new ServiceError(
      'request_too_broad',
      `The range has ${months.size} months; at most ${limits.months} are read at once`,
    );
  return [...months].flatMap((month) =>
    monthPartitions({ projectId, chipId }, series, month, new Set([metric])).map((pk) => ({
      pk,
      ...bounds,
    })),
  );
}

/** The values of a range, and when the newest of its samples was measured, whether it is a value or not. */
interface ReadRange {
  values: SeriesValue[];
  newestAt: Partial<Record<TargetRef['kind'], string>>;
}

async function readRange(ctx: ProjectContext, metric: string, range: QueryRange): Promise<ReadRange> {
  const values: SeriesValue[] = [];
  const newestAt: ReadRange['newestAt'] = {};
  for await (const page of samplePages(ctx.db, range, new Set([metric]))) {
    for (const { rev: _, value, ...sample } of page) {
      const { kind } = sample.target;
      if (isElementKind(kind)) continue;
      if (sample.at > (newestAt[kind] ?? '')) newestAt[kind] = sample.at;
      if (value !== null && isCountedSample(sample)) values.push({ ...sample, value });
    }
    if (values.length > limits.values) throw tooMany();
  }
  return { values, newestAt };
}

async function withTag(ctx: ProjectContext, values: readonly SeriesValue[], tag: string): Promise<SeriesValue[]> {
  const ids = [...new Set(values.flatMap(({ executionId }) => (executionId === undefined ? [] : [executionId])))];
  const items = await batchGetItems(
    ctx.db,
    ids.map((id) => projectKeys.execution(ctx.projectId, id)),
    false,
  );
  const tagged = new Set(
    items.flatMap((item) => {
      const execution = item && executionEntity.decode(item);
      return execution?.tags.includes(tag) ? [execution.executionId] : [];
    }),
  );
  return values.filter(({ executionId }) => executionId !== undefined && tagged.has(executionId));
}
