import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';

/** A saved wiring of a cool-down, with its comment. Never changed. */
export interface WiringEventRecord {
  projectId: string;
  cooldownId: string;
  /** From 1, in the order in which they were made. */
  number: number;
  /** When the cool-down was recorded: one that is made again under its id has none of these. */
  cooldownCreatedAt: string;
  at: string;
  actor: string;
  actorUserId: string;
  comment: string;
  wiringInfo: string;
  /** JSON text, as the cool-down has it. */
  wiringBlocks: string;
  blockCount: number;
  imageCount: number;
}

export const wiringEventEntity = defineEntity<WiringEventRecord>({
  name: 'wiring-event',
  version: 1,
  keys: (event) => cooldownKeys.wiringEvent(event.projectId, event.cooldownId, event.number),
  deflated: ['comment', 'wiringInfo', 'wiringBlocks'],
});

/** Reads a checkpoint. */
export async function getWiringEvent(
  db: Database,
  { projectId, cooldownId, number }: Pick<WiringEventRecord, 'projectId' | 'cooldownId' | 'number'>,
): Promise<Stored<WiringEventRecord> | undefined> {
  const item = await getItem(db, cooldownKeys.wiringEvent(projectId, cooldownId, number));
  return item && wiringEventEntity.decode(item);
}
