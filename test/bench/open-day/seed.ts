import { randomUUID } from 'node:crypto';
import { chipEntity, getChip, type TargetRecord, targetEntity } from '#shared/chips/store/chips.ts';
import type { Context } from '#shared/kernel/context.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys, monthOf } from '#shared/kernel/store/keys.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { openDaysOf } from '#shared/values/store/open-spans.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { samplesIn, type TaskSamplesRecord, taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { makePartials } from '#shared/values/verbs/projection/make-partials.ts';

/** A task of every run, with what it measures on each target of its kind. */
interface DayTask {
  task: string;
  kind: TargetRecord['kind'];
  metrics: readonly string[];
}

export const dayTasks: readonly DayTask[] = [
  { task: 'CheckT1', kind: 'qubit', metrics: ['t1'] },
  { task: 'CheckRamsey', kind: 'qubit', metrics: ['t2_star', 'qubit_frequency'] },
  { task: 'CheckT2Echo', kind: 'qubit', metrics: ['t2_echo'] },
  { task: 'ReadoutClassification', kind: 'qubit', metrics: ['average_readout_fidelity', 'readout_fidelity_0'] },
  { task: 'RandomizedBenchmarking', kind: 'qubit', metrics: ['average_gate_fidelity', 'x90_gate_fidelity'] },
  { task: 'ZX90InterleavedRandomizedBenchmarking', kind: 'coupling', metrics: ['zx90_gate_fidelity'] },
];

const DAY_MS = 86_400_000;

/** A chip whose days are written as runs leave them, but without results: reads over time do not touch those. */
export class OpenDay {
  /** When today (UTC) began. */
  readonly midnight: number;
  runs = 0;
  readonly #ctx: Context;
  readonly #ref: { projectId: string; chipId: string };
  readonly #tasks: readonly DayTask[];
  readonly #runsOfDay: number;
  /** Of the last run. */
  #measured: readonly TaskSamplesRecord[] = [];

  /** @param runsOfDay how many runs today has in the end. */
  constructor(
    ctx: Context,
    ref: { projectId: string; chipId: string },
    { midnight, runsOfDay, tasks = dayTasks }: { midnight: number; runsOfDay: number; tasks?: readonly DayTask[] },
  ) {
    this.#ctx = ctx;
    this.#ref = ref;
    this.midnight = midnight;
    this.#tasks = tasks;
    this.#runsOfDay = runsOfDay;
  }

  /** When the last run ended. */
  get at(): number {
    return this.midnight + Math.floor((this.runs * (DAY_MS - 3_600_000)) / this.#runsOfDay);
  }

  /** One run on each of the days before, which are closed. */
  async writeDaysBefore(days: number): Promise<void> {
    for (let day = days; day > 0; day -= 1) await this.#measure(this.midnight - day * DAY_MS + 6 * 3_600_000);
    await this.setCurrent();
    for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(this.#ctx, new Date('2100-01-01T00:00:00Z')));
  }

  /** The next run of today, and what follows from its end but for current values; the clock must not be before `at`. */
  async run(): Promise<void> {
    this.runs += 1;
    await this.#measure(this.at);
    await makePartials(this.#ctx, this.#ref);
  }

  /** Every target by every task, one millisecond after the other up to an instant. */
  async #measure(end: number): Promise<void> {
    const { db } = this.#ctx;
    const targets = await this.#targets();
    const results = this.#tasks.flatMap(({ task, kind, metrics }) =>
      targets
        .filter((target) => target.kind === kind)
        .map(({ id }, n) => this.#result({ task, kind, metrics }, id, new Date(end - n).toISOString())),
    );
    const samples = results.flatMap((result) => samplesIn({ ...result, rev: 1 }));
    const marks = samples.map(({ metric, at, taskId }) => {
      const task = results.find((result) => result.taskId === taskId)?.task;
      return seriesEntity.encode({ ...this.#ref, metric, month: monthOf(at), task }, 1);
    });
    const unguarded = () => undefined;
    await openDaysOf(db, this.#ref, samples, unguarded);
    const items = [...new Map(marks.map((item) => [String(item.sk), item])).values()].concat(
      results.map((result) => taskSamplesEntity.encode(result, 1)),
    );
    await batchWriteItems(
      db,
      items.map((put) => ({ put })),
    );
    this.#measured = results;
  }

  #result({ task, metrics }: DayTask, id: string, at: string): TaskSamplesRecord {
    const kind = this.#tasks.find((one) => one.task === task)?.kind ?? 'qubit';
    const values = metrics.map((metric) => {
      const { storedUnit: unit } = describeMetric(metric, kind);
      return [metric, { value: 0.5 + Math.random() / 3, error: Math.random() / 100, unit }] as const;
    });
    return {
      ...this.#ref,
      ...{ task, at, taskId: randomUUID(), executionId: '20260301-001', recordedBy: 'ada' },
      target: { kind, id },
      values: Object.fromEntries(values),
    };
  }

  async #targets(): Promise<Stored<TargetRecord>[]> {
    const { projectId, chipId } = this.#ref;
    const ranges = [chipKeys.qubits(projectId, chipId), chipKeys.couplings(projectId, chipId)];
    const items = (await Promise.all(ranges.map((range) => queryAll(this.#ctx.db, range)))).flat();
    return items.map((item) => targetEntity.decode(item));
  }

  /** Sets the current values to those of the last run: before reads alone, since each run takes the place of the one before. */
  async setCurrent(): Promise<void> {
    const { projectId, chipId } = this.#ref;
    const [targets, results] = [await this.#targets(), this.#measured];
    const byTarget = Map.groupBy(results, ({ target: { kind, id } }) => `${kind} ${id}`);
    const chip = await getChip(this.#ctx.db, projectId, chipId);
    if (!chip) throw new Error(`Chip '${chipId}' is not there`);
    const { rev: chipRev, ...record } = chip;
    const lastCalibratedAt = results.reduce((newest, { at }) => (at > newest ? at : newest), '');
    const puts = targets.map(({ rev, ...target }) => {
      const values = (byTarget.get(`${target.kind} ${target.id}`) ?? []).flatMap((result) =>
        Object.entries(result.values).map(([metric, { value, error, unit }]) => {
          const { at: calibratedAt, taskId, executionId } = result;
          return [
            metric,
            { value: value ?? 0, error, unit, calibratedAt, source: 'task', taskId, executionId },
          ] as const;
        }),
      );
      return targetEntity.encode({ ...target, data: { ...target.data, ...Object.fromEntries(values) } }, rev + 1);
    });
    const put = chipEntity.encode({ ...record, lastCalibratedAt }, chipRev + 1);
    await batchWriteItems(
      this.#ctx.db,
      [put, ...puts].map((item) => ({ put: item })),
    );
  }
}
