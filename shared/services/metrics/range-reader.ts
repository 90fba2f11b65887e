import { type RangePlan, windowsOfSpan } from '../../domain/metrics/range-plan.ts';
import { lacksDirection } from '../../domain/metrics/roll-up.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import { utcDayOf } from '../../store/keys.ts';
import { rememberedTargets } from '../../store/metrics/remembered-targets.ts';
import { listRollUps, type RolledTargets, type RollUpRecord } from '../../store/metrics/roll-ups.ts';
import type { SampleRecord } from '../../store/metrics/samples.ts';
import type { SeriesRecord } from '../../store/metrics/series.ts';
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
const isOutdated = ({ lacksBlocks, targets }: RollUpRecord): boolean =>
  lacksBlocks === true || rememberedTargets(targets).some(({ rollUp }) => lacksDirection(rollUp));

/** A metric on a day that is read from samples, in the making. */
interface MetricDay {
  parts: DayParts;
  /** Samples behind a partial roll-up: they wait for it, since it goes before them and may have been made again. */
  waiting: { sample: SampleRecord; partition: string }[] | undefined;
}

/** Puts the parts of a range together, of one cool-down or of all, in an order that no read changes. */
export class RangeReader {
  readonly #rolled = new Rolled();
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

  /** Answers instead what is to be read from samples: roll-ups of an earlier version lack something until they are made again. */
  async addRuns(plans: readonly MetricPlan[]): Promise<MetricWindows[]> {
    const { projectId, chipId } = this.#chip;
    const outdated = plans.map(async ({ metric, runs }) => {
      const read = runs.map((run) => listRollUps(this.#db, { projectId, chipId, metric }, run));
      const rows = (await Promise.all(read)).flat();
      const old = new Set(rows.filter(isOutdated).map(({ date }) => date));
      for (const row of rows)
        if (!old.has(row.date) && (this.#cooldownId === undefined || row.cooldownId === this.#cooldownId))
          this.#rolled.addRolled(metric, undefined, rememberedTargets(row.targets));
      return { metric, windows: [...old].flatMap(windowsOfSpan) };
    });
    return Promise.all(outdated);
  }

  /** Answers what is to be read from samples because its partial roll-up is gone or reaches beyond the range. */
  async addPartials(plans: readonly MetricPlan[]): Promise<MetricWindows[]> {
    for (const { metric, partials } of plans) for (const { day } of partials) this.#dayOf(metric, day).waiting = [];
    const { found, missing } = await readPartials(this.#db, this.#chip, plans);
    for (const partial of found) this.#dayOf(partial.metric, partial.day).parts.begin(partial);
    return missing;
  }

  addWindows(plans: readonly MetricWindows[]): Promise<void> {
    return readWindows(this.#db, this.#chip, this.#series, plans, (sample, partition) => {
      const { parts, waiting } = this.#dayOf(sample.metric, utcDayOf(sample.at));
      if (waiting) waiting.push({ sample, partition });
      else parts.add(sample, partition);
    });
  }

  targetsOf(metrics: Iterable<string>): Map<string, RolledTargets> {
    return new Map([...metrics].map((metric) => [metric, this.#targets(metric)]));
  }

  #targets(metric: string): RolledTargets {
    const days = [...(this.#days.get(metric) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, { parts, waiting = [] }] of days) {
      // After the partial roll-up was gone, earlier samples were read after those behind it.
      const inOrder = waiting.sort((a, b) => (a.sample.at < b.sample.at ? -1 : a.sample.at > b.sample.at ? 1 : 0));
      for (const { sample, partition } of inOrder) parts.add(sample, partition);
      parts.addTo(this.#rolled, this.#cooldownId);
    }
    return this.#rolled.of(metric).get(undefined) ?? [];
  }

  #dayOf(metric: string, day: string): MetricDay {
    const days = this.#days.get(metric) ?? new Map<string, MetricDay>();
    this.#days.set(metric, days);
    const found = days.get(day) ?? { parts: new DayParts(metric), waiting: undefined };
    days.set(day, found);
    return found;
  }
}
