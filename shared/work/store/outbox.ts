import { defineEntity, type Entity, type Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryPages } from '../../kernel/store/dynamodb/database.ts';
import type { Key } from '../../kernel/store/keys.ts';
import { keptDays, type Outgoing } from '../rules/outbox.ts';

interface OutboxDefinition<R, Name> {
  name: string;
  /** The partition of `gsi2` that lists what is due. */
  due: string;
  key(record: R): Key;
  /** Which item it is: what the list says of it. */
  nameOf(record: R): Name;
  /** Distinguishes items that are due at the same instant. */
  idOf(record: R): string;
  /** Whether it is kept as long as what it belongs to. */
  isKept?(record: R): boolean;
}

/** Makes the codec of items that leave the service: each is in the list of what is due until it has ended. */
export const outboxEntity = <R extends Outgoing & { at: string }, Name extends object>({
  name,
  due,
  key,
  nameOf,
  idOf,
  isKept = () => false,
}: OutboxDefinition<R, Name>): Entity<R> =>
  defineEntity<R>({
    name,
    version: 1,
    keys: (record) => ({
      ...key(record),
      ...(record.nextAt === undefined ? {} : { gsi2pk: due, gsi2sk: `${record.nextAt}#${idOf(record)}` }),
    }),
    slim: (record) => nameOf(record) as Item,
    expiresAt: (record) => (isKept(record) ? undefined : Math.ceil(Date.parse(record.at) / 1000) + keptDays * 86_400),
  });

/** Most items that one look reads. */
const mostDue = 10_000;

/** The names of items that are due by an instant, those that have waited longest first. */
export async function listDue<Name>(db: Database, due: string, now: string): Promise<Name[]> {
  const names: Name[] = [];
  for await (const page of queryPages(db, { index: 'gsi2', pk: due, through: `${now}#~` })) {
    names.push(...page.map(({ slim }) => slim as Name));
    if (names.length >= mostDue) break;
  }
  return names;
}
