import { type ChipRecord, listAllTargets, type TargetRecord, type ValueRecord } from '#shared/chips/store/chips.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { entityIdOf } from '#shared/results/rules/provenance/entity-id.ts';
import { isCounted, type Version } from '#shared/results/rules/provenance/types.ts';
import { versionsIn } from '#shared/results/verbs/provenance/known-provenance.ts';
import { listSeries, type SeriesRecord } from '#shared/values/store/series.ts';
import { rangesOfTarget, readNear } from '#shared/values/store/version-reads.ts';

/** A current value of a chip. */
export interface StandingValue {
  chip: ChipRecord;
  target: TargetRecord;
  metric: string;
  value: ValueRecord;
}

/** The current values in a project, and the marks of what its chips measured. */
export interface StandingValues {
  values: StandingValue[];
  series: ReadonlyMap<string, readonly SeriesRecord[]>;
  /** Whether every chip was looked at. */
  countedAll: boolean;
}

/** Most qubits and couplings that are looked at: those of the chips that were calibrated last. */
const targetBudget = 2000;

/**
 * The current values on chips, of those that were calibrated since an instant.
 * @param all the calibrated chips of the project, those calibrated last first
 */
export async function readStandingValues(
  ctx: ProjectContext,
  all: readonly ChipRecord[],
  since = '',
): Promise<StandingValues> {
  const calibrated = all.filter(({ lastCalibratedAt = '' }) => lastCalibratedAt >= since);
  const chips = withinBudget(calibrated);
  const read = await Promise.all(
    chips.map(async (chip) => {
      const [targets, series] = await Promise.all([
        listAllTargets(ctx.db, chip, { consistent: false }),
        listSeries(ctx.db, ctx.projectId, chip.chipId),
      ]);
      return { chip, targets, series };
    }),
  );
  return {
    values: read.flatMap(({ chip, targets }) =>
      targets.flatMap((target) =>
        Object.entries(target.data).map(([metric, value]) => ({ chip, target, metric, value })),
      ),
    ),
    series: new Map(read.map(({ chip, series }) => [chip.chipId, series])),
    countedAll: chips.length === calibrated.length,
  };
}

/** The first chips whose targets are within the budget, one at least. */
function withinBudget(chips: readonly ChipRecord[]): ChipRecord[] {
  let left = targetBudget;
  return chips.filter(({ qubitCount, couplingCount }, n) => {
    left -= qubitCount + couplingCount;
    return left >= 0 || n === 0;
  });
}

/** A current value as a version, with the one that counted before it. */
export interface StandingVersion {
  chipId: string;
  version: Version;
  previous: Version | undefined;
}

/** Most values of a range that are looked through for the one before: exclusions may lie between. */
const rangeLimit = 4;

/** Current values as versions, each with the one before it: one read of each of their ranges, concurrently. */
export const readVersions = (
  ctx: ProjectContext,
  values: readonly StandingValue[],
  series: StandingValues['series'],
): Promise<StandingVersion[]> =>
  Promise.all(
    values.map(async ({ chip, target, metric, value }) => {
      const marks = (series.get(chip.chipId) ?? []).filter((one) => one.metric === metric);
      const ranges = rangesOfTarget(chip, { kind: target.kind, id: target.id }, marks);
      const near = await Promise.all(
        ranges.map((range) => readNear(ctx.db, range, value.calibratedAt, { ascending: false, limit: rangeLimit })),
      );
      const versions = near
        .flatMap(versionsIn)
        .filter((version) => version.metric === metric && isCounted(version))
        .sort((a, b) => (a.at < b.at ? 1 : -1));
      const own = versions.find((version) => isValue(version, value)) ?? versionOf(chip, target, metric, value);
      return { chipId: chip.chipId, version: own, previous: versions.find(({ at }) => at < own.at) };
    }),
  );

const isValue = (version: Version, value: ValueRecord): boolean =>
  version.at === value.calibratedAt && version.taskId === value.taskId && version.source === value.source;

/** Where an index has not caught up with a value yet; of one without a task, whose sample is not known, there is no id. */
const versionOf = ({ chipId }: ChipRecord, target: TargetRecord, metric: string, value: ValueRecord): Version => ({
  entityId: value.taskId === undefined ? '' : entityIdOf({ kind: 'task', chipId, metric, taskId: value.taskId }),
  ...{ metric, target: { kind: target.kind, id: target.id } },
  value: value.value,
  error: value.error,
  unit: value.unit,
  at: value.calibratedAt,
  source: value.source,
  taskId: value.taskId,
  executionId: value.executionId,
  recordedAt: value.calibratedAt,
  recordedBy: '',
});
