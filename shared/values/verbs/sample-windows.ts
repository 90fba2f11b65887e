import type { ChipRecord } from '../../chips/store/chips.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import type { DayWindow } from '../rules/range-plan.ts';
import { monthPartitions, samplePages } from '../store/sample-reads.ts';
import type { SampleRecord } from '../store/samples.ts';
import type { SeriesRecord } from '../store/series.ts';

/** The parts of days in which a metric is read from its samples. */
export interface MetricWindows {
  metric: string;
  windows: readonly DayWindow[];
}

/**
 * Reads the samples of parts of days, all concurrently. Tasks measure several metrics at once: each partition of a day
 * is read once for all of them.
 */
export async function readWindows(
  db: Database,
  chip: ChipRecord,
  series: readonly SeriesRecord[],
  wanted: readonly MetricWindows[],
  take: (sample: SampleRecord, partition: string) => void,
): Promise<void> {
  const windows = new Map<string, DayWindow & { metrics: Set<string> }>();
  for (const { metric, windows: own } of wanted)
    for (const window of own) {
      const key = `${window.from} ${window.through}`;
      const shared = windows.get(key) ?? { ...window, metrics: new Set() };
      windows.set(key, shared);
      shared.metrics.add(metric);
    }
  await Promise.all(
    [...windows.values()].flatMap(({ day, from, through, metrics }) =>
      monthPartitions(chip, series, day.slice(0, 6), metrics).map(async (pk) => {
        for await (const page of samplePages(db, { pk, from, through: `${through}~` }, metrics))
          for (const sample of page) take(sample, pk);
      }),
    ),
  );
}
