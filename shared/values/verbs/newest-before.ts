import { targetName } from '../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../chips/store/chips.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import type { TargetRef } from '../../kernel/store/keys.ts';
import { isDatedAhead } from '../rules/clock-ahead.ts';
import type { DayWindow } from '../rules/range-plan.ts';
import type { PartialRollUpRecord } from '../store/partial-roll-ups.ts';
import type { RolledTargets, RollUpRecord } from '../store/roll-ups.ts';
import { monthPartitions, samplePages } from '../store/sample-reads.ts';
import { isCountedSample, type SampleRecord } from '../store/samples.ts';
import type { SeriesRecord } from '../store/series.ts';

/** What names the newest measurement of each target on a day or in a month: a roll-up, or a part of a partial one. */
export type NamedNewest = Pick<RollUpRecord, 'date' | 'targets' | 'lacksBlocks' | 'lacksDays'>;

/** The parts of a partial roll-up; they do not tell which targets have another value besides the newest. */
export const newestOfPartial = ({ day, parts }: PartialRollUpRecord): NamedNewest[] =>
  parts.map(({ targets }) => ({ date: day, targets, lacksDays: true }));

/** The targets whose newest measurement is after an instant, and which may have others before it. */
export const hiddenTargets = (
  { lacksBlocks = false, lacksDays = false }: NamedNewest,
  targets: RolledTargets,
  until: string,
): TargetRef[] =>
  targets.flatMap(({ target, rollUp: { latest, day } }) =>
    latest.at > until && (day !== undefined || lacksBlocks || lacksDays) ? [target] : [],
  );

/** The targets of a metric whose newest value at an instant within a day is wanted. */
export interface NewestBefore extends DayWindow {
  metric: string;
  /** The instant, at the latest `through`. */
  until: string;
  /** Their names. */
  targets: ReadonlySet<string>;
}

/** More of a page than there are targets: tasks that run side by side do not end in the same order every time. */
const pagePerTarget = 1.1;

/**
 * Reads the samples of parts of days from the newest one back, until each target was measured at or before its instant. So what is
 * read grows with the targets and not with the measurements of the day; of a target that has none before its instant, all of the part
 * is read.
 * @param take is called with at least the newest sample of each target at its instant, and with all of the part that are newer.
 */
export async function readNewestBefore(
  db: Database,
  chip: ChipRecord,
  series: readonly SeriesRecord[],
  wanted: readonly NewestBefore[],
  take: (sample: SampleRecord) => void,
): Promise<void> {
  const parts = Map.groupBy(wanted, ({ from, through, until }) => `${from} ${through} ${until}`);
  await Promise.all([...parts.values()].map((part) => readPart(db, chip, series, part, take)));
}

async function readPart(
  db: Database,
  chip: ChipRecord,
  series: readonly SeriesRecord[],
  wanted: readonly NewestBefore[],
  take: (sample: SampleRecord) => void,
): Promise<void> {
  const [first] = wanted;
  if (!first) return;
  const { day, from, through, until } = first;
  const metrics = new Set(wanted.map(({ metric }) => metric));
  const search = new Search(wanted, until);
  const byPartition = new Map<string, NewestBefore[]>();
  for (const one of wanted)
    for (const pk of monthPartitions(chip, series, day.slice(0, 6), new Set([one.metric])))
      byPartition.set(pk, [...(byPartition.get(pk) ?? []), one]);
  let open = [...byPartition].map(([pk, own]) => {
    const range = { pk, from, through: `${through}~`, descending: true };
    const targets = new Set(own.flatMap((one) => [...one.targets]));
    return { own, pages: samplePages(db, range, metrics, Math.ceil(pagePerTarget * targets.size)) };
  });
  // A page of all partitions at a time: what one of them has, the others need not be looked through for.
  while (open.length > 0) {
    const read = await Promise.all(
      open.map(async (partition) => ({ ...partition, page: await partition.pages.next() })),
    );
    for (const sample of read.flatMap(({ page }) => page.value ?? [])) {
      take(sample);
      search.add(sample);
    }
    open = read.filter(({ own, page }) => !page.done && !search.isOver(own, page.value.at(-1)?.at));
  }
}

const keyOf = (metric: string, name: string): string => JSON.stringify([metric, name]);

/** What is known of the targets so far, of all partitions. */
class Search {
  /** When the newest known value at `until` was measured; empty while there is none. */
  readonly #newest = new Map<string, string>();
  readonly #until: string;

  constructor(wanted: readonly NewestBefore[], until: string) {
    this.#until = until;
    for (const { metric, targets } of wanted) for (const name of targets) this.#newest.set(keyOf(metric, name), '');
  }

  add(sample: SampleRecord): void {
    if (sample.at > this.#until || isDatedAhead(sample) || !isCountedSample(sample)) return;
    const key = keyOf(sample.metric, targetName(sample.target));
    const known = this.#newest.get(key);
    if (known !== undefined && known < sample.at) this.#newest.set(key, sample.at);
  }

  /** Whether nothing before an instant can be newer; of the instant itself there may be more. */
  isOver(wanted: readonly NewestBefore[], at: string | undefined): boolean {
    if (at === undefined) return false;
    const isKnown = (metric: string, name: string) => (this.#newest.get(keyOf(metric, name)) ?? '') > at;
    return wanted.every(({ metric, targets }) => [...targets].every((name) => isKnown(metric, name)));
  }
}
