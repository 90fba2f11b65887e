import type { ChipRecord } from '../../chips/store/chips.ts';
import { atMost } from '../../kernel/concurrency.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { utcDayOf } from '../../kernel/store/keys.ts';
import { type DayWindow, type RangePlan, windowsOfSpan } from '../rules/range-plan.ts';
import { lacksDirection } from '../rules/roll-up.ts';
import { mostRemembered, rememberedTargets } from '../store/remembered-targets.ts';
import { listRollUps, type RolledTargets, type RollUpRecord, unpackTargets } from '../store/roll-ups.ts';
import type { SampleRecord } from '../store/samples.ts';
import type { SeriesRecord } from '../store/series.ts';
import { DayParts, type PartialWindow, readPartials } from './partial-parts.ts';
import { Rolled } from './rolled-samples.ts';
import { type MetricWindows, readWindows } from './sample-windows.ts';

/** A metric and where its range is read from. */
export type MetricPlan = RangePlan & {
  metric: string;
  /** The parts of days that partial roll-ups have; samples follow on them. */
  partials: PartialWindow[];
};

/** Whether an earlier version made a roll-up without what the means of a range follow from. */
const isOutdated = ({ lacksBlocks }: RollUpRecord, targets: RolledTargets): boolean =>
  lacksBlocks === true || targets.some(({ rollUp }) => lacksDirection(rollUp));

/** A metric on a day that is read from samples, in the making. */
interface MetricDay {
  parts: DayParts;
  /** Samples behind a partial roll-up: they wait for it, since it goes before them and may have been made again. */
  waiting: { sample: SampleRecord; partition: string }[] | undefined;
}

/**
 * Most targets in the roll-ups that a range reads at once, some ten megabytes: more are read in parts, each of which may take
 * a round trip more (docs/design/storage.md#capacity).
 */
const targetsAtOnce = 100_000;

const DAY_MS = 86_400_000;

/** Puts the parts of a range together, of one cool-down or of all, in an order that no read changes. */
export class RangeReader {
  /** By metric and day. */
  readonly #days = new Map<string, Map<string, MetricDay>>();
  readonly #db: Database;
  readonly #chip: ChipRecord;
  readonly #series: readonly SeriesRecord[];
  readonly #cooldownId: string | undefined;

  constructor(db: Database, chip: ChipRecord, series: readonly SeriesRecord[], cooldownId: string | undefined) {
    this.#db = db;
    this.#chip = chip;
    this.#series = series;
    this.#cooldownId = cooldownId;
  }

  /**
   * What `reduce` makes of the targets of each metric. One metric after another is unpacked and reduced, so that no more of a
   * long range than its packed roll-ups and the targets of one metric are in memory.
   */
  async read<T>(
    plans: readonly MetricPlan[],
    reduce: (metric: string, targets: RolledTargets) => T,
  ): Promise<Map<string, T>> {
    const beside = Promise.all([this.#addPartials(plans), this.#addWindows(plans)]);
    const reduced = new Map<string, T>();
    const left = new Map<string, Rolled>();
    const again: MetricWindows[] = [];
    const inTurn = atMost(targetsAtOnce);
    const perDate = Math.max(this.#chip.qubitCount, this.#chip.couplingCount);
    const weightOf = (plan: MetricPlan) => perDate * datesOf(plan);
    const isLong = plans.reduce((targets, plan) => targets + weightOf(plan), 0) > mostRemembered;
    const unpack = isLong ? unpackTargets : rememberedTargets;
    const readOne = async (plan: MetricPlan) => {
      const runs = await this.#readRuns(plan);
      const [missing] = await beside;
      const rolled = new Rolled();
      const outdated = this.#addRuns(rolled, plan.metric, runs, unpack);
      const ofMetric = missing.filter(({ metric }) => metric === plan.metric);
      again.push({ metric: plan.metric, windows: outdated }, ...ofMetric);
      if (outdated.length > 0 || ofMetric.length > 0) left.set(plan.metric, rolled);
      else reduced.set(plan.metric, reduce(plan.metric, this.#targets(plan.metric, rolled)));
    };
    await Promise.all([beside, ...plans.map((plan) => inTurn(() => readOne(plan), weightOf(plan)))]);
    await this.#addWindows(again);
    for (const [metric, rolled] of left) reduced.set(metric, reduce(metric, this.#targets(metric, rolled)));
    return new Map(plans.flatMap(({ metric }) => (reduced.has(metric) ? [[metric, reduced.get(metric) as T]] : [])));
  }

  #readRuns({ metric, runs }: MetricPlan): Promise<RollUpRecord[][]> {
    const { projectId, chipId } = this.#chip;
    return Promise.all(runs.map((run) => listRollUps(this.#db, { projectId, chipId, metric }, run)));
  }

  /** Answers instead what is to be read from samples: roll-ups of an earlier version lack something until they are made again. */
  #addRuns(
    rolled: Rolled,
    metric: string,
    runs: readonly (readonly RollUpRecord[])[],
    unpack: typeof unpackTargets,
  ): DayWindow[] {
    return runs.flatMap((rows) =>
      [...Map.groupBy(rows, ({ date }) => date)].flatMap(([date, ofDate]) => {
        const unpacked = ofDate.map((row) => ({ row, targets: unpack(row.targets) }));
        if (unpacked.some(({ row, targets }) => isOutdated(row, targets))) return windowsOfSpan(date);
        for (const { row, targets } of unpacked)
          if (this.#cooldownId === undefined || row.cooldownId === this.#cooldownId)
            rolled.addRolled(metric, undefined, targets);
        return [];
      }),
    );
  }

  /** Answers what is to be read from samples because its partial roll-up is gone or reaches beyond the range. */
  async #addPartials(plans: readonly MetricPlan[]): Promise<MetricWindows[]> {
    for (const { metric, partials } of plans) for (const { day } of partials) this.#dayOf(metric, day).waiting = [];
    const { found, missing } = await readPartials(this.#db, this.#chip, plans);
    for (const partial of found) this.#dayOf(partial.metric, partial.day).parts.begin(partial);
    return missing;
  }

  #addWindows(plans: readonly MetricWindows[]): Promise<void> {
    return readWindows(this.#db, this.#chip, this.#series, plans, (sample, partition) => {
      const { parts, waiting } = this.#dayOf(sample.metric, utcDayOf(sample.at));
      if (waiting) waiting.push({ sample, partition });
      else parts.add(sample, partition);
    });
  }

  #targets(metric: string, rolled: Rolled): RolledTargets {
    const days = [...(this.#days.get(metric) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, { parts, waiting = [] }] of days) {
      // After the partial roll-up was gone, earlier samples were read after those behind it.
      const inOrder = waiting.sort((a, b) => (a.sample.at < b.sample.at ? -1 : a.sample.at > b.sample.at ? 1 : 0));
      for (const { sample, partition } of inOrder) parts.add(sample, partition);
      parts.addTo(rolled, this.#cooldownId);
    }
    this.#days.delete(metric);
    return rolled.of(metric).get(undefined) ?? [];
  }

  #dayOf(metric: string, day: string): MetricDay {
    const days = this.#days.get(metric) ?? new Map<string, MetricDay>();
    this.#days.set(metric, days);
    const found = days.get(day) ?? { parts: new DayParts(metric), waiting: undefined };
    days.set(day, found);
    return found;
  }
}

/** How many days and months the runs of a plan have. */
const datesOf = ({ runs }: RangePlan): number =>
  runs.reduce((dates, { from, through }) => dates + placeOf(through) - placeOf(from) + 1, 0);

/** The place of a day `YYYYMMDD` among all days, or of a month `YYYYMM` among all months. */
function placeOf(date: string): number {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, date.slice(6)];
  return day === '' ? 12 * year + month : Date.UTC(year, month, Number(day)) / DAY_MS;
}
