import type { NoteRecord } from '../../chips/store/chips.ts';
import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, getItem, queryAll, queryPage } from '../../kernel/store/dynamodb/database.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';
import { isOngoing } from '../rules/cooldown.ts';
import type { CryostatStatus } from '../rules/cryostat.ts';

/** A dilution refrigerator. */
export interface CryostatRecord {
  projectId: string;
  cryoId: string;
  name: string;
  manufacturer: string;
  model: string;
  location: string;
  status: CryostatStatus;
  commissionedAt?: string | undefined;
  /** Present exactly while it is decommissioned. */
  decommissionedAt?: string | undefined;
  /** Its cool-down that has no end yet; always written together with it. */
  ongoingCooldownId?: string | undefined;
  cooldownCount: number;
  note: NoteRecord;
  createdAt: string;
  updatedAt: string;
}

export const cryostatEntity = defineEntity<CryostatRecord>({
  name: 'cryostat',
  version: 1,
  keys: (cryostat) => cooldownKeys.cryostat(cryostat.projectId, cryostat.cryoId),
});

/** One cool-down and warm-up of a cryostat. */
export interface CooldownRecord {
  projectId: string;
  cooldownId: string;
  cryoId: string;
  description: string;
  startedAt: string;
  /** Absent: ongoing. */
  endedAt?: string | undefined;
  chipIds: string[];
  note: NoteRecord;
  wiringInfo: string;
  /** JSON text: whatever depth and keys a block has, DynamoDB could not store all of them as maps. */
  wiringBlocks: string;
  /** Checkpoints of its wiring; absent for none. */
  wiringCheckpoints?: number | undefined;
  createdAt: string;
  updatedAt: string;
}

/** Codec of cool-downs. Slim indexes carry all of it. */
export const cooldownEntity = defineEntity<CooldownRecord>({
  name: 'cooldown',
  version: 1,
  packed: true,
  keys: (cooldown) => {
    const { projectId, cooldownId, cryoId, startedAt } = cooldown;
    const sort = cooldownKeys.byStart(startedAt, cooldownId);
    return {
      ...cooldownKeys.cooldown(projectId, cooldownId),
      gsi1pk: cooldownKeys.ofCryostat(projectId, cryoId),
      gsi1sk: sort,
      gsi2pk: cooldownKeys.ofProject(projectId),
      gsi2sk: sort,
      ...(isOngoing(cooldown) ? { gsi3pk: cooldownKeys.ongoing(projectId), gsi3sk: sort } : {}),
    };
  },
});

/** Marks that data of a chip was written under a cool-down. */
export interface CooldownDataRecord {
  projectId: string;
  cooldownId: string;
  chipId: string;
}

/** Codec of these marks. */
export const cooldownDataEntity = defineEntity<CooldownDataRecord>({
  name: 'cooldown-data',
  version: 1,
  keys: (mark) => cooldownKeys.data(mark.projectId, mark.cooldownId, mark.chipId),
});

export async function getCryostat(
  db: Database,
  projectId: string,
  cryoId: string,
): Promise<Stored<CryostatRecord> | undefined> {
  const item = await getItem(db, cooldownKeys.cryostat(projectId, cryoId));
  return item && cryostatEntity.decode(item);
}

/** Reads a cool-down. */
export async function getCooldown(
  db: Database,
  projectId: string,
  cooldownId: string,
): Promise<Stored<CooldownRecord> | undefined> {
  const item = await getItem(db, cooldownKeys.cooldown(projectId, cooldownId));
  return item && decodeCooldown(item);
}

/** Reads several cool-downs; unknown ones are left out. */
export async function getCooldowns(
  db: Database,
  projectId: string,
  cooldownIds: readonly string[],
): Promise<Stored<CooldownRecord>[]> {
  const items = await batchGetItems(
    db,
    cooldownIds.map((id) => cooldownKeys.cooldown(projectId, id)),
  );
  return items.flatMap((item) => (item ? [decodeCooldown(item)] : []));
}

/** A cool-down from its item, of the table or of an index. */
export const decodeCooldown = (item: Item): Stored<CooldownRecord> => cooldownEntity.decode(item);

/** Whether data of a chip was written under a cool-down. */
export const hasChipData = async (db: Database, ref: CooldownDataRecord): Promise<boolean> =>
  (await getItem(db, cooldownKeys.data(ref.projectId, ref.cooldownId, ref.chipId))) !== undefined;

/** The chips of which data was written under a cool-down: at most those that the project has had. */
export async function listDataChips(db: Database, projectId: string, cooldownId: string): Promise<string[]> {
  const marks = await queryAll(db, cooldownKeys.allData(projectId, cooldownId));
  return marks.map((mark) => cooldownDataEntity.decode(mark).chipId);
}

/** Whether data was written under a cool-down. */
export async function hasCooldownData(db: Database, projectId: string, cooldownId: string): Promise<boolean> {
  const { items } = await queryPage(db, cooldownKeys.allData(projectId, cooldownId), { limit: 1 });
  return items.length > 0;
}
