import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys, storedTarget, type TargetRef, targetOfStored } from '../../kernel/store/keys.ts';
import { isSingle, type PackedDay } from '../../statistics/rules/recent-days.ts';
import type { DaySummary } from '../rules/day-summary.ts';

/**
 * The newest days of the series of a metric, of all targets of one part, as the roll-ups of the days that are over have them:
 * what a fluctuation is made of, in one read (docs/decisions/0026-differences.md).
 */
export interface RecentDaysRecord {
  projectId: string;
  chipId: string;
  metric: string;
  part: number;
  /** The day `YYYYMMDD` from which on days are there at all. */
  from: string;
  /** See `packRecent`. */
  targets: Uint8Array;
}

/** Codec of the newest days. */
export const recentDaysEntity = defineEntity<RecentDaysRecord>({
  name: 'recent-days',
  version: 1,
  keys: ({ projectId, chipId, metric, part }) => sampleKeys.recentDays(projectId, chipId, metric, part),
});

/** What is kept of one target: its days, and the first of them where there were more before it. */
export interface PackedSeries {
  target: TargetRef;
  since?: string | undefined;
  days: PackedDay[];
}

/** Parts of a metric, so that 1,024 qubits with 2,048 couplings stay far below the largest item. */
const PARTS = 16;

/** The part of a target: it never changes, so that a reader finds each target once while parts are written. */
export function partOf({ kind, id }: TargetRef): number {
  let hash = 0;
  for (const character of `${kind} ${id}`) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % PARTS;
}

/** Days, values and errors of a target in columns: days that all targets have then take hardly any room. */
type PackedRow = [
  kind: TargetRef['kind'],
  id: string,
  since: string | null,
  days: string[],
  values: (number | DaySummary)[],
  errors: (number | null)[],
  areOfTasks: (0 | 1)[],
];

/** Compressed, in the order of the targets' names: equal days are equal bytes. */
export function packRecent(series: readonly PackedSeries[]): Uint8Array {
  const name = ({ target: { kind, id } }: PackedSeries) => `${kind} ${id}`;
  const stored = series.map((one) => ({ ...one, target: storedTarget(one.target) }));
  const sorted = stored.sort((a, b) => (name(a) < name(b) ? -1 : 1));
  const rows = sorted.map(({ target: { kind, id }, since, days }): PackedRow => {
    const singles = days.map(([, packed]) => (isSingle(packed) ? packed : undefined));
    return [
      ...([kind, id, since ?? null] as const),
      days.map(([day]) => day),
      days.map(([, packed]) => (isSingle(packed) ? packed[0] : packed)),
      singles.map((single) => single?.[1] ?? null),
      singles.map((single) => (single?.[2] ? 1 : 0)),
    ];
  });
  return deflateRawSync(JSON.stringify(rows));
}

/** The inverse of `packRecent`. */
export const unpackRecent = (packed: Uint8Array): PackedSeries[] =>
  (JSON.parse(inflateRawSync(packed).toString('utf8')) as PackedRow[]).map(
    ([kind, id, since, days, values, errors, areOfTasks]) => ({
      target: targetOfStored({ kind, id }),
      ...(since === null ? {} : { since }),
      days: days.map((day, n): PackedDay => {
        const value = values[n] ?? { last: null };
        if (typeof value !== 'number') return [day, value];
        return [day, [value, errors[n] ?? undefined, areOfTasks[n] === 1]];
      }),
    }),
  );

/** The newest days of a metric, part by part. */
export async function listRecentDays(
  db: Database,
  ref: { projectId: string; chipId: string; metric: string },
): Promise<Stored<RecentDaysRecord>[]> {
  const items = await queryAll(db, sampleKeys.recentDaysOf(ref.projectId, ref.chipId, ref.metric));
  return items.map((item) => recentDaysEntity.decode(item));
}
