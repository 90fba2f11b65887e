import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { decodeSamples } from '#shared/values/store/sample-reads.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import type { MetricCell } from '#shared/values/verbs/metric-table.ts';
import { heldReadings } from '#shared/values/verbs/readings.ts';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { openCell } from '#test/support/open-cell.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const metric = 't1';
const qids = ['0', '1'] as const;
/** Likely, and unusually long, in microseconds. */
const numbers = [50, 60, 20_000, 45_000];
const instantOf = (slot: number): string =>
  new Date(Date.parse('2025-03-01T12:00:00Z') + slot * 3_600_000).toISOString();

const importing = fc.record({
  kind: fc.constant('import' as const),
  slot: fc.nat({ max: 11 }),
  values: fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers)),
});
const deciding = fc.record({
  kind: fc.constant('decide' as const),
  /** The held values that are named, by position; several at once. */
  picks: fc.array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 6 }),
  state: fc.constantFrom('accepted' as const, 'rejected' as const),
});
const again = fc.record({ kind: fc.constant('again' as const), pick: fc.nat({ max: 11 }) });
const step = fc.oneof(
  { weight: 6, arbitrary: importing },
  { weight: 3, arbitrary: deciding },
  { weight: 2, arbitrary: again },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A calibration of both qubits at one time. */
function deviceOf(values: readonly [number, number], date: string): Device {
  const edges = [
    [0, 1],
    [1, 0],
  ];
  return {
    conf: { backend_name: 'pair', n_qubits: 2, coupling_map: edges },
    props: {
      backend_name: 'pair',
      qubits: values.map((value) => [parameter('T1', value, 'us', date)]),
      gates: edges.map((edge) => gate('cz', edge, 0.01, 68, '2025-02-01T00:00:00.000Z')),
    },
  };
}

/** The decisions by sample: as people made them, and not as they are stored. */
class Play {
  readonly decided = new Map<string, 'accepted' | 'rejected'>();
  readonly #documents = new Map<number, Device>();

  async take(one: Step): Promise<void> {
    verbs.now = new Date(verbs.now.getTime() + 1000);
    if (one.kind === 'import') {
      // A second value of one instant would correct the first one.
      const device = this.#documents.get(one.slot) ?? deviceOf(one.values, instantOf(one.slot));
      this.#documents.set(one.slot, device);
      await bring(device);
    } else if (one.kind === 'again') {
      const device = [...this.#documents.values()][one.pick % Math.max(1, this.#documents.size)];
      if (device) await this.#repeat(device);
    } else await this.#decide(one);
  }

  /** What was brought already changes nothing, whatever was decided of it. */
  async #repeat(device: Device): Promise<void> {
    const before = await look();
    const { values, unchanged } = await bring(device);
    expect([values, unchanged > 0]).toEqual([0, true]);
    expect(await look()).toEqual(before);
  }

  async #decide({ picks, state }: Extract<Step, { kind: 'decide' }>): Promise<void> {
    const all = (await samples()).filter(({ gate: mark }) => mark !== undefined);
    const named = [...new Set(picks.map((pick) => all[pick % Math.max(1, all.length)]))].filter(
      (one) => one !== undefined,
    );
    if (named.length === 0) return;
    const values = named.map(({ sampleId, at, target: { kind, id } }) => ({
      id: heldIdText({ sampleId, at, metric, kind, target: id }),
      metric,
    }));
    const outcomes = await decideMany(owner, 'pair', values, { state, reason: 'looked' });
    for (const [n, { outcome }] of outcomes.entries()) {
      const sample = named[n];
      const wasHeld = sample?.gate?.state === 'held';
      expect(outcome === 'decided', JSON.stringify([sample, outcome])).toBe(wasHeld);
      if (sample && wasHeld) this.decided.set(keyOf(sample), state);
    }
  }
}

const bring = (documents: Device) => importChip(owner, { format: 'ibm', chipId: 'pair', documents });
const keyOf = ({ target, at }: Pick<SampleRecord, 'target' | 'at'>): string => `${target.id} ${at}`;

async function samples(): Promise<SampleRecord[]> {
  const items = (await scan(verbs.db)).filter(({ entity }) => entity === 'sample');
  const own = items.flatMap(decodeSamples).filter((sample) => sample.metric === metric);
  return own.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What every reader answers of both qubits: current, latest, best and average, and what waits. */
async function look() {
  const items = (await scan(verbs.db)).filter(({ entity }) => entity === 'target');
  const targets = items.map((item) => targetEntity.decode(item));
  const range = { startAt: '2025-02-28T00:00:00.000Z', endAt: '2025-03-05T00:00:00.000Z' };
  const modes = ['latest', 'best', 'average'] as const;
  const tables = await Promise.all(
    modes.map((selectionMode) => chipMetrics(owner, 'pair', { selectionMode, ...range })),
  );
  const now = await chipMetrics(owner, 'pair', {});
  const rounded = (value: number | null | undefined) =>
    typeof value === 'number' ? Number(value.toFixed(9)) : undefined;
  const shown = (cell: MetricCell | undefined) => rounded(cell && openCell(cell).value);
  return qids.map((qid) => {
    const target = targets.find(({ kind, id }) => kind === 'qubit' && id === qid);
    const [latest, best, average] = tables.map(({ qubit }) => shown(qubit[metric]?.[qid]));
    const waits = heldReadings(target ? [target] : []).find((one) => one.metric === metric);
    return {
      ...{ current: rounded(target?.data[metric]?.value), now: shown(now.qubit[metric]?.[qid]) },
      ...{ latest, best, average, waits: waits?.at },
    };
  });
}

/** The same, computed from every sample and its decision. */
function bruteForce(all: readonly SampleRecord[]) {
  return qids.map((qid) => {
    const own = all.filter(({ target }) => target.id === qid).toSorted((a, b) => (a.at < b.at ? 1 : -1));
    const counts = own.filter(({ gate: mark }) => mark?.state !== 'held' && mark?.state !== 'rejected');
    const values = counts.map(({ value }) => Number((value ?? Number.NaN).toFixed(9)));
    const [newest] = values;
    const waits = own.find(({ gate: mark, at }) => mark?.state === 'held' && at > (counts[0]?.at ?? ''));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      ...{ current: newest, now: newest, latest: newest },
      best: values.length > 0 ? Math.max(...values) : undefined,
      average: values.length > 0 ? Number(mean.toFixed(9)) : undefined,
      waits: waits?.at,
    };
  });
}

test('whatever is imported, imported again, accepted and rejected: what an import holds is never current, latest or best until it is accepted', async () => {
  const seen = { waited: 0, accepted: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      await verbs.empty();
      verbs.now = new Date('2025-03-03T00:00:00.000Z');
      // A context has the settings of its project as they were when it was made.
      owner = { ...(await verbs.member('alice')), gate: 'hold' };
      await createChip(owner, { chipId: 'pair', topologyId: 'linear-2' });
      const play = new Play();
      for (const one of steps) await play.take(one);
      const all = await samples();
      for (const sample of all) {
        const { gate: mark, value } = sample;
        const decision = play.decided.get(keyOf(sample));
        // A value is accepted or rejected only by a user, or by the measurement that agrees with it.
        const isAgreed = decision === undefined && mark?.state === 'accepted';
        if (isAgreed) expect(mark.confirms ?? mark.reason, keyOf(sample)).toBeDefined();
        else
          expect([keyOf(sample), mark?.state === 'noted' ? undefined : mark?.state]).toEqual([
            keyOf(sample),
            decision ?? ((value ?? 0) > 10_000 ? 'held' : undefined),
          ]);
        seen.accepted += Number(decision === 'accepted');
        seen.rejected += Number(decision === 'rejected');
      }
      const expected = bruteForce(all);
      expect(await look()).toEqual(expected);
      seen.waited += expected.filter(({ waits }) => waits).length;
    }),
    { numRuns: caseCount(50), endOnFailure: true },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});
