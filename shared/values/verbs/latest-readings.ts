import { targetName } from '../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../chips/store/chips.ts';
import { justBefore } from '../../kernel/rules/complete-until.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { singleValue } from '../../statistics/rules/range-value.ts';
import { isDatedAhead } from '../rules/clock-ahead.ts';
import { endingAt, windowOf } from '../rules/range-plan.ts';
import { isNewer, type Measurement } from '../rules/roll-up.ts';
import { rememberedTargets } from '../store/remembered-targets.ts';
import { listRollUps } from '../store/roll-ups.ts';
import { isCountedSample, type SampleRecord } from '../store/samples.ts';
import { hiddenTargets, type NamedNewest, newestOfPartial, readNewestBefore } from './newest-before.ts';
import { readPartials } from './partial-parts.ts';
import { type MeasuredSpans, plansOfRange, type RangeRequest } from './range-roll-ups.ts';
import type { Reading } from './readings.ts';
import { type MetricWindows, readWindows } from './sample-windows.ts';

type Range = Omit<RangeRequest, 'cooldownId'>;

/** What values of an instant are read by. */
export interface LatestReader {
  db: Database;
  chip: ChipRecord;
  spans: () => Promise<MeasuredSpans>;
  /** The current readings of the chip's qubits and couplings, which are read once for all calls. */
  current: () => Promise<readonly Reading[]>;
}

const DAY_MS = 86_400_000;

/**
 * What was newest at the end of a range (rule METRIC-9). What is current was newest then too, unless it was measured later; of
 * those series alone the history is looked through, its newest day first, until each of them is found. One read; a second one of
 * the samples of the last day of what was measured on it before and after the end, since a roll-up names its newest value alone.
 * @param request.firstDays the first look goes so far back, and what is not found is looked for at the second: what was measured
 * again is mostly measured every few days; all of it unless given.
 */
export async function latestReadings(
  reader: LatestReader,
  { firstDays, ...request }: Range & { firstDays?: number | undefined },
): Promise<readonly Reading[]> {
  const { from = '', through, metrics } = request;
  const begin = firstDays === undefined ? '' : `${daysBefore(through, firstDays)}T00:00:00.000Z`;
  const first = { through, metrics, from: from > begin ? from : begin };
  const [readings, read] = await Promise.all([
    reader.current(),
    (reader.chip.lastCalibratedAt ?? '') > through ? readHistory(reader, first) : undefined,
  ]);
  const asked = metrics ? readings.filter(({ metric }) => metrics.has(metric)) : readings;
  const standing = asked.filter(({ at }) => at >= from && at <= through);
  const wanted = asked.filter(({ at }) => at > through);
  if (wanted.length === 0) return standing;
  // A value that a clock which is ahead has dated is later than what the chip was last calibrated at.
  const newestDays = read ?? (await readHistory(reader, first));
  const newest = new Newest(wanted, { from, through });
  addNewestFirst(newest, newestDays);
  const take = (sample: SampleRecord) => newest.add(sample.metric, sample.target, sample);
  const lacking = from < first.from ? newest.metricsLacking() : new Set<string>();
  const [older] = await Promise.all([
    lacking.size > 0 ? readHistory(reader, { from, through: justBefore(first.from), metrics: lacking }) : undefined,
    readHidden(reader, newest, newestDays, through, take),
  ]);
  if (older) addNewestFirst(newest, older);
  return [...standing, ...newest.found()];
}

const daysBefore = (instant: string, days: number): string =>
  new Date(Date.parse(instant) - days * DAY_MS).toISOString().slice(0, 10);

/** What there is of a range up to the end of its last day: packed roll-ups by metric, and the samples of days that lack something. */
interface History {
  spans: MeasuredSpans;
  samples: SampleRecord[];
  rollUps: Map<string, NamedNewest[]>;
}

async function readHistory(reader: LatestReader, request: Range): Promise<History> {
  const { db, chip } = reader;
  const { projectId, chipId } = chip;
  const spans = await reader.spans();
  const plans = plansOf(chip, spans, request);
  const samples: SampleRecord[] = [];
  const take = (sample: SampleRecord) => samples.push(sample);
  const [found, partials] = await Promise.all([
    Promise.all(
      plans.map(async ({ metric, runs }) => {
        const rows = runs.map((run) => listRollUps(db, { projectId, chipId, metric }, run));
        return { metric, rows: (await Promise.all(rows)).flat() };
      }),
    ),
    readPartials(db, chip, plans),
    readCounted(reader, spans, plans, take),
  ]);
  await readCounted(reader, spans, partials.missing, take);
  const rollUps = new Map<string, NamedNewest[]>();
  const add = (metric: string, rows: readonly NamedNewest[]) =>
    rollUps.set(metric, [...(rollUps.get(metric) ?? []), ...rows]);
  for (const { metric, rows } of found) add(metric, rows);
  for (const partial of partials.found) add(partial.metric, newestOfPartial(partial));
  return { spans, samples, rollUps };
}

/** The last day separately: its roll-up may be enough, although the range ends within it. */
function plansOf(chip: ChipRecord, spans: MeasuredSpans, { from, through, metrics }: Range) {
  const day = windowOf(through.slice(0, 10));
  const last = plansOfRange(chip, spans, { ...day, metrics });
  return [
    ...plansOfRange(chip, spans, { from, through: justBefore(day.from), metrics }),
    ...last.map((plan) => ({ ...plan, windows: endingAt(plan.windows, through) })),
  ];
}

const readCounted = (
  { db, chip }: LatestReader,
  { series }: MeasuredSpans,
  windows: readonly MetricWindows[],
  take: (sample: SampleRecord) => void,
): Promise<void> =>
  readWindows(db, chip, series, windows, (sample) => {
    if (isCountedSample(sample)) take(sample);
  });

/** The samples of the last day of series that are wanted whose roll-ups name a later value, and may have one before it. */
function readHidden(
  { db, chip }: LatestReader,
  newest: Newest,
  { spans, rollUps }: History,
  through: string,
  take: (sample: SampleRecord) => void,
): Promise<void> {
  const last = windowOf(through.slice(0, 10), { from: '', through });
  const wanted = [...rollUps].flatMap(([metric, rows]) => {
    const hidden = rows
      .filter(({ date }) => date === last.day)
      .flatMap((row) => hiddenTargets(row, rememberedTargets(row.targets), through))
      .filter((target) => newest.isWanted(metric, target));
    return hidden.length === 0 ? [] : [{ ...last, metric, until: through, targets: new Set(hidden.map(targetName)) }];
  });
  return readNewestBefore(db, chip, spans.series, wanted, (sample) => {
    if (isCountedSample(sample)) take(sample);
  });
}

function addNewestFirst(newest: Newest, { samples, rollUps }: History): void {
  for (const sample of samples) newest.add(sample.metric, sample.target, sample);
  for (const [metric, rows] of rollUps)
    for (const { date, targets } of rows.toSorted((a, b) => (a.date > b.date ? -1 : 1))) {
      if (newest.areAllAfter(metric, date)) break;
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
      this.#metrics.set(
        metric,
        new Map(own.map(({ target }) => [targetName(target), { target, measured: undefined }])),
      );
  }

  isWanted(metric: string, target: Target): boolean {
    return this.#metrics.get(metric)?.has(targetName(target)) === true;
  }

  add(metric: string, target: Target, measured: Measurement): void {
    if (measured.at < this.#range.from || measured.at > this.#range.through) return;
    const series = this.#metrics.get(metric)?.get(targetName(target));
    if (series && (!series.measured || isNewer(measured, series.measured))) series.measured = measured;
  }

  /** Whether a day `YYYYMMDD` or month `YYYYMM`, and whatever is older, has nothing that is newer than what was found. */
  areAllAfter(metric: string, date: string): boolean {
    const series = [...(this.#metrics.get(metric)?.values() ?? [])];
    return series.every(
      ({ measured }) =>
        measured && !isDatedAhead(measured) && measured.at.replaceAll('-', '').slice(0, date.length) > date,
    );
  }

  /** Of which nothing was found for a series, or only what a wrong clock dated. */
  metricsLacking(): Set<string> {
    const lacking = [...this.#metrics].filter(([, series]) =>
      [...series.values()].some(({ measured }) => !measured || isDatedAhead(measured)),
    );
    return new Set(lacking.map(([metric]) => metric));
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
