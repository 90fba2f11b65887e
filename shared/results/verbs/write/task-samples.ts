import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Condition, Database } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { monthOf, sampleKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import { type Measured, type OpenSpanRecord, openDay } from '../../../values/store/open-spans.ts';
import { type SeriesRecord, seriesEntity } from '../../../values/store/series.ts';
import { type TaskSamplesRecord, taskSamplesEntity } from '../../../values/store/task-samples.ts';
import { taskSamplesOf } from '../../../values/verbs/measured/samples-of-task.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import { putMarks } from './put-marks.ts';
import type { Found } from './read-batch.ts';

/** Samples to be written, and the marks that they need. */
export interface SamplesWrites {
  /** Each at the revision that its result will have. */
  written: readonly { samples: TaskSamplesRecord; rev: number }[];
  /** Marks that are missing. */
  series: readonly SeriesRecord[];
  /** By UTC day, as they were read. */
  openDays: ReadonlyMap<string, Stored<OpenSpanRecord>>;
}

/** For writes without measurements. */
export const noSamples: SamplesWrites = { written: [], series: [], openDays: new Map() };

/** What the results that a batch writes have measured. */
export function samplesWrites(found: Found, results: readonly { result: TaskResultRecord }[]): SamplesWrites {
  const written = results.flatMap(({ result }) => {
    const samples = taskSamplesOf(result);
    return samples ? [{ samples, rev: (found.results.get(result.taskId)?.rev ?? 0) + 1 }] : [];
  });
  const series = seriesOf(written.map(({ samples }) => samples)).filter((one) => !found.series.has(seriesKey(one)));
  return { written, series, openDays: found.openDays };
}

/** The marks of samples, each once. */
export function seriesOf(all: readonly TaskSamplesRecord[]): SeriesRecord[] {
  const marks = all.flatMap(({ projectId, chipId, task, at, values }) =>
    Object.keys(values).map((metric) => ({ projectId, chipId, metric, month: monthOf(at), task })),
  );
  return [...new Map(marks.map((mark) => [seriesKey(mark), mark])).values()];
}

const seriesKey = ({ projectId, chipId, metric, month, task }: SeriesRecord): string =>
  sampleKeys.series(projectId, chipId, metric, month, task).sk;

/**
 * Writes the missing marks, before the samples: a deletion of the chip finds these by them, and a mark alone is
 * harmless.
 */
export const markSeries = (db: Database, { series }: Pick<SamplesWrites, 'series'>): Promise<void> =>
  putMarks(
    db,
    series.map((mark) => seriesEntity.encode(mark, 1)),
  );

/** Adds samples, and that the roll-ups of their days lack them. */
export function addSamples(
  transaction: Transaction,
  { written, openDays }: Pick<SamplesWrites, 'written' | 'openDays'>,
): void {
  const days = new Map<string, { projectId: string; chipId: string; measured: Measured[] }>();
  for (const { samples, rev } of written) {
    const { projectId, chipId, at, values } = samples;
    const stale = staleReadOf(`A sample of '${samples.taskId}'`);
    transaction.put(taskSamplesEntity.encode(samples, rev), ifOlder(rev), stale);
    const day = days.get(utcDayOf(at)) ?? { projectId, chipId, measured: [] };
    for (const metric of Object.keys(values)) day.measured.push({ metric, at });
    days.set(utcDayOf(at), day);
  }
  for (const [day, { projectId, chipId, measured }] of days) {
    const stale = staleReadOf(`The roll-up of ${day}`);
    openDay(transaction, openDays.get(day), { projectId, chipId, day }, measured, stale);
  }
}

const ifOlder = (rev: number): Condition => ({
  expression: 'attribute_not_exists(pk) OR #rev < :new',
  names: { '#rev': 'rev' },
  values: { ':new': rev },
});
