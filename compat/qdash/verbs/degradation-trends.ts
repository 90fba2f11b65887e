import type { ChipRecord } from '#shared/chips/store/chips.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { queryPage } from '#shared/kernel/store/dynamodb/database.ts';
import { parameterKey } from '#shared/results/rules/provenance/graph.ts';
import { isCounted, type Version } from '#shared/results/rules/provenance/types.ts';
import { versionsInItems } from '#shared/results/verbs/provenance/known-provenance.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { MetricDefinition, MetricMode } from '#shared/values/rules/types.ts';
import { monthPartitions } from '#shared/values/store/sample-reads.ts';
import { listSeries, type SeriesRecord } from '#shared/values/store/series.ts';

/** A parameter that got worse with each of its newest versions. */
export interface DegradationTrend {
  chipId: string;
  metric: MetricDefinition;
  /** Newest first, the first one of the streak last. */
  versions: Version[];
}

/** Most values of a task, or of a metric that people and imports wrote, of a month. */
const partitionLimit = 1000;

/** Which of the chip's months are looked at: the newest that have values. */
const monthsRead = 2;

/** Parameters of the first of the chips which got worse step by step: two sequential reads. */
export async function readDegradationTrends(
  ctx: ProjectContext,
  chips: readonly ChipRecord[],
  { minStreak, names }: { minStreak: number; names: readonly string[] | undefined },
): Promise<{ trends: DegradationTrend[]; countedAll: boolean }> {
  const [chip] = chips;
  if (!chip) return { trends: [], countedAll: true };
  const series = (await listSeries(ctx.db, ctx.projectId, chip.chipId)).filter(
    ({ metric }) => names === undefined || names.includes(metric),
  );
  const { versions, isWhole } = await readNewest(ctx, chip, series);
  const byParameter = Map.groupBy(versions, ({ target, metric }) => parameterKey(target, metric));
  const trends = [...byParameter.values()].flatMap((all) => trendOf(chip.chipId, all, minStreak));
  return { trends: trends.sort(byLength), countedAll: chips.length === 1 && isWhole };
}

async function readNewest(ctx: ProjectContext, chip: ChipRecord, series: readonly SeriesRecord[]) {
  const metrics = new Set(series.map(({ metric }) => metric));
  const months = [...new Set(series.map(({ month }) => month))].sort().toReversed();
  const partitions = months.slice(0, monthsRead).flatMap((month) => monthPartitions(chip, series, month, metrics));
  const pages = await Promise.all(
    [...new Set(partitions)].map((pk) =>
      queryPage(ctx.db, { pk, descending: true, consistent: false }, { limit: partitionLimit }),
    ),
  );
  const versions = pages
    .flatMap(({ items }) => versionsInItems(items))
    .filter((version) => metrics.has(version.metric) && isCounted(version));
  return { versions, isWhole: months.length <= monthsRead && pages.every(({ lastKey }) => !lastKey) };
}

function trendOf(chipId: string, versions: readonly Version[], minStreak: number): DegradationTrend[] {
  const newestFirst = versions.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const [newest] = newestFirst;
  if (!newest) return [];
  const metric = describeMetric(newest.metric, newest.target.kind);
  if (metric.mode === 'none') return [];
  const streak = worseningStreak(
    newestFirst.map(({ value }) => value),
    metric.mode,
  );
  return streak < minStreak ? [] : [{ chipId, metric, versions: newestFirst.slice(0, streak + 1) }];
}

/** The change of a trend from its first value to its newest, and its size relative to the first. */
export function changeOf({ versions }: Pick<DegradationTrend, 'versions'>): { delta: number; share: number } {
  const [newest, oldest] = [versions[0]?.value ?? 0, versions.at(-1)?.value ?? 0];
  return { delta: newest - oldest, share: oldest === 0 ? 0 : (newest - oldest) / oldest };
}

const byLength = (a: DegradationTrend, b: DegradationTrend): number =>
  b.versions.length - a.versions.length || Math.abs(changeOf(b).share) - Math.abs(changeOf(a).share);

/** How many steps in a row have made a parameter worse, up to its newest value. @param values newest first */
export function worseningStreak(values: readonly number[], mode: Exclude<MetricMode, 'none'>): number {
  const isWorse = (newer: number, older: number) => (mode === 'maximize' ? newer < older : newer > older);
  const end = values.findIndex((value, n) => !isWorse(value, values[n + 1] ?? value));
  return Math.max(0, end);
}
