import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chipEntity, type TargetRecord, targetEntity } from '#shared/chips/store/chips.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { listRollUps, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { decodeSamples } from '#shared/values/store/sample-reads.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { makePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { type Device, parameter } from '#test/support/devices/ibm-device.ts';
import { faultPlan, withFaults } from '#test/support/engine/drawn-faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkPartials } from '#test/support/invariants/partial-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { dailyRollUps } from '#test/support/runs/daily-roll-ups.ts';
import {
  checkResults,
  measuredValue,
  outcomeOf,
  plannedTask,
  putRunning,
  scan,
} from '#test/support/runs/run-results.ts';
import { settledTargetDays } from '#test/support/runs/settled-target-days.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

/** Instants two minutes apart, on both sides of the calendar's midnight. */
const instantOf = (slot: number): string =>
  new Date(Date.parse('2025-03-01T14:40:00.000Z') + slot * 120_000).toISOString();

const qid = fc.constantFrom('0', '1');
const slot = fc.nat({ max: 19 });
const measuring = fc.record({
  kind: fc.constant('measure' as const),
  name: fc.constantFrom('CheckT1', 'CheckBoth'),
  qid,
  slot,
  status: fc.constantFrom('completed' as const, 'completed' as const, 'completed' as const, 'failed' as const),
  trial: fc.constantFrom(undefined, undefined, undefined, true as const),
});
const excluding = fc.record({
  kind: fc.constant('exclude' as const),
  task: fc.nat({ max: 5 }),
  excluded: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: measuring },
  { weight: 6, arbitrary: excluding },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), qid, slot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('make partials' as const), always: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deliver' as const), picks: fc.array(fc.nat()) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('race' as const), all: fc.array(excluding, { maxLength: 3 }), measuring }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Excluding = Extract<Step, { kind: 'exclude' }>;
type Measuring = Extract<Step, { kind: 'measure' }>;

/** Partial roll-ups that were read. */
let partials = 0;

const now = (): string => verbs.now.toISOString();

/** Something that gave values to a target, as it is known from outside. */
interface Measurement {
  qid: string;
  at: string;
  source: 'import' | 'manual' | 'simulator';
  recordedAt: string;
  /** When it was written to the table. */
  writtenAt: string;
  values: Record<string, number>;
  taskId?: string;
}

const isAbove = (a: Measurement, b: Measurement): boolean => {
  if (a.at !== b.at) return a.at > b.at;
  if ((a.source === 'manual') !== (b.source === 'manual')) return a.source === 'manual';
  return a.recordedAt > b.recordedAt;
};

/** The values that a qubit is to have: metric, value, when it was measured, and how. */
const newestValues = (counted: readonly Measurement[], qid: string): unknown[] =>
  ['t1', 't2_echo'].flatMap((metric) => {
    const best = counted
      .filter((one) => one.qid === qid && metric in one.values)
      .reduce<Measurement | undefined>((newest, one) => (!newest || isAbove(one, newest) ? one : newest), undefined);
    return best ? [[metric, best.values[metric], best.at, best.source]] : [];
  });

/** The same of a record. */
const valuesOf = ({ data }: Pick<TargetRecord, 'data'>): unknown[] =>
  Object.entries(data)
    .map(([metric, { value, calibratedAt, source }]) => [metric, value, calibratedAt, source])
    .sort();

const device = (t1: number, at: string): Device => ({
  conf: { backend_name: 'pair', n_qubits: 2, coupling_map: [[0, 1]] },
  props: {
    backend_name: 'pair',
    qubits: [0, 1].map(() => [parameter('T1', t1, 'us', at)]),
    gates: [],
  },
});

/** A chip, everything that measured it, and the images of its items as the stream would hold them. */
class Scene {
  readonly #measured: Measurement[] = [];
  readonly #tasks: { taskId: string; excluded: boolean }[] = [];
  readonly #trials = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #images: Item[] = [];
  readonly #known = new Set<string>();
  #number = 0;
  readonly #run: { projectId: string; executionId: string };
  readonly #faults: readonly string[];
  /** What changed at once is settled by the consumer. */
  #raced = false;

  constructor(run: { projectId: string; executionId: string }, faults: readonly string[]) {
    this.#run = run;
    this.#faults = faults;
  }

  /** A value that no other measurement has. */
  #value = (): number => 20 + this.#number;

  async take(step: Step): Promise<void> {
    this.#number += 1;
    verbs.now = new Date(verbs.now.getTime() + 1000);
    switch (step.kind) {
      case 'measure':
        await this.#measure(step);
        break;
      case 'exclude':
        await this.#exclude(step);
        // The events that the consumer has not received yet.
        if (!this.#raced) await this.#checkDays(this.#counted());
        break;
      case 'correct':
        await this.#correct(step);
        break;
      case 'import':
        await this.#import(instantOf(step.slot));
        break;
      case 'night':
        verbs.now = new Date(verbs.now.getTime() + 86_400_000);
        break;
      case 'sweep':
        await closeSpans(owner, new Date('2030-01-01'));
        break;
      case 'make partials':
        await withFaults(verbs.faults, this.#faults, () => makePartials(owner, this.#chip, step));
        break;
      case 'deliver':
        for (const pick of step.picks) await this.#deliver(this.#images[pick % Math.max(1, this.#images.length)]);
        break;
      case 'race':
        await this.#race(step);
        this.#raced = true;
    }
    await this.#note();
    partials += await checkPartials(owner, this.#chip, [
      { through: now() },
      { from: '2025-03-01T00:00:00.000Z', through: instantOf(step.kind === 'correct' ? step.slot : 10) },
      { through: now(), cooldownId: 'none' },
    ]);
  }

  get #chip() {
    return { projectId: this.#run.projectId, chipId: 'pair' };
  }

  async #measure({ name, qid, slot, status, trial }: Measuring): Promise<void> {
    const endAt = instantOf(slot);
    // Two tasks must not end at one instant on one qubit: which of them counts is undefined.
    if (this.#taken.has(`${qid} ${slot}`)) return;
    this.#taken.add(`${qid} ${slot}`);
    const taskId = `task-${this.#number}`;
    const planned = plannedTask(this.#number, { name, target: qid, taskId, ...(trial ? { trial } : {}) });
    const values = { t1: this.#value(), ...(name === 'CheckBoth' ? { t2_echo: this.#value() } : {}) };
    // A failed task may have reported values: they belong to its result alone.
    const outputs = Object.entries(values).map(([metric, value]) => [metric, measuredValue(value)]);
    const outputParameters = Object.fromEntries(outputs);
    const outcome = outcomeOf(planned, { status, endAt, startAt: endAt, outputParameters });
    await writeTaskResults(owner, { ...this.#run, fence: 1 }, [{ kind: 'ended', planned, outcome }]);
    this.#tasks.push({ taskId, excluded: false });
    if (trial) this.#trials.add(taskId);
    else if (status === 'completed')
      this.#measured.push({ qid, at: endAt, source: 'simulator', recordedAt: endAt, writtenAt: now(), values, taskId });
  }

  /** One of the last tasks: their values are the current ones. */
  #recent = (back: number) => this.#tasks.at(-1 - (back % Math.max(1, this.#tasks.length)));

  async #exclude({ task, excluded }: Excluding): Promise<void> {
    const one = this.#recent(task);
    if (!one) return;
    const change = () => setExcluded(owner, one.taskId, { excluded, reason: 'outlier' });
    const { result } = await withFaults(verbs.faults, this.#faults, change);
    expect(result.excluded ?? false).toBe(excluded);
    one.excluded = excluded;
  }

  async #correct({ qid, slot }: { qid: string; slot: number }): Promise<void> {
    const [at, value] = [instantOf(slot), this.#value()];
    await updateParameters(owner, { chipId: 'pair', qid, parameters: { t1: { value, unit: 'us', calibratedAt: at } } });
    this.#measured.push({ qid, at, source: 'manual', recordedAt: now(), writtenAt: now(), values: { t1: value } });
  }

  async #import(at: string): Promise<void> {
    const value = this.#value();
    await importChip(owner, { format: 'ibm', chipId: 'pair', documents: device(value, at) });
    for (const qid of ['0', '1'])
      this.#measured.push({ qid, at, source: 'import', recordedAt: now(), writtenAt: now(), values: { t1: value } });
  }

  /** Exclusions of different tasks, each once, at the same time as a run that writes. */
  async #race({ all, measuring }: Extract<Step, { kind: 'race' }>): Promise<void> {
    const tasks = new Map(all.map((one) => [this.#recent(one.task), one.excluded]));
    const changes = [...tasks].flatMap(([one, excluded]) => (one ? [{ one, excluded }] : []));
    await Promise.all([
      this.#measure(measuring),
      ...changes.map(async ({ one, excluded }) => {
        await setExcluded(owner, one.taskId, { excluded, reason: '' });
        one.excluded = excluded;
      }),
    ]);
  }

  async #deliver(image: Item | undefined): Promise<void> {
    if (image) await project(owner, [changesOf(image)]);
  }

  /** Adds what was written to the images. */
  async #note(): Promise<number> {
    const items = await scan(verbs.db);
    const before = this.#images.length;
    for (const item of items) {
      if (item.entity !== 'task-result') continue;
      const image = `${item.pk} ${item.sk} ${item.rev}`;
      if (this.#known.has(image)) continue;
      this.#known.add(image);
      this.#images.push(item);
    }
    return this.#images.length - before;
  }

  /** Delivers everything that was ever written, the last first, until nothing follows from it. */
  async settle(): Promise<void> {
    let from = 0;
    do {
      const images = this.#images.slice(from).reverse();
      from = this.#images.length;
      for (const image of images) await this.#deliver(image);
    } while ((await this.#note()) > 0);
  }

  #counted(): Measurement[] {
    const excluded = new Set(this.#tasks.flatMap((one) => (one.excluded ? [one.taskId] : [])));
    return this.#measured.filter(({ taskId }) => taskId === undefined || !excluded.has(taskId));
  }

  async check(): Promise<void> {
    const results = await checkResults(verbs.db, owner.config.calendarTimeZone, ['pair']);
    for (const { taskId, excluded } of this.#tasks)
      expect(results.find((result) => result.taskId === taskId)?.excluded ?? false).toBe(excluded);
    const counted = this.#counted();
    const items = await scan(verbs.db);
    for (const target of items.filter(({ entity }) => entity === 'target').map((item) => targetEntity.decode(item)))
      if (target.kind === 'qubit') expect(valuesOf(target)).toEqual(newestValues(counted, target.id));
    expect(await this.#checkDays(counted)).toBeGreaterThan(0);
    const chip = items.find(({ entity }) => entity === 'chip');
    const newest = counted
      .map(({ at }) => at)
      .sort()
      .at(-1);
    expect(chip && chipEntity.decode(chip).lastCalibratedAt).toBe(newest);
    this.#checkSamples(items);
    // Reads of days are exact at any time, and so are the stored days once they are closed.
    await this.#checkRollUps(counted);
    verbs.now = new Date('2025-06-01T00:00:00.000Z');
    for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(owner, new Date('2030-01-01')));
    await this.#checkRollUps(counted);
  }

  /** Checks the days of both qubits. @returns how many they are. */
  async #checkDays(counted: readonly Measurement[]): Promise<number> {
    const { projectId } = this.#run;
    const zone = owner.config.calendarTimeZone;
    const ofQubits = ['0', '1'].map((id) => ({ projectId, chipId: 'pair', target: { kind: 'qubit' as const, id } }));
    const days = (await Promise.all(ofQubits.map((of) => settledTargetDays(verbs.db, of, '0', zone)))).flat();
    for (const { target, date, stateAt, data } of days) {
      const written = counted.filter(({ writtenAt }) => writtenAt <= stateAt);
      expect([date, valuesOf({ data })]).toEqual([date, newestValues(written, target.id)]);
    }
    return days.length;
  }

  #checkSamples(items: readonly Item[]): void {
    const samples = items
      .filter(({ entity }) => entity === 'sample' || entity === 'task-samples')
      .flatMap(decodeSamples);
    const excluded = new Map(this.#tasks.map((one) => [one.taskId, one.excluded]));
    for (const sample of samples) {
      if (sample.taskId === undefined) continue;
      expect(this.#trials.has(sample.taskId)).toBe(false);
      expect([sample.taskId, sample.excluded ?? false]).toEqual([sample.taskId, excluded.get(sample.taskId)]);
    }
    const expected = this.#measured.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
    expect(samples).toHaveLength(expected);
  }

  async #checkRollUps(counted: readonly Measurement[]): Promise<void> {
    const of = { projectId: this.#run.projectId, chipId: 'pair', metric: 't1' };
    const kept = (await listRollUps(verbs.db, of))
      .filter(({ span }) => span === 'month')
      .map(({ date, targets }) => ({ date, targets: unpackTargets(targets) }));
    const days = await dailyRollUps(verbs.db, of, { from: '20250301', through: '20250331' });
    expect(new Set(days.map(({ day }) => day))).toEqual(
      new Set(this.#measured.filter((one) => 't1' in one.values).map(({ at }) => at.slice(0, 10).replaceAll('-', ''))),
    );
    for (const { date, targets } of [...kept, ...days.map((one) => ({ ...one, date: one.day }))]) {
      const prefix = date.length === 8 ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : '2025-03';
      const found = targets.map(({ target, rollUp: { latest, units } }) => {
        const { count, mean, best } = units.us ?? { count: 0, mean: 0 };
        return [target.id, latest.value, count, Math.round(mean * 1e6), best?.value];
      });
      const expected = ['0', '1'].flatMap((qid) => {
        const own = counted.filter((one) => one.qid === qid && 't1' in one.values && one.at.startsWith(prefix));
        const values = own.map((one) => one.values.t1 ?? 0);
        const newest = own.reduce<Measurement | undefined>((b, one) => (!b || isAbove(one, b) ? one : b), undefined);
        if (!newest) return [];
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        return [[qid, newest.values.t1, values.length, Math.round(mean * 1e6), Math.max(...values)]];
      });
      expect([date, found.sort()]).toEqual([date, expected.sort()]);
    }
  }
}

test('whatever is excluded, included, measured or imported: what is computed is what a look at everything gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), faultPlan, async (steps, plan) => {
      verbs.faults.clear();
      await verbs.empty();
      // A day after the calendar's, and the same of UTC.
      verbs.now = new Date('2025-03-01T16:00:00.000Z');
      owner = await verbs.member('alice');
      const { projectId } = owner;
      const { executionId } = await putRunning(verbs.db, { projectId, chipId: 'pair' });
      const scene = new Scene({ projectId, executionId }, plan);
      await scene.take({ kind: 'import', slot: 0 });
      for (const one of steps) await scene.take(one);
      await scene.settle();
      await scene.check();
    }),
    { numRuns: caseCount(30), endOnFailure: true },
  );
  expect(partials).toBeGreaterThan(caseCount(30));
});
