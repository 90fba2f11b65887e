import type { ProjectContext } from '../../context.ts';
import { invalid, notInProject } from '../../errors.ts';
import { getChip } from '../../store/chips.ts';
import { batchGetItems, type QueryRange, queryPage } from '../../store/database.ts';
import { executionEntity } from '../../store/executions.ts';
import { monthOf, projectKeys, sampleKeys } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';

/** A value of a parameter; faulty marks are none. */
export type SeriesValue = SampleRecord & { value: number };

/** Most values of one answer, and most months that it may reach over. */
const limits = { values: 10_000, months: 120 };

/**
 * Values of a parameter within a range of time by qubit or coupling, oldest first: the history of the metric, whoever
 * measured it. With `tag`, only what executions with that tag measured. Excluded values are
 * left out.
 * @throws Refusal `not-found` for the chip; `invalid` for an inverted range, and for more values than an answer holds.
 */
export async function timeSeries(
  ctx: ProjectContext,
  of: { chipId: string; parameter: string; qid: string | undefined; tag: string | undefined },
  window: { from: string; through: string },
): Promise<Map<string, SeriesValue[]>> {
  if (window.from > window.through) throw invalid(`start_at '${window.from}' is after end_at '${window.through}'`);
  const ranges = rangesOf(ctx.projectId, of, window);
  const [chip, ...parts] = await Promise.all([
    getChip(ctx.db, ctx.projectId, of.chipId),
    ...ranges.map((range) => readRange(ctx, range)),
  ]);
  if (!chip) throw notInProject('Chip', of.chipId, ctx.projectId);
  const values = parts.flat();
  if (values.length > limits.values) throw tooMany();
  const tagged = of.tag === undefined ? values : await withTag(ctx, values, of.tag);
  return Map.groupBy(tagged, ({ target }) => target.id);
}

const tooMany = () =>
  invalid(
    `The range has more than ${limits.values} values; narrow it with 'start_at' and 'end_at', or ask for one 'qid'`,
  );

/** One target by its own history; all of them by the months, each of which is a partition. */
function rangesOf(
  projectId: string,
  { chipId, parameter, qid }: { chipId: string; parameter: string; qid: string | undefined },
  { from, through }: { from: string; through: string },
): QueryRange[] {
  const bounds = { from, through: `${through}~` };
  if (qid !== undefined)
    return (['qubit', 'coupling'] as const).map((kind) => ({
      index: 'gsi3' as const,
      pk: sampleKeys.ofTarget(projectId, chipId, parameter, { kind, id: qid }),
      ...bounds,
    }));
  const months = monthsBetween(from, through);
  if (months.length > limits.months)
    throw invalid(`The range has ${months.length} months; at most ${limits.months} are read at once`);
  return months.map((month) => ({
    pk: sampleKeys.month(projectId, chipId, parameter, month).pk,
    ...bounds,
    consistent: false,
  }));
}

/** The UTC months of a range as `YYYYMM`. */
function monthsBetween(from: string, through: string): string[] {
  const months: string[] = [];
  const last = monthOf(through);
  for (let month = monthOf(from); month <= last; month = following(month)) months.push(month);
  return months;
}

function following(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return number === 12 ? `${year + 1}01` : `${year}${String(number + 1).padStart(2, '0')}`;
}

async function readRange(ctx: ProjectContext, range: QueryRange): Promise<SeriesValue[]> {
  const values: SeriesValue[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryPage(ctx.db, range, startKey ? { startKey } : {});
    for (const item of page.items) {
      const { rev: _, value, ...sample } = sampleEntity.decode(item);
      if (value !== null && !sample.excluded) values.push({ ...sample, value });
    }
    if (values.length > limits.values) throw tooMany();
    startKey = page.lastKey;
  } while (startKey);
  return values;
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
