import { randomUUID } from 'node:crypto';
import { defineEntity, type Item, type Stored } from '../dynamodb/codec.ts';
import { staleRead } from '../dynamodb/conflict.ts';
import { type Condition, type Database, getItem, ifAbsent, queryAll } from '../dynamodb/database.ts';
import type { Guard } from '../dynamodb/guarded-writer.ts';
import { Transaction } from '../dynamodb/transaction.ts';
import { type Key, type OpenSpan, openSpanKeys, utcDayOf } from '../keys.ts';

/**
 * A day or month of a chip whose roll-ups do not hold all its samples yet, or the levels of its targets where they lack a day. Whoever writes a sample makes sure, in the same
 * transaction, that its day stands here: so a roll-up without such a mark is whole.
 */
export interface OpenSpanRecord extends OpenSpan {
  projectId: string;
  chipId: string;
  /** The metrics whose roll-ups are to be made, sorted. */
  metrics: string[];
  /** Another one with every write but those that change nothing: a mark that went and came again is not taken for itself. */
  token: string;
  /** Somebody makes the roll-ups: whoever writes a sample meanwhile opens the span again. */
  closing?: boolean | undefined;
}

export const openSpanEntity = defineEntity<OpenSpanRecord>({
  name: 'open-span',
  version: 1,
  keys: (record) => ({
    ...openSpanKeys.span(record.projectId, record.chipId, record),
    gsi2pk: openSpanKeys.open,
    gsi2sk: openSpanKeys.openSort(record.projectId, record.chipId, record),
  }),
  slim: ({ projectId, chipId, span, date }) => ({ projectId, chipId, span, date }),
});

/** The levels of a chip are of all days that are over: one mark a chip, which any sweep finds. */
export const levelsSpan = { span: 'levels', date: '0' } as const;

/** A span of a chip, whether or not it is open. */
export type SpanRef = Pick<OpenSpanRecord, 'projectId' | 'chipId' | 'span' | 'date'>;

/** The UTC day of an instant on a chip. */
type DayOfChip = { projectId: string; chipId: string; day: string };

/** The metrics that are measured on each UTC day. */
export function metricsByDay(samples: readonly { metric: string; at: string }[]): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>();
  for (const { metric, at } of samples) {
    const day = utcDayOf(at);
    days.set(day, (days.get(day) ?? new Set()).add(metric));
  }
  return days;
}

/** The key of a day's mark. */
export const openDayKey = ({ projectId, chipId, day }: DayOfChip): Key =>
  openSpanKeys.span(projectId, chipId, { span: 'day', date: day });

/** A mark as it was read, or that there was none. */
export const ifSpanUnchanged = (existing: OpenSpanRecord | undefined): Condition =>
  existing ? { expression: '#token = :expectedToken', ...tokenOf(existing) } : ifAbsent;

const tokenOf = ({ token }: OpenSpanRecord) => ({
  names: { '#token': 'token' },
  values: { ':expectedToken': token },
});

/** The mark of a span that lacks these metrics; undefined where the one that stands says so already. */
export function opened(
  existing: Stored<OpenSpanRecord> | undefined,
  ref: SpanRef,
  metrics: Iterable<string>,
): Item | undefined {
  const all = new Set([...(existing?.metrics ?? []), ...metrics]);
  if (existing && !existing.closing && all.size === existing.metrics.length) return undefined;
  const { projectId, chipId, span, date } = ref;
  const record = { projectId, chipId, span, date, metrics: [...all].sort(), token: randomUUID() };
  return openSpanEntity.encode(record, (existing?.rev ?? 0) + 1);
}

/** Adds to the transaction that writes samples of a day that the day is open; `existing`: its mark as it was read. */
export function openDay(
  transaction: Transaction,
  existing: Stored<OpenSpanRecord> | undefined,
  { projectId, chipId, day }: DayOfChip,
  metrics: Iterable<string>,
  onConflict: () => Error,
): void {
  const ref = { projectId, chipId, span: 'day', date: day } as const;
  const item = opened(existing, ref, metrics);
  if (item) transaction.put(item, ifSpanUnchanged(existing), onConflict);
  else transaction.check(openSpanKeys.span(projectId, chipId, ref), ifSpanUnchanged(existing), onConflict);
}

/**
 * Opens the days of samples that no transaction holds: before they are written and, `again`, after it, since somebody may
 * have begun to make the roll-ups in between. @throws what `guard` says.
 */
export async function openDaysOf(
  db: Database,
  { projectId, chipId }: { projectId: string; chipId: string },
  samples: readonly { metric: string; at: string }[],
  guard: Guard,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  for (const [day, metrics] of metricsByDay(samples)) {
    const ref = { projectId, chipId, span: 'day', date: day } as const;
    for (let stands = false; !stands; ) {
      const existing = await getOpenSpan(db, ref);
      const put = opened(existing && { ...existing, ...(again && { closing: true }) }, ref, metrics);
      stands = put === undefined || (await putSpan(db, guard, put, existing));
    }
  }
}

/** Answers whether the mark was written over what was read. @throws what `guard` says. */
async function putSpan(db: Database, guard: Guard, put: Item, existing: OpenSpanRecord | undefined): Promise<boolean> {
  const transaction = new Transaction(db);
  guard(transaction);
  let changed = false;
  transaction.put(put, ifSpanUnchanged(existing), () => {
    changed = true;
    return staleRead();
  });
  await transaction.commit().catch((error: unknown) => {
    if (!changed) throw error;
  });
  return !changed;
}

/** The mark of a span, strongly read. */
export async function getOpenSpan(db: Database, ref: SpanRef): Promise<Stored<OpenSpanRecord> | undefined> {
  const item = await getItem(db, openSpanKeys.span(ref.projectId, ref.chipId, ref));
  return item && openSpanEntity.decode(item);
}

/** The open spans of all chips whose dates come before one. Reads an index: may lag behind a write. */
export async function listOpenDates(db: Database, before: string): Promise<SpanRef[]> {
  const items = await queryAll(db, { index: 'gsi2', pk: openSpanKeys.open, through: before });
  return items.map((item) => item.slim as SpanRef);
}

/** The open spans of a chip, days before months. */
export async function listOpenSpans(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<OpenSpanRecord>[]> {
  const items = await queryAll(db, openSpanKeys.all(projectId, chipId));
  return items.map((item) => openSpanEntity.decode(item));
}
