import type { Database } from '../../kernel/store/dynamodb/database.ts';
import type { DayWindow } from '../rules/range-plan.ts';
import { getPartialRollUps, type PartialRollUp, type PartialRollUpRecord } from '../store/partial-roll-ups.ts';
import { rememberedTargets } from '../store/remembered-targets.ts';
import { packTargets } from '../store/roll-ups.ts';
import type { SampleRecord } from '../store/samples.ts';
import { Rolled } from './rolled-samples.ts';
import type { MetricWindows } from './sample-windows.ts';

/**
 * What a metric has of a day, partition by partition: each is rolled up in the order of its keys, whether it is read at once or
 * goes on from a partial roll-up. So the same samples give the same bytes.
 */
export class DayParts {
  readonly #partitions = new Map<string, Rolled>();
  readonly #metric: string;
  /** Samples up to this instant are in already. */
  #through = '';

  constructor(metric: string) {
    this.#metric = metric;
  }

  /** Begins with what a partial roll-up has. */
  begin({ through, parts }: Pick<PartialRollUpRecord, 'through' | 'parts'>): void {
    this.#through = through;
    for (const { partition, cooldownId, targets } of parts)
      this.#of(partition).addRolled(this.#metric, cooldownId, rememberedTargets(targets));
  }

  add(sample: SampleRecord, partition: string): void {
    if (sample.at > this.#through) this.#of(partition).add(sample);
  }

  /** In an order of their own; of a cool-down, or all. */
  addTo(rolled: Rolled, cooldownId: string | undefined): void {
    for (const part of this.#parts())
      if (cooldownId === undefined || part.cooldownId === cooldownId)
        rolled.addRolled(this.#metric, undefined, part.targets);
  }

  packed(): PartialRollUp[] {
    return this.#parts().map(({ targets, ...part }) => ({ ...part, targets: packTargets(targets) }));
  }

  #parts() {
    const order = ({ partition, cooldownId = '' }: { partition: string; cooldownId: string | undefined }) =>
      `${partition} ${cooldownId}`;
    return [...this.#partitions]
      .flatMap(([partition, rolled]) =>
        [...rolled.of(this.#metric)].map(([cooldownId, targets]) => ({ partition, cooldownId, targets })),
      )
      .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  #of(partition: string): Rolled {
    const rolled = this.#partitions.get(partition) ?? new Rolled();
    this.#partitions.set(partition, rolled);
    return rolled;
  }
}

/** The part of a day that a partial roll-up has. */
export interface PartialWindow extends DayWindow {
  /** Where the range ends on that day. */
  end: string;
}

/**
 * Reads the partial roll-ups that marks name. Where one was made again since, it says that it reaches further, and samples up to
 * there are in it already. One that reaches beyond the end of the range is not used.
 * @returns those found, and what is to be read from samples instead.
 */
export async function readPartials(
  db: Database,
  chip: { projectId: string; chipId: string },
  plans: readonly { metric: string; partials: readonly PartialWindow[] }[],
): Promise<{ found: PartialRollUpRecord[]; missing: MetricWindows[] }> {
  const wanted = plans.flatMap(({ metric, partials }) =>
    partials.map((window) => ({ metric, day: window.day, window })),
  );
  const stored = await getPartialRollUps(db, chip, wanted);
  const records = stored.map((record, n) =>
    record && record.through <= (wanted[n]?.window.end ?? '') ? record : undefined,
  );
  return {
    found: records.filter((record) => record !== undefined),
    missing: wanted.flatMap(({ metric, window }, n) => (records[n] ? [] : [{ metric, windows: [window] }])),
  };
}
