import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../kernel/store/dynamodb/database.ts';
import { rollUpKeys } from '../../kernel/store/keys.ts';

/** The partial roll-up of a metric on a day that is not over: its samples up to an instant (rule ROLLUP-9). */
export interface PartialRollUpRecord {
  projectId: string;
  chipId: string;
  metric: string;
  /** `YYYYMMDD`. */
  day: string;
  /** The instant up to which the samples are in it, included. */
  through: string;
  /** In the order of their partitions and cool-downs. */
  parts: PartialRollUp[];
}

/** The samples of one partition and one cool-down. Each partition has its own part, so that samples that follow are added in their order. */
export interface PartialRollUp {
  /** Key of the partition that has the samples. */
  partition: string;
  cooldownId?: string | undefined;
  /** See `packTargets`. */
  targets: Uint8Array;
}

/** How long a partial roll-up is kept after its day began: the day is closed long before. */
const KEPT_DAYS = 3;

/** Codec of partial roll-ups. */
export const partialRollUpEntity = defineEntity<PartialRollUpRecord>({
  name: 'partial-roll-up',
  version: 1,
  keys: ({ projectId, chipId, day, metric }) => rollUpKeys.partial(projectId, chipId, day, metric),
  expiresAt: ({ day }) => Date.UTC(+day.slice(0, 4), +day.slice(4, 6) - 1, +day.slice(6) + KEPT_DAYS) / 1000,
});

/** The partial roll-ups of these metrics and days, strongly read, in the given order. */
export async function getPartialRollUps(
  db: Database,
  { projectId, chipId }: { projectId: string; chipId: string },
  wanted: readonly { day: string; metric: string }[],
): Promise<(Stored<PartialRollUpRecord> | undefined)[]> {
  const keys = wanted.map(({ day, metric }) => rollUpKeys.partial(projectId, chipId, day, metric));
  return (await batchGetItems(db, keys)).map((item) => item && partialRollUpEntity.decode(item));
}
