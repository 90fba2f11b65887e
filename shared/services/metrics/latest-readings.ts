import { justBefore } from '../../domain/complete-until.ts';
import type { DayWindow } from '../../domain/metrics/range-plan.ts';
import { isNewer, type Measurement } from '../../domain/metrics/roll-up.ts';
import { singleValue } from '../../domain/statistics/range-value.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import { utcDayOf } from '../../store/keys.ts';
import { rememberedTargets } from '../../store/metrics/remembered-targets.ts';
import { listRollUps, type RollUpRecord } from '../../store/metrics/roll-ups.ts';
import { isCountedSample, type SampleRecord } from '../../store/metrics/samples.ts';
import { type MeasuredSpans, mayHaveSeveral, plansOfRange, type RangeRequest } from './range-roll-ups.ts';
import type { Reading } from './readings.ts';
import { type MetricWindows, readWindows } from './sample-windows.ts';

type Range = Omit<RangeRequest, 'cooldownId'>;

/** What values of an instant are read by. */
export interface LatestReader {
  db: Database;
  chip: ChipRecord;
  spans: () => Promise<MeasuredSpans>;
  /** The current readings of the chip's qubits and couplings, which are read once, however often they are asked for. */
  current: () => Promise<readonly Reading[]>;
}

/**
 * What was newest at the end of a range (rule METRIC-9). What is current was newest then too, unless it was measured later; of
 * those series alone the history is looked through, its newest day first, until each of them is found. One read; a second one of the
 * samples of the last day of what was measured on it before and after the end, since a roll-up names its newest value alone.
 */
export async function latestReadings(reader: LatestReader, request: Range): Promise<readonly Reading[]> {
  const { from = '', through, metrics } = request;
  const [readings, read] = await Promise.all([
    reader.current(),
    (reader.chip.lastCalibratedAt ?? '') > through ? readHistory(reader, request) : undefined,
  ]);
  const asked = metrics ? readings.filter(({ metric }) => metrics.has(metric)) : readings;
  const [later, standing] = [
    asked.filter(({ at }) => at > through),
    asked.filter(({ at }) => at >= from && at <= through),
  ];
  if (later.length === 0) return standing;
  // A value that a clock which is ahead has dated is later than what the chip was last calibrated at.
  const { series, samples, rollUps } = read ?? (await readHistory(reader, request));
  const newest = new Newest(later, { from, through });
  const take = (sample: SampleRecord) => newest.add(sample.metric, sample.target, sample);
  samples.forEach(take);
  const hidden = Object.keys(rollUps).filter((metric) => hidesAny(newest, metric, rollUps[metric] ?? [], through));
  const windows = [{ ...dayOf(through), through }];
  await readCounted(
    reader,
    series,
    hidden.map((metric) => ({ metric, windows })),
    take,
  );
  for (const [metric, rows] of Object.entries(rollUps)) addNewestFirst(newest, metric, rows);
  return [...standing, ...newest.found()];
}

/** What there is up to the end of the last day of a range: packed roll-ups, and the samples of days that lack something. */
async function readHistory(reader: LatestReader, request: Range) {
  const { db, chip } = reader;
  const { projectId, chipId } = chip;
  const spans = await reader.spans();
  const plans = plansOf(chip, spans, request);
  const samples: SampleRecord[] = [];
  const [found] = await Promise.all([
    Promise.all(
      plans.map(async ({ metric, runs }) => {
        const rows = runs.map((run) => listRollUps(db, { projectId, chipId, metric }, run));
        return { metric, rows: (await Promise.all(rows)).flat() };
      }),
    ),
    readCounted(reader, spans.series, plans, (sample) => samples.push(sample)),
  ]);
  const rollUps: Record<string, RollUpRecord[]> = {};
  for (const { metric, rows } of found) rollUps[metric] = [...(rollUps[metric] ?? []), ...rows];
  return { series: spans.series, samples, rollUps };
}

/** The last day by itself: of it the roll-up may say enough, though the range ends within it. */
function plansOf(chip: ChipRecord, spans: MeasuredSpans, { from, through, metrics }: Range) {
  const day = dayOf(through);
  const last = plansOfRange(chip, spans, { ...day, metrics });
  return [
    ...plansOfRange(chip, spans, { from, through: justBefore(day.from), metrics }),
    ...last.map((plan) => ({ ...plan, windows: plan.windows.map((window) => ({ ...window, through })) })),
  ];
}

/** The UTC day of an instant. */
function dayOf(instant: string): DayWindow {
  const date = instant.slice(0, 10);
  return { day: utcDayOf(instant), from: `${date}T00:00:00.000Z`, through: `${date}T23:59:59.999Z` };
}

const readCounted = (
  { db, chip }: LatestReader,
  series: MeasuredSpans['series'],
  windows: readonly MetricWindows[],
  take: (sample: SampleRecord) => void,
): Promise<void> =>
  readWindows(db, chip, series, windows, (sample) => {
    if (isCountedSample(sample)) take(sample);
  });

/** Whether the roll-ups of the last day name a later value of a series that is wanted, and may have one before it. */
const hidesAny = (newest: Newest, metric: string, rows: readonly RollUpRecord[], through: string): boolean =>
  rows.some(
    (row) =>
      row.date === utcDayOf(through) &&
      rememberedTargets(row.targets).some(
        ({ target, rollUp }) =>
          rollUp.latest.at > through && mayHaveSeveral(row, rollUp) && newest.isWanted(metric, target),
      ),
  );

function addNewestFirst(newest: Newest, metric: string, rows: readonly RollUpRecord[]): void {
  for (const { date, targets } of rows.toSorted((a, b) => (a.date > b.date ? -1 : 1))) {
    if (newest.areAllAfter(metric, date)) return;
    for (const { target, rollUp } of rememberedTargets(targets)) newest.add(metric, target, rollUp.latest);
  }
}

type Target = Reading['target'];

/** The newest measurement within a range of each series that is wanted, among those that it is given. */
class Newest {
  readonly #metrics = new Map<string, Map<string, { target: Target; measured: Measurement | undefined }>>();

  readonly #range: { from: string; through: string };

  constructor(wanted: readonly Pick<Reading, 'metric' | 'target'>[], range: { from: string; through: string }) {
    this.#range = range;
    for (const [metric, own] of Map.groupBy(wanted, (one) => one.metric))
      this.#metrics.set(metric, new Map(own.map(({ target }) => [nameOf(target), { target, measured: undefined }])));
  }

  isWanted(metric: string, target: Target): boolean {
    return this.#metrics.get(metric)?.has(nameOf(target)) === true;
  }

  add(metric: string, target: Target, measured: Measurement): void {
    if (measured.at < this.#range.from || measured.at > this.#range.through) return;
    const series = this.#metrics.get(metric)?.get(nameOf(target));
    if (series && (!series.measured || isNewer(measured, series.measured))) series.measured = measured;
  }

  /** Whether a day `YYYYMMDD` or month `YYYYMM`, and whatever is older, has nothing that is newer than what was found. */
  areAllAfter(metric: string, date: string): boolean {
    const series = [...(this.#metrics.get(metric)?.values() ?? [])];
    return series.every(({ measured }) => measured && measured.at.replaceAll('-', '').slice(0, date.length) > date);
  }

  /** Those of which there is anything. */
  found(): Reading[] {
    return [...this.#metrics].flatMap(([metric, series]) =>
      [...series.values()].flatMap(({ target, measured }) =>
        measured ? [{ metric, target, ...singleValue(measured) }] : [],
      ),
    );
  }
}

const nameOf = ({ kind, id }: Target): string => `${kind} ${id}`;
