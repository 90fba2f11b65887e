import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys } from '../../kernel/store/keys.ts';

/** Marks that a chip has samples of a metric in a month. */
export interface SeriesRecord {
  projectId: string;
  chipId: string;
  metric: string;
  /** UTC month `YYYYMM`. */
  month: string;
  /** The task that measured them; absent for what people and imports wrote. */
  task?: string | undefined;
}

/** Codec of series marks. */
export const seriesEntity = defineEntity<SeriesRecord>({
  name: 'series',
  version: 1,
  keys: ({ projectId, chipId, metric, month, task }) => sampleKeys.series(projectId, chipId, metric, month, task),
});

/** The series marks of a chip, or of one of its metrics. */
export async function listSeries(
  db: Database,
  projectId: string,
  chipId: string,
  metric?: string,
): Promise<SeriesRecord[]> {
  const range =
    metric === undefined ? sampleKeys.allSeries(projectId, chipId) : sampleKeys.seriesOf(projectId, chipId, metric);
  const items = await queryAll(db, range);
  return items.map((item) => seriesEntity.decode(item));
}
