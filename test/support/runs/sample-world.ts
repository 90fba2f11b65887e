import fc from 'fast-check';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { monthOf, type TargetRef } from '#shared/kernel/store/keys.ts';
import { isNewer } from '#shared/values/rules/roll-up.ts';
import { openDaysOf } from '#shared/values/store/open-spans.ts';
import { isCountedSample, type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { samplesIn, type TaskSamplesRecord, taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import type { Verbs } from '#test/support/engine/verbs.ts';

/** The measured metrics of a world of samples: with and without a good direction, each in its own unit. */
const measured: readonly [metric: string, target: TargetRef, unit: string][] = [
  ['t1', { kind: 'qubit', id: '0' }, 'us'],
  ['t1', { kind: 'qubit', id: '1' }, 'us'],
  ['qubit_frequency', { kind: 'qubit', id: '0' }, 'GHz'],
  ['x90_gate_fidelity', { kind: 'qubit', id: '1' }, ''],
  ['cz_gate_fidelity', { kind: 'coupling', id: '0-1' }, ''],
];

/** Days of four months, as days since the new year: the ends of months, neighbours, and some by themselves. */
const days = [0, 1, 2, 14, 30, 31, 32, 45, 58, 59, 60, 61, 75, 88, 89, 90, 104, 118, 119];

/** Instants of these days, many of them at their ends. */
export const instants: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...days),
    fc.constantFrom('00:00:00.000', '00:00:00.001', '06:30:00.000', '12:00:00.000', '23:59:59.999'),
  )
  .map(([day, time]) => `${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)}T${time}Z`);

/** When everything was measured. */
const afterAll = new Date('2025-06-01T00:00:00.000Z');

const write = fc.record({
  what: fc.nat({ max: measured.length - 1 }),
  at: instants,
  value: fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: 0.05, max: 0.99, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, 0.25) },
  ),
  kind: fc.constantFrom('task', 'task', 'task', 'manual', 'import', 'faulty', 'excluded'),
  cooldownId: fc.constantFrom(undefined, 'a', 'b'),
  error: fc.option(fc.constant(0.01), { nil: undefined }),
});
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

/** When something was measured, and how much. */
type Shaped = Pick<Write, 'at' | 'value'>;

/** A chip with samples of every kind, whose roll-ups are made in part: the samples that count for something, or do not. */
export interface SampleWorld {
  chipId: string;
  /** All stored samples. */
  samples: SampleRecord[];
  /** Writes more of them, some into days that are closed; `shape` says when and how much instead. */
  measure(count: number, seed: number, shape?: (one: Shaped, n: number) => Shaped): Promise<void>;
  /** Excludes some and includes others again. */
  exclude(seed: number): Promise<void>;
  /** Makes the roll-ups of all that is over. */
  close(): Promise<void>;
}

/** Makes a chip in which nothing was measured yet. */
export async function startSampleWorld(verbs: Verbs, ctx: ProjectContext, chipId: string): Promise<SampleWorld> {
  verbs.now = afterAll;
  const ref = { projectId: ctx.projectId, chipId };
  await createChip(ctx, { chipId, size: 4, topologyId: 'linear-4' });
  const records = new Map<string, TaskSamplesRecord | SampleRecord>();
  const revisions = new Map<string, number>();
  const put = async (changed: readonly string[]) => {
    const samples = changed.flatMap((id) => all(records.get(id)));
    const marks = samples.map(({ metric, at, taskId }) => {
      const task = taskId === undefined ? undefined : 'CheckAll';
      return seriesEntity.encode({ ...ref, metric, month: monthOf(at), task }, 1);
    });
    const unique = new Map(marks.map((item) => [String(item.sk), item]));
    const items = changed.map((id) => encode(records.get(id), raise(revisions, id)));
    await openDaysOf(verbs.db, ref, samples, unguarded);
    await batchWriteItems(
      verbs.db,
      [...unique.values(), ...items].map((item) => ({ put: item })),
    );
    await openDaysOf(verbs.db, ref, samples, unguarded, { again: true });
    await writeNewest(ctx, chipId, [...records.values()].flatMap(all));
  };
  return {
    chipId,
    get samples() {
      return [...records.values()].flatMap(all);
    },
    measure: async (count, seed, shape) => {
      const drawn = fc.sample(write, { numRuns: count, seed });
      const writes = shape ? drawn.map((one, n) => ({ ...one, ...shape(one, n) })) : drawn;
      const first = records.size;
      for (const [n, one] of writes.entries()) records.set(`s${first + n}`, recordOf(ref, `s${first + n}`, one));
      await put(writes.map((_, n) => `s${first + n}`));
    },
    exclude: async (seed) => {
      const some = fc.sample(fc.nat({ max: Math.max(0, records.size - 1) }), { numRuns: 12, seed });
      const changed = [...new Set(some)].flatMap((n) => {
        const record = records.get(`s${n}`);
        if (!record || !('values' in record)) return [];
        records.set(`s${n}`, { ...record, excluded: !record.excluded });
        return [`s${n}`];
      });
      await put(changed);
    },
    close: async () => {
      for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(ctx, new Date('2100-01-01T00:00:00.000Z')));
    },
  };
}

/** What counts and is newest of each series is current. */
async function writeNewest(ctx: ProjectContext, chipId: string, samples: readonly SampleRecord[]): Promise<void> {
  const { qubits, couplings } = await readTargets(ctx, await readChip(ctx, chipId));
  const newest = new Map<string, SampleRecord>();
  for (const sample of samples.filter(isCountedSample)) {
    const series = `${sample.target.kind} ${sample.target.id} ${sample.metric}`;
    const standing = newest.get(series);
    if (!standing || isNewer(sample, standing)) newest.set(series, sample);
  }
  const writes = [...qubits, ...couplings].map(({ rev, ...record }) => {
    const own = [...newest.values()].filter(({ target }) => target.kind === record.kind && target.id === record.id);
    const values = own.flatMap(({ metric, value, at, unit, error, source, executionId, taskId }) =>
      value === null ? [] : [[metric, { value, unit, error, calibratedAt: at, source, executionId, taskId }] as const],
    );
    const faulty = own.flatMap(({ metric, value, at }) => (value === null ? [[metric, at] as const] : []));
    const state = { data: Object.fromEntries(values), faulty: Object.fromEntries(faulty) };
    return { put: targetEntity.encode({ ...record, ...state }, rev + 1) };
  });
  await batchWriteItems(ctx.db, writes);
}

/** A guard that never fails: the chip is not deleted meanwhile. */
const unguarded = () => undefined;

const all = (record: TaskSamplesRecord | SampleRecord | undefined): SampleRecord[] => {
  if (!record) return [];
  return 'values' in record ? samplesIn({ ...record, rev: 1 }).map(({ rev: _rev, ...sample }) => sample) : [record];
};

const encode = (record: TaskSamplesRecord | SampleRecord | undefined, rev: number) => {
  if (!record) throw new Error('nothing to write');
  return 'values' in record ? taskSamplesEntity.encode(record, rev) : sampleEntity.encode(record, rev);
};

function raise(revisions: Map<string, number>, id: string): number {
  const next = (revisions.get(id) ?? 0) + 1;
  revisions.set(id, next);
  return next;
}

function recordOf(
  ref: { projectId: string; chipId: string },
  id: string,
  { what, at, value, kind, cooldownId, error }: Write,
): TaskSamplesRecord | SampleRecord {
  const [metric, target, unit] = measured[what] ?? ['t1', { kind: 'qubit', id: '0' }, 'us'];
  const base = { ...ref, target, at, recordedBy: 'ada', cooldownId };
  if (kind === 'task' || kind === 'excluded')
    return {
      ...base,
      task: 'CheckAll',
      taskId: id,
      executionId: '20250101-000',
      values: { [metric]: { value, error, unit } },
      ...(kind === 'excluded' ? { excluded: true, excludedReason: 'a test' } : {}),
    };
  const source = kind === 'manual' ? ('manual' as const) : ('import' as const);
  return {
    ...base,
    metric,
    sampleId: id,
    value: kind === 'faulty' ? null : value,
    error: kind === 'faulty' ? undefined : error,
    unit,
    source,
    recordedAt: at,
  };
}
