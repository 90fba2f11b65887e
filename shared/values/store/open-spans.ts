import { randomUUID } from 'node:crypto';
import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import {
  type Condition,
  type Database,
  getItem,
  ifAbsent,
  queryAll,
  queryPages,
} from '../../kernel/store/dynamodb/database.ts';
import type { Guard } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { type Key, type OpenSpan, openSpanKeys, utcDayOf } from '../../kernel/store/keys.ts';
import type { SampleRecord } from './samples.ts';

/**
 * A day or month of a chip whose roll-ups do not hold all its samples yet, or whose targets' levels lack a day. A write
 * of a sample makes sure, in the same transaction, that its day has this mark: so a roll-up without a mark is complete.
 */
export interface OpenSpanRecord extends OpenSpan {
  projectId: string;
  chipId: string;
  /** The metrics whose roll-ups are to be made, sorted. */
  metrics: string[];
  /** Another one with every write but those that change nothing: a mark that went and came again is not taken for itself. */
  token: string;
  /**
   * The roll-ups are being made: a sample that is written now opens the span again. A day with partial roll-ups has it
   * too: a version that does not know `partial` then rewrites the mark without it, for every sample.
   */
  closing?: boolean | undefined;
  /** Of a day that is not over; see `partialOf`. */
  partial?: PartialMark | undefined;
}

/** Which metrics of a day have partial roll-ups, and up to when. */
export interface PartialMark {
  /** That of the record: with another one, a version that does not know of this has written the record. */
  token: string;
  /** A sample of this instant or before it may be lacking in a partial roll-up: who writes it takes its metric out. */
  bound: string;
  /** Up to when the partial roll-ups have all samples; they may have later ones too, which they say. */
  through: string;
  /** The metrics that have them. A metric without samples up to `through` has none to read. */
  metrics: string[];
  /** When they were last made. */
  madeAt: string;
}

/** The partial roll-ups of a mark; undefined if it has none, or another version has written it since. */
export const partialOf = ({ partial, token }: Pick<OpenSpanRecord, 'partial' | 'token'>): PartialMark | undefined =>
  partial?.token === token ? partial : undefined;

/** When the partial roll-ups of a mark were last made; undefined while one of its metrics has none. */
export function wholePartialAt(mark: Pick<OpenSpanRecord, 'partial' | 'token' | 'metrics'>): string | undefined {
  const partial = partialOf(mark);
  return partial && mark.metrics.every((metric) => partial.metrics.includes(metric)) ? partial.madeAt : undefined;
}

export const openSpanEntity = defineEntity<OpenSpanRecord>({
  name: 'open-span',
  version: 1,
  keys: (record) => ({
    ...openSpanKeys.span(record.projectId, record.chipId, record),
    gsi2pk: openSpanKeys.open,
    gsi2sk: openSpanKeys.openSort(record.projectId, record.chipId, record),
  }),
  slim: (record) => {
    const { projectId, chipId, span, date } = record;
    const wholeAt = wholePartialAt(record);
    return { projectId, chipId, span, date, ...(wholeAt !== undefined && { wholeAt }) };
  },
});

/** The levels of a chip are of all days that are over: one mark a chip, which any sweep finds. */
export const levelsSpan = { span: 'levels', date: '0' } as const;

/** A span of a chip, whether or not it is open. */
export type SpanRef = Pick<OpenSpanRecord, 'projectId' | 'chipId' | 'span' | 'date'>;

/** A span in the list of all open ones, with when its partial roll-ups were last made, if none lacks. */
export type OpenSpanRow = SpanRef & { wholeAt?: string };

/** The UTC day of an instant on a chip. */
type DayOfChip = { projectId: string; chipId: string; day: string };

/** A metric that was measured, and when. */
export type Measured = Readonly<Pick<SampleRecord, 'metric' | 'at'>>;

/** What is measured on each UTC day. */
export const measuredByDay = (samples: readonly Measured[]): Map<string, Measured[]> =>
  Map.groupBy(samples, ({ at }) => utcDayOf(at));

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

/** The mark of a span that lacks these metrics; undefined if the existing one lists them already. */
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

/**
 * The mark of a day that lacks these samples; undefined if the existing one lists them already. A sample that a partial
 * roll-up would have to include removes its metric from the partial ones (rule ROLLUP-10).
 */
export function openedDay(
  existing: Stored<OpenSpanRecord> | undefined,
  { projectId, chipId, day }: DayOfChip,
  measured: Iterable<Measured>,
): Item | undefined {
  const ref = { projectId, chipId, span: 'day', date: day } as const;
  const all = [...measured];
  const metrics = all.map(({ metric }) => metric);
  const partial = existing && partialOf(existing);
  if (!existing || !partial) return opened(existing, ref, metrics);
  const late = new Set(all.flatMap(({ metric, at }) => (at <= partial.bound ? [metric] : [])));
  const known = new Set(existing.metrics);
  if (late.size === 0 && metrics.every((metric) => known.has(metric))) return undefined;
  const kept = partial.metrics.filter((metric) => !late.has(metric));
  return withPartial(
    { ...existing, metrics: [...new Set([...existing.metrics, ...metrics])].sort() },
    { ...partial, metrics: kept },
  );
}

/** A mark as it is written next, with what it says of partial roll-ups. */
export function withPartial({ rev, ...mark }: Stored<OpenSpanRecord>, partial: Omit<PartialMark, 'token'>): Item {
  const token = randomUUID();
  return openSpanEntity.encode({ ...mark, token, closing: true, partial: { ...partial, token } }, rev + 1);
}

/** Adds to the transaction that writes samples of a day that the day is open; `existing`: its mark as it was read. */
export function openDay(
  transaction: Transaction,
  existing: Stored<OpenSpanRecord> | undefined,
  day: DayOfChip,
  measured: Iterable<Measured>,
  onConflict: () => Error,
): void {
  const item = openedDay(existing, day, measured);
  if (item) transaction.put(item, ifSpanUnchanged(existing), onConflict);
  else transaction.check(openDayKey(day), ifSpanUnchanged(existing), onConflict);
}

/**
 * Opens the days of samples that no transaction holds: before the samples are written and, with `again`, afterwards,
 * since a roll-up may have begun in between. @throws the error of `guard`.
 */
export async function openDaysOf(
  db: Database,
  { projectId, chipId }: { projectId: string; chipId: string },
  samples: readonly Measured[],
  guard: Guard,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  for (const [day, measured] of measuredByDay(samples)) {
    for (let stands = false; !stands; ) {
      const existing = await getOpenSpan(db, { projectId, chipId, span: 'day', date: day });
      const known = existing && { ...existing, ...(again && { closing: true }) };
      const put = openedDay(known, { projectId, chipId, day }, measured);
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

/** The open spans of all chips whose dates come before one, a page at a time. Reads an index: may lag behind a write. */
export async function* openSpanPages(db: Database, before: string): AsyncGenerator<OpenSpanRow[]> {
  for await (const page of queryPages(db, { index: 'gsi2', pk: openSpanKeys.open, through: before }))
    yield page.map((item) => item.slim as OpenSpanRow);
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
