import type { DaySummary } from '../../values/rules/day-summary.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import { type DayValue, summarizeDay } from './day-summary.ts';
import { scaleOf } from './scale.ts';

/** Numbers that a value of a task takes up. */
const NUMBERS = 3;

/** The values of a series on a day, in the making; those of tasks, of which there may be millions, as bare numbers. */
export class DayValues {
  readonly #ofTasks: number[] = [];
  readonly #others: DayValue[] = [];

  add(value: DayValue): void {
    if (value.tie === undefined) this.#ofTasks.push(value.at, value.value, value.error);
    else this.#others.push(value);
  }

  /** The day's summary of the series; undefined for a single value, which needs none. */
  summary(metric: MetricDefinition): DaySummary | undefined {
    if (this.#ofTasks.length / NUMBERS + this.#others.length < 2) return undefined;
    return summarizeDay(scaleOf(metric), this.values());
  }

  values(): DayValue[] {
    const values = [...this.#others];
    for (let n = 0; n < this.#ofTasks.length; n += NUMBERS) {
      const [at = 0, value = Number.NaN, error = Number.NaN] = this.#ofTasks.slice(n, n + NUMBERS);
      values.push({ at, value, error });
    }
    return values;
  }
}
