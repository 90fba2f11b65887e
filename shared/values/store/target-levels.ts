import { withStoredTarget } from '../../chips/store/stored-targets.ts';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys, type TargetRef } from '../../kernel/store/keys.ts';
import type { SeriesLevel } from '../../statistics/rules/series-level.ts';

/**
 * The levels of a qubit's or coupling's series on past days, for judging a new value: small enough to be read with it
 * (docs/decisions/0028-write-gate.md).
 */
export interface TargetLevelsRecord {
  projectId: string;
  chipId: string;
  target: TargetRef;
  /** By the cool-down that the chip was in when they were made (empty for none), and by metric. */
  levels: Record<string, Record<string, SeriesLevel>>;
}

/** Codec of levels. */
export const targetLevelsEntity = withStoredTarget(
  defineEntity<TargetLevelsRecord>({
    name: 'target-levels',
    version: 1,
    keys: ({ projectId, chipId, target }) => sampleKeys.levels(projectId, chipId, target),
    deflated: ['levels'],
  }),
);

/** The levels that count of a target while its chip is in a cool-down or in none. */
export const levelsIn = (
  record: TargetLevelsRecord | undefined,
  cooldownId: string | undefined,
): Readonly<Record<string, SeriesLevel>> => record?.levels[cooldownId ?? ''] ?? {};

/** The levels of all targets of a chip. */
export async function listLevels(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<TargetLevelsRecord>[]> {
  const items = await queryAll(db, sampleKeys.allLevels(projectId, chipId));
  return items.map((item) => targetLevelsEntity.decode(item));
}
