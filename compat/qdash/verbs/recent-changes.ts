import type { ChipRecord } from '#shared/chips/store/chips.ts';
import { nowOf, type ProjectContext } from '#shared/kernel/context.ts';
import { queryPage } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import type { Version } from '#shared/results/rules/provenance/types.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { readStandingValues, readVersions, type StandingValue, type StandingVersion } from './standing-values.ts';

/** Of one instant by what they are of: the table gives the fields of a map in any order. */
const nameOf = ({ chip, target, metric }: StandingValue): string => JSON.stringify([chip.chipId, target.id, metric]);

function newestFirst(a: StandingValue, b: StandingValue): number {
  if (a.value.calibratedAt !== b.value.calibratedAt) return a.value.calibratedAt < b.value.calibratedAt ? 1 : -1;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

/** The newest change of each parameter within some hours, the newest first, and how many there were. */
export async function readRecentChanges(
  ctx: ProjectContext,
  chips: readonly ChipRecord[],
  { withinHours, limit, names }: { withinHours: number; limit: number; names: readonly string[] | undefined },
): Promise<{ changes: StandingVersion[]; total: number; countedAll: boolean }> {
  const since = new Date(Date.parse(nowOf(ctx)) - withinHours * 3_600_000).toISOString();
  const { values, series, countedAll } = await readStandingValues(ctx, chips, since);
  const recent = values
    .filter(({ metric, value }) => value.calibratedAt >= since && (names === undefined || names.includes(metric)))
    .sort(newestFirst);
  return { changes: await readVersions(ctx, recent.slice(0, limit), series), total: recent.length, countedAll };
}

/** Statistics of the origins of a project's current values (rule PROV-6). */
export interface ProvenanceStats {
  entities: number;
  activities: number;
  generated: number;
  recent: { chipId: string; version: Version }[];
  countedAll: boolean;
}

/** How many of the newest values are shown with the statistics. */
const shownRecent = 10;

export async function readProvenanceStats(ctx: ProjectContext, chips: readonly ChipRecord[]): Promise<ProvenanceStats> {
  const { values, series, countedAll } = await readStandingValues(ctx, chips);
  const tasks = new Set(values.flatMap(({ value: { taskId } }) => (taskId === undefined ? [] : [taskId])));
  const alone = values.filter(({ value }) => value.taskId === undefined).length;
  const recent = await readVersions(ctx, values.toSorted(newestFirst).slice(0, shownRecent), series);
  return {
    entities: values.length,
    activities: tasks.size + alone,
    generated: values.length,
    recent,
    countedAll,
  };
}

/** Runs that measured something, the newest first: among twice the requested number. */
export async function readMeasuringRuns(ctx: ProjectContext, limit: number): Promise<ExecutionRecord[]> {
  const range = { ...projectKeys.executions(ctx.projectId), descending: true, consistent: false };
  const { items } = await queryPage(ctx.db, range, { limit: 2 * limit });
  return items
    .map((item) => executionEntity.decode(item))
    .filter(({ taskCounts }) => (taskCounts.completed ?? 0) > 0)
    .slice(0, limit);
}
