import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { systemKeys } from '../../kernel/store/keys.ts';

/** What requests, runs and other work used. */
export interface Used {
  requests: number;
  readUnits: number;
  writeUnits: number;
  /** Time in functions. */
  milliseconds: number;
  /** Bytes of the bodies of requests and answers. */
  bytes: number;
}

/** What a project used on a day, in UTC. */
export interface DayUsed extends Used {
  day: string;
}

/** Kept for a year, so that months can be compared by other means. */
const keptDays = 400;

/** Adds to what a project used on a day. */
export async function addUsed(db: Database, projectId: string, day: string, used: Used): Promise<void> {
  const expires = Math.ceil(Date.parse(day) / 1000) + keptDays * 86_400;
  const parts = { set: { entity: 'meter', v: 1, expires_at: expires }, add: { ...used } };
  const update = systemKeys.meter(projectId, day);
  await writeItem(db, { update, with: updateOf(parts), unseen: true, unanswered: true });
}

/** What a project used, by day from the first one on; a day without use is absent. */
export async function readUsed(db: Database, projectId: string, firstDay: string): Promise<DayUsed[]> {
  return (await queryAll(db, systemKeys.meters(projectId, firstDay))).map(decode);
}

const decode = ({ sk, requests, readUnits, writeUnits, milliseconds, bytes }: Item): DayUsed => ({
  day: String(sk).slice('METER#'.length),
  requests: Number(requests),
  readUnits: Number(readUnits),
  writeUnits: Number(writeUnits),
  milliseconds: Number(milliseconds),
  bytes: Number(bytes),
});
