import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { pairDevice } from '../support/pair-device.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
});
afterAll(() => world.stop());

type Body = Parameters<Caller['api']['updateProject']>[0]['body'];
const change = (body: Body, caller = owner) =>
  caller.api.updateProject({ params: { project_id: owner.projectId }, body });
const set = (value_limits: Body['value_limits'], caller = owner) => change({ value_limits }, caller);

/** A device of two qubits with a T1 of 50 us. */
const device = (chip_id: string, t1 = 50) => ({
  format: 'ibm' as const,
  chip_id,
  documents: pairDevice(t1, '2025-02-01T00:00:00.000Z'),
});

/** A claimed run of a worker on a new chip. @returns what reports T1 of qubit 0 within it. */
async function runOfWorker() {
  const { api } = owner;
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const { flow_run_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
  const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID() };
  await expect.poll(async () => (await api.claimRun({ body })).run).not.toBeNull();
  const fence = (await api.claimRun({ body })).run?.fence ?? 0;
  const at = new Date(world.now().getTime() - 60_000).toISOString();
  return (value: number) => {
    const task = { task: 'CheckT1', task_type: 'qubit', qid: '0', status: 'completed' } as const;
    const results = [{ ...task, start_at: at, end_at: at, output_parameters: { t1: { value, unit: 'us' } } }];
    return api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
  };
}

describe('the limits of a project', () => {
  it('a project has none until its owner sets some; others stay, and null takes one away', async () => {
    expect((await owner.api.getProject({ params: { project_id: owner.projectId } })).value_limits).toEqual({});
    await set({ t1: { highest: 2, unit: 'ms' }, qubit_frequency: { lowest: 3, highest: 8, unit: 'GHz' } });
    const changed = await set({ qubit_frequency: null, anharmonicity: { lowest: -400, unit: 'MHz' } });
    const expected = {
      anharmonicity: { lowest: -400, highest: null, unit: 'MHz' },
      t1: { lowest: null, highest: 2, unit: 'ms' },
    };
    expect(changed.value_limits).toEqual(expected);
    expect((await change({ value_gate: 'hold' })).value_limits).toEqual(expected);
    expect((await set(null)).value_limits).toEqual(expected);
    expect((await set({ t1: null, anharmonicity: null })).value_limits).toEqual({});
  });

  it('who changes limits is in the audit, and a change of nothing is not', async () => {
    await set({ t1: { highest: 2, unit: 'ms' } });
    await set({ t1: { highest: 2, unit: 'ms' } });
    const entries = (await scan(world.stack.runtime.db))
      .filter(({ entity }) => entity === auditEntity.name)
      .map((item) => auditEntity.decode(item))
      .filter(({ action, projectId }) => action === 'set-limits' && projectId === owner.projectId);
    expect(entries).toMatchObject([
      { actor: owner.username, details: { before: {}, after: { t1: { highest: 2, unit: 'ms' } } } },
    ]);
  });

  it.each([
    [{ t1: { unit: 'us' } }, "The limit of 't1' needs a lowest or a highest value"],
    [
      { t1: { lowest: 5, highest: 4, unit: 'us' } },
      "The limit of 't1' needs a lowest value below the highest: 5 is not below 4",
    ],
    [{ t1: { lowest: 5, unit: 'GHz' } }, "The limit of 't1' has values in 'us', and the unit 'GHz' does not convert"],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`metric_${n}`, { lowest: 1, unit: '' }])),
      'body.value_limits: must name at most 50 metrics',
    ],
  ])('a limit that makes no sense is 400, and changes nothing', async (limits, detail) => {
    await set({ t1: { highest: 2, unit: 'ms' } });
    const answer = await refusal(set({ qubit_frequency: { lowest: 3, unit: 'GHz' }, ...limits }));
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer)).toContain(detail.replace('body.value_limits: ', ''));
    const { value_limits } = await owner.api.getProject({ params: { project_id: owner.projectId } });
    expect(Object.keys(value_limits)).toEqual(['t1']);
  });

  it('a project limits at most 50 metrics in all', async () => {
    const some = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`metric_${from + n}`, { lowest: 1, unit: '' }]));
    await set(some(0, 50));
    expect(await refusal(set(some(50, 1)))).toMatchObject({
      status: 400,
      detail: 'A project has limits of at most 50 metrics, not of 51',
    });
  });

  it('a limit of a metric that the catalogue does not have is in the dimension of its values in the project', async () => {
    await owner.api.importChip({ body: device('chip') });
    const parameters = { bias: { value: 0.2, unit: 'V' } };
    await owner.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters } });
    expect(await refusal(set({ bias: { highest: 1, unit: 'mA' } }))).toMatchObject({
      status: 400,
      detail: "The limit of 'bias' has values in 'V' on qubits, and the unit 'mA' does not convert",
    });
    await set({ bias: { highest: 100, unit: 'mV' } });
    await change({ value_gate: 'hold' });
    expect(
      await refusal(owner.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters } })),
    ).toMatchObject({
      status: 400,
      detail: "'bias' of qubit '0' cannot be 0.2 V: it is above the highest value that the project allows",
    });
  });

  it('the owner alone sets them', async () => {
    const editor = await world.register(`editor-${counter}`);
    const body = { username: editor.username, role: 'editor' as const };
    await world.join(owner.api, { params: { project_id: owner.projectId }, body });
    expect(await refusal(set({ t1: { highest: 2, unit: 'ms' } }, editor))).toMatchObject({ status: 403 });
  });
});

describe('what a value beyond the limits of its project becomes', () => {
  it.each(['off', 'warn', 'hold'] as const)('an import and its preview warn of it: gate %s', async (value_gate) => {
    await change({ value_gate, value_limits: { t1: { highest: 40, unit: 'us' } } });
    const warning =
      "t1: 2 values cannot be, such as 50 us of qubit '0': it is above the highest value that the project allows";
    const body = device('chip');
    const preview = await owner.api.previewChipImport({ body });
    expect(preview.warnings).toContain(warning);
    const answer = await owner.api.importChip({ body });
    expect(answer.warnings).toContain(warning);
    const rejected = value_gate === 'hold' ? 2 : 0;
    expect([preview.rejected, answer.rejected]).toEqual([rejected, rejected]);
    expect((await owner.api.importChip({ body })).warnings).toContain(warning);
  });

  it('a limit of a project is used in place of that of the technology when an import is judged', async () => {
    await change({ value_gate: 'hold', value_limits: { t1: { highest: 1, unit: 's' } } });
    expect(await owner.api.importChip({ body: device('chip', 20_000) })).toMatchObject({ held: 0, rejected: 0 });
  });

  it('a hand edit is refused where the gate holds, and is remarked on where it warns', async () => {
    await owner.api.importChip({ body: device('chip') });
    await change({ value_gate: 'hold', value_limits: { t1: { lowest: 10, unit: 'us' } } });
    const body = { chip_id: 'chip', qid: '0', parameters: { t1: { value: 9_999, unit: 'ns' } } };
    expect(await refusal(owner.api.updateCalibrationParameters({ body }))).toMatchObject({
      status: 400,
      detail: "'t1' of qubit '0' cannot be 9.999 us: it is below the lowest value that the project allows",
    });
    await change({ value_gate: 'warn' });
    const { remarks } = await owner.api.updateCalibrationParameters({ body });
    expect(remarks.t1).toMatchObject({ state: 'noted', because: 'below_own_limit' });
  });

  it.each(['off', 'warn', 'hold'] as const)(
    'a run has the limits that its project had when it was started: gate %s',
    async (value_gate) => {
      await change({ value_gate, value_limits: { t1: { highest: 40, unit: 'us' } } });
      const report = await runOfWorker();
      await set({ t1: { highest: 60, unit: 'us' } });
      const { results } = await report(50);
      const reason = "'t1' of qubit '0' cannot be 50 us: it is above the highest value that the project allows";
      expect(results).toMatchObject([{ left_out: [{ metric: 't1', reason }] }]);
      const { qubits } = await owner.api.getChip({ params: { chip_id: 'chip' } });
      expect(qubits?.['0']?.data.t1?.value).toBeUndefined();
    },
  );
});
