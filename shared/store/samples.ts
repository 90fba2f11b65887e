import { defineEntity, type Item, type Stored } from './codec.ts';
import { type Database, queryAll, queryPage } from './database.ts';
import { sampleKeys, type TargetRef } from './keys.ts';

/** One value of a metric on a target at an instant: the history that is never overwritten. */
export interface SampleRecord {
  projectId: string;
  chipId: string;
  metric: string;
  target: TargetRef;
  /** When it was measured. */
  at: string;
  /** Names the sample within its instant; the same measurement has the same id, so writing it again changes nothing. */
  sampleId: string;
  /** Null for a faulty mark. */
  value: number | null;
  error?: number | undefined;
  unit: string;
  source: 'import' | 'manual' | 'task';
  executionId?: string | undefined;
  taskId?: string | undefined;
  /** The chip's cool-down when this was written. */
  cooldownId?: string | undefined;
  recordedAt: string;
  recordedBy: string;
  reason?: string | undefined;
  /** Of a manual value, as its target keeps them. */
  valueType?: string | undefined;
  description?: string | undefined;
  /** Its task result was excluded: it stays in the history, and in nothing that is computed from it. */
  excluded?: boolean | undefined;
  excludedReason?: string | undefined;
}

/** Codec of samples. Slim indexes carry all of it. */
export const sampleEntity = defineEntity<SampleRecord>({
  name: 'sample',
  version: 1,
  packed: true,
  keys: (sample) => ({
    ...sampleKeys.sample(sample.projectId, sample.chipId, sample),
    gsi3pk: sampleKeys.ofTarget(sample.projectId, sample.chipId, sample.metric, sample.target),
    gsi3sk: sampleKeys.ofTargetSort(sample.at, sample.sampleId),
    ...(sample.source === 'manual'
      ? {
          gsi4pk: sampleKeys.edits(sample.projectId, sample.target.id),
          gsi4sk: sampleKeys.editsSort(sample.recordedAt, sample.chipId, sample.metric),
        }
      : {}),
  }),
});

/** Marks that a chip has samples of a metric in a month. */
export interface SeriesRecord {
  projectId: string;
  chipId: string;
  metric: string;
  /** UTC month `YYYYMM`. */
  month: string;
}

/** Codec of series marks. */
export const seriesEntity = defineEntity<SeriesRecord>({
  name: 'series',
  version: 1,
  keys: (series) => sampleKeys.series(series.projectId, series.chipId, series.metric, series.month),
});

/** All series marks of a chip. */
export async function listSeries(db: Database, projectId: string, chipId: string): Promise<SeriesRecord[]> {
  const items = await queryAll(db, sampleKeys.allSeries(projectId, chipId));
  return items.map((item) => seriesEntity.decode(item));
}

/** Samples of one metric and month, up to an instant. */
export async function listMonth(db: Database, series: SeriesRecord, through: string): Promise<Stored<SampleRecord>[]> {
  const { pk } = sampleKeys.month(series.projectId, series.chipId, series.metric, series.month);
  const items = await queryAll(db, { pk, through: `${through}~`, consistent: false });
  return items.map((item) => sampleEntity.decode(item));
}

/** History of one metric on one target within [from, through], newest first. Reads an index: may lag behind a write. */
export async function listHistory(
  db: Database,
  of: { projectId: string; chipId: string; metric: string; target: TargetRef },
  window: { from: string; through: string; limit: number },
): Promise<Stored<SampleRecord>[]> {
  const range = {
    index: 'gsi3' as const,
    pk: sampleKeys.ofTarget(of.projectId, of.chipId, of.metric, of.target),
    from: window.from,
    through: `${window.through}~`,
    descending: true,
  };
  const items: Item[] = [];
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, { limit: window.limit - items.length, ...(startKey ? { startKey } : {}) });
    items.push(...page.items);
    startKey = page.lastKey;
  } while (startKey && items.length < window.limit);
  return items.map((item) => sampleEntity.decode(item));
}
