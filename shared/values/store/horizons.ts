import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys } from '../../kernel/store/keys.ts';
import type { ChipHorizons } from '../../statistics/rules/horizon.ts';

/** How fast the values of a chip age in one cool-down: a read of the chip needs no history to tell what is stale (rule STAT-26). */
export interface HorizonsRecord {
  projectId: string;
  chipId: string;
  /** The cool-down that the chip was in when they were made; absent for none. */
  cooldownId?: string | undefined;
  horizons: ChipHorizons;
}

/** Codec of horizons. */
export const horizonsEntity = defineEntity<HorizonsRecord>({
  name: 'horizons',
  version: 1,
  keys: ({ projectId, chipId }) => sampleKeys.horizons(projectId, chipId),
  deflated: ['horizons'],
});

/** @param consistent for who writes them; they are made once a day, so that a moment late is soon enough for reads. */
export async function getHorizons(
  db: Database,
  projectId: string,
  chipId: string,
  consistent = false,
): Promise<Stored<HorizonsRecord> | undefined> {
  const item = await getItem(db, sampleKeys.horizons(projectId, chipId), consistent);
  return item && horizonsEntity.decode(item);
}
