import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { seedRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'line';
const params = { chip_id };
const date = '2026-02-01T00:00:00.000Z';
const as_of = '2026-02-01T06:00:00.000Z';
const readoutErrors = [0.01, 0.02, 0.05, 0.01, 0.015, 0.01];
const gateErrors = [0.02, 0.001, 0.002, 0.001, 1];
let world: World;
let owner: Caller;

/** Six qubits in a line; the gate between the last two is broken, and qubit 5 has no T2. */
function lineDevice(): Device {
  const pairs = gateErrors.map((_, index) => [index, index + 1]);
  const dated = (name: string, value: unknown, unit = '') => parameter(name, value, unit, date);
  return {
    conf: {
      backend_name: 'line',
      n_qubits: 6,
      coupling_map: pairs.flatMap(([a = 0, b = 0]) => [
        [a, b],
        [b, a],
      ]),
    },
    props: {
      backend_name: 'line',
      qubits: readoutErrors.map((error, index) => [
        dated('T1', 100 - 10 * index, 'us'),
        ...(index === 5 ? [] : [dated('T2', 180, 'us')]),
        dated('readout_error', error),
      ]),
      gates: [
        ...readoutErrors.map((_, index) => gate('sx', [index], 0.0005, 32, date)),
        ...gateErrors.map((error, index) => gate('cz', [index, index + 1], error, 68, date)),
      ],
    },
  };
}

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: lineDevice() } });
});
afterAll(() => world.stop());

const healthAt = (query: object = {}) => owner.api.getChipHealth({ params, query: { as_of, ...query } });
const patchOf = (size: number, query: object = {}) =>
  owner.api.getChipBestPatch({ params, query: { size, as_of, ...query } });

describe('health of the qubits of a chip', () => {
  it('the health of a qubit is the mean of the shares of its goals, with its limit and its ages', async () => {
    const { metrics, qubits, median, least } = await healthAt();
    expect(metrics.map(({ quantity, metric, goal }) => [quantity, metric, goal])).toEqual([
      ['relaxation', 't1', 100],
      ['dephasing', 't2_echo', 200],
      ['readout', 'average_readout_fidelity', 0.99],
      ['one_qubit_gate', 'x90_gate_fidelity', 0.999],
    ]);
    expect(qubits['2']).toMatchObject({
      health: expect.closeTo((0.8 * 0.9 * 0.2 * 1) ** 0.25, 9),
      limited_by: 'average_readout_fidelity',
      limiting_share: expect.closeTo(0.2, 9),
      known: 4,
      of: 4,
      missing: [],
      stale_share: 0,
      oldest_seconds: 6 * 3600,
      calibrated_at: date,
    });
    expect(qubits['5']).toMatchObject({ known: 3, of: 4, missing: ['t2_echo'], limited_by: 't1' });
    const all = Object.values(qubits).map(({ health }) => health ?? 0);
    expect(least).toBe(Math.min(...all));
    expect(median).toBeGreaterThan(least ?? 1);
  });

  it('couplings count where they are asked for, as the median of their shares', async () => {
    const [alone, together] = [await healthAt(), await healthAt({ couplings: true })];
    const own = alone.qubits['0']?.health ?? 0;
    expect(together.metrics.at(-1)).toMatchObject({
      quantity: 'two_qubit_gate',
      metric: 'cz_gate_fidelity',
      goal: 0.99,
    });
    expect(together.qubits['0']?.health).toBeCloseTo((own ** 4 * 0.5) ** 0.2, 9);
    expect(together.qubits['0']).toMatchObject({ limited_by: 'cz_gate_fidelity', of: 5 });
    expect(together.qubits['5']).toMatchObject({
      health: 0,
      limited_by: 'cz_gate_fidelity',
      faulty: ['cz_gate_fidelity'],
    });
  });

  it('a value is stale by the freshness of its metric, and what is older than asked for does not count', async () => {
    const { qubits } = await healthAt({ as_of: '2026-02-02T12:00:00.000Z' });
    expect(qubits['0']?.values.map(({ metric, state }) => [metric, state])).toEqual([
      ['t1', 'fresh'],
      ['t2_echo', 'fresh'],
      ['average_readout_fidelity', 'stale'],
      ['x90_gate_fidelity', 'stale'],
    ]);
    expect(qubits['0']?.stale_share).toBe(0.5);
    const young = await healthAt({ within_hours: 5 });
    expect(young.qubits['0']).toMatchObject({ health: null, known: 0, limited_by: null, oldest_seconds: null });
    expect(young.median).toBeNull();
    expect((await healthAt({ within_hours: 5, start_at: date })).qubits['0']?.known).toBe(4);
  });

  it('health as of an instant is by the values of that time, each in the unit of its goal', async () => {
    const before = (await healthAt()).qubits['1'];
    const parameters = { t1: { value: 0.2, unit: 'ms', calibrated_at: '2026-02-03T00:00:00.000Z' } };
    await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '1', parameters } });
    const { qubits } = await owner.api.getChipHealth({ params, query: {} });
    expect(qubits['1']?.values[0]).toMatchObject({ metric: 't1', value: 200, share: 1, source: 'manual' });
    expect((await healthAt()).qubits['1']).toEqual(before);
    expect((await healthAt({ as_of: '2025-01-01' })).qubits['1']).toMatchObject({ health: null, known: 0 });
  });

  it('an unknown chip has no health, and a range that ends before it begins is refused', async () => {
    expect(await refusal(owner.api.getChipHealth({ params: { chip_id: 'none' } }))).toMatchObject({ status: 404 });
    const inverted = await refusal(healthAt({ start_at: '2026-03-01T00:00:00Z' }));
    expect(inverted).toMatchObject({ status: 400 });
    expect(inverted.detail).toContain('start_at');
  });
});

describe('the best patch of a chip', () => {
  it('the best patch is a list of connected qubits with its couplings, its score and its bounds', async () => {
    const found = await patchOf(3);
    expect(found).toMatchObject({
      size: 3,
      exact: true,
      search_finished: true,
      qubits: ['2', '3', '4'],
      couplings: ['2-3', '3-4'],
      stale_share: 0,
      oldest_seconds: 6 * 3600,
    });
    const of = (qids: number[]) =>
      qids.reduce((all, qid) => all * (1 - (readoutErrors[qid] ?? 0)) * 0.9995, 1) *
      qids.slice(1).reduce((all, qid) => all * (1 - (gateErrors[qid - 1] ?? 0)), 1);
    const scores = [0, 1, 2].map((first) => of([first, first + 1, first + 2]));
    expect(found.score).toBeCloseTo(Math.max(...scores), 9);
    expect(found.cost).toBeCloseTo(-Math.log(found.score), 9);
    expect(found.tree).toEqual(expect.arrayContaining(['2-3', '3-4']));
    expect(found.values.map(({ target }) => target)).toEqual(['2', '2', '3', '3', '4', '4', '2-3', '3-4']);
  });

  it('a faulty coupling and an excluded qubit are in no patch, and are named', async () => {
    expect((await patchOf(3)).left_out).toEqual({
      qubits: [],
      couplings: [{ id: '4-5', reason: 'faulty', metrics: ['cz_gate_fidelity'] }],
    });
    const found = await patchOf(2, { exclude: ['3'] });
    expect(found.qubits).toEqual(['0', '1']);
    expect(found.left_out.qubits).toEqual([{ id: '3', reason: 'excluded', metrics: [] }]);
    expect(found.left_out.couplings.map(({ id, reason }) => [id, reason])).toEqual([
      ['2-3', 'qubit_left_out'],
      ['3-4', 'qubit_left_out'],
      ['4-5', 'faulty'],
    ]);
  });

  it('a patch larger than any connected part is refused with the size of the largest', async () => {
    const refused = await refusal(patchOf(6));
    expect(refused.status).toBe(409);
    expect(refused.detail).toBe(
      "The largest connected part of chip 'line' has 5 usable qubits: there is no patch of 6",
    );
    expect(await refusal(patchOf(2, { exclude: ['1', '3'] }))).toMatchObject({ status: 409 });
    expect(await refusal(patchOf(1, { within_hours: 1 }))).toMatchObject({ status: 409 });
  });

  it('a size that no patch may have and an unknown qubit to exclude are refused', async () => {
    expect(await refusal(patchOf(0))).toMatchObject({ status: 400 });
    expect(await refusal(patchOf(129))).toMatchObject({ status: 400 });
    const unknown = await refusal(patchOf(2, { exclude: ['77'] }));
    expect(unknown).toMatchObject({ status: 400 });
    expect(unknown.detail).toContain("'77'");
    expect(
      await refusal(owner.api.getChipBestPatch({ params: { chip_id: 'none' }, query: { size: 1 } })),
    ).toMatchObject({
      status: 404,
    });
  });

  it('an excluded result is in no health', async () => {
    const measured = { chip_id: 'measured' };
    await owner.api.createChip({ body: { ...measured, topology_id: 'linear-2' } });
    const start = world.now().getTime();
    const ended = (n: number, t1: number) => {
      const planned = plannedTask(n, { target: '0', taskId: `t1-${t1}` });
      const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
      const outputParameters = { t1: measuredValue(t1) };
      return {
        kind: 'ended' as const,
        planned,
        outcome: outcomeOf(planned, { startAt: at(n - 9), endAt: at(n - 8), status: 'completed', outputParameters }),
      };
    };
    const owned = { projectId: owner.projectId, chipId: 'measured', username: 'owner' };
    const run = await seedRun(world.stack.runtime, owned);
    await run.write([ended(1, 40), ended(2, 90)]);
    const t1 = async () => (await owner.api.getChipHealth({ params: measured, query: {} })).qubits['0']?.values[0];
    expect(await t1()).toMatchObject({ value: 90, task_id: 't1-90', source: 'simulator' });
    const excluded = { excluded: true, reason: 'outlier' };
    await owner.api.setTaskResultExcluded({ params: { task_id: 't1-90' }, body: excluded });
    expect(await t1()).toMatchObject({ value: 40, task_id: 't1-40', share: 0.4 });
  });
});
