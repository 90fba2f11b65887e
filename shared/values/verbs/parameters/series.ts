import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { monthOf } from '../../../kernel/store/keys.ts';
import type { SampleRecord } from '../../store/samples.ts';
import { seriesEntity } from '../../store/series.ts';

/** The marks of the metrics and months that samples fall into, each once. */
export function seriesPuts(samples: readonly SampleRecord[]): Item[] {
  const series = new Map(
    samples.map(({ projectId, chipId, metric, at }) => {
      const month = monthOf(at);
      return [`${month} ${metric}`, { projectId, chipId, metric, month }] as const;
    }),
  );
  return [...series.values()].map((record) => seriesEntity.encode(record, 1));
}
