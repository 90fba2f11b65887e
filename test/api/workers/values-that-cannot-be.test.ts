import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Output = { value: number; error?: number; unit?: string };

/** A worker's run on a new chip of a new project. @returns what reports results of it. */
async function runOfWorker(value_gate: 'off' | 'warn' | 'hold') {
  counter += 1;
  const { api, projectId } = await world.register(`owner-${counter}`);
  await api.updateProject({ params: { project_id: projectId }, body: { value_gate } });
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const { flow_run_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
  const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID() };
  await expect.poll(async () => (await api.claimRun({ body })).run).not.toBeNull();
  const fence = (await api.claimRun({ body })).run?.fence ?? 0;
  const at = new Date(world.now().getTime() - 60_000).toISOString();
  /** A later attempt ended a second later. */
  const report = (outputs: Record<string, Output>, status: 'completed' | 'failed' = 'completed', attempt = 0) => {
    const task = { task: 'CheckT1', task_type: 'qubit', qid: '0', status, attempt } as const;
    const end_at = new Date(Date.parse(at) + attempt * 1000).toISOString();
    const results = [{ ...task, start_at: at, end_at, output_parameters: outputs }];
    return api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
  };
  return { api, report };
}

/** A worker reports a T1 on qubit 0, in a project with a write gate. @returns what the service has of it afterwards. */
async function reported(value_gate: 'off' | 'warn' | 'hold', t1: { value: number; unit: string }) {
  const { api, report } = await runOfWorker(value_gate);
  const answer = await report({ t1 });
  const params = { chip_id: 'chip' };
  return {
    outcome: answer.results[0]?.outcome,
    result: await api.getTaskResult({ params: { task_id: answer.results[0]?.task_id ?? '' } }),
    current: (await api.getChip({ params })).qubits?.['0']?.data?.t1,
    cell: (await api.getChipMetrics({ params, query: {} })).qubit_metrics.t1?.['0'],
    history: (await api.getQubitMetricHistory({ params: { ...params, qid: '0' }, query: { metric: 't1' } })).history,
  };
}

const unknownUnit = { value: 41.5, unit: 'GHz' };
const negative = { value: -3, unit: 'us' };

it.each([
  ['off', unknownUnit, 'unit_of_another_kind'],
  ['warn', unknownUnit, 'unit_of_another_kind'],
  ['hold', unknownUnit, 'unit_of_another_kind'],
  ['off', negative, 'not_positive'],
  ['warn', negative, 'not_positive'],
] as const)('with the gate %s, %o stays with the task result alone, which says why', async (gate, t1, because) => {
  const { outcome, result, ...ofChip } = await reported(gate, t1);
  expect(outcome).toBe('written');
  const t1Mark = { state: 'rejected', because, decided_by: null };
  expect(result).toMatchObject({ output_parameters: { t1 }, gate_marks: { t1: t1Mark } });
  expect(ofChip).toEqual({ current: undefined, cell: undefined, history: [] });
});

it('a value that T1 cannot have marks T1 of the chip as faulty where the gate holds, and the result says why', async () => {
  const because = 'not_positive';
  const { outcome, result, cell, history } = await reported('hold', negative);
  expect(outcome).toBe('written');
  expect(result).toMatchObject({ gate_marks: { t1: { state: 'faulty', because } } });
  expect(cell).toMatchObject({ value: null, state: 'faulty' });
  expect(history).toMatchObject([{ value: null, faulty: true, gate: { state: 'faulty', because } }]);
});

/** What a worker may report, which no project takes, and the end of the sentence that says why. */
const untaken: [string, Output, string][] = [
  [
    'average_gate_fidelity',
    { value: 99.2 },
    "99.2 is not a fidelity: give a fraction from 0 to 1, or a percentage with the unit '%'",
  ],
  [
    'average_gate_fidelity',
    { value: 1.002, error: 0.003 },
    "1.002 is not a fidelity: give a fraction from 0 to 1, or a percentage with the unit '%'",
  ],
  ['t1', { value: -12, unit: 'us' }, '-12 is not above 0'],
  ['t1', { value: 4.1e-5, unit: 'sec' }, "the unit 'sec' cannot be converted into 'us'"],
];

describe.each(['off', 'warn', 'hold'] as const)('in a project whose gate is %s', (gate) => {
  it.each(untaken)(
    `a worker is told that '%s' of %o is not taken, with the sentence for a value set by hand (gate ${gate})`,
    async (metric, output, words) => {
      const { api, report } = await runOfWorker(gate);
      const sentence = `'${metric}' of qubit '0': ${words}`;
      const parameters = { [metric]: output };
      await expect(
        api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters } }),
      ).rejects.toMatchObject({ status: 400, detail: sentence });
      const { results } = await report(parameters);
      const left_out = [{ metric, reason: sentence }];
      expect(results).toMatchObject([{ outcome: 'written', left_out }]);
      expect((await report(parameters)).results).toMatchObject([{ outcome: 'repeated', left_out }]);
      const params = { task_id: results[0]?.task_id ?? '' };
      expect((await api.getTaskResult({ params })).left_out).toEqual(left_out);
    },
  );
});

it('a worker is told that a task which has failed gives no values', async () => {
  const { api, report } = await runOfWorker('off');
  const { results } = await report({ t1: { value: 41.5, unit: 'us' } }, 'failed');
  const reason = "'t1' of qubit '0': the task is failed, and only completed tasks give values";
  expect(results[0]?.left_out).toEqual([{ metric: 't1', reason }]);
  expect((await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data).toEqual({});
});

it.each([
  [{ value: 42_000_000, unit: 'us' }, "'t1' of qubit '0' cannot be 42000000 us: it is longer than a second"],
  [{ value: 42_000, unit: 'us' }, "'t1' of qubit '0' waits until an editor accepts it: it is longer than 10 ms"],
])('a worker is told what a gate that holds does not let count: %o', async (t1, reason) => {
  const { api, report } = await runOfWorker('hold');
  const { results } = await report({ t1 });
  expect(results[0]?.left_out).toEqual([{ metric: 't1', reason }]);
  const params = { task_id: results[0]?.task_id ?? '' };
  expect((await api.getTaskResult({ params })).left_out).toEqual([{ metric: 't1', reason }]);
});

it('a result whose values are all taken leaves nothing out', async () => {
  const { api, report } = await runOfWorker('hold');
  const { results } = await report({ t1: { value: 41.5, unit: 'us' } });
  expect(results[0]).not.toHaveProperty('left_out');
  expect((await api.getTaskResult({ params: { task_id: results[0]?.task_id ?? '' } })).left_out).toEqual([]);
});

it.each(['off', 'warn'] as const)(
  'a value that cannot be is refused whatever the gate, and what was good stays: gate %s',
  async (gate) => {
    const { api, report } = await runOfWorker(gate);
    await report({ t1: { value: 41.5, unit: 'us' } });
    const { results } = await report({ t1: { value: 42_000_000, unit: 'us' } }, 'completed', 1);
    const reason = "'t1' of qubit '0' cannot be 42000000 us: it is longer than a second";
    expect(results[0]).toMatchObject({ outcome: 'written', left_out: [{ metric: 't1', reason }] });
    expect((await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data.t1?.value).toBe(41.5);
  },
);

const standing = { t1: { value: 34.4, unit: 'us' }, qubit_frequency: { value: 5.02, unit: 'GHz' } };

it.each(
  (['off', 'warn', 'hold'] as const).flatMap((gate) =>
    [
      { t1: { value: 4.1, unit: 'GHz' } },
      { t1: { value: 44, unit: 'mus' } },
      { qubit_frequency: { value: 41.5, unit: 'us' } },
    ].map((output) => ({ gate, output })),
  ),
)('what is not understood never replaces what was good: %o', async ({ gate, output }) => {
  const { api, report } = await runOfWorker(gate);
  await report(standing);
  const { results } = await report(output, 'completed', 1);
  const [metric = ''] = Object.keys(output);
  const reason = expect.stringMatching(new RegExp(`^'${metric}' of qubit '0': the unit '.+' cannot be converted into`));
  expect(results[0]).toMatchObject({ outcome: 'written', values: { [metric]: { state: 'refused', reason } } });
  const { data, faulty } = (await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0'] ?? {};
  expect(data).toMatchObject(standing);
  expect(faulty).toEqual([]);
});

it.each([
  ['off', 'refused', 5.02],
  ['warn', 'refused', 5.02],
  ['hold', 'faulty', undefined],
] as const)('5.01e9 without a unit is not a frequency in GHz: gate %s answers %s', async (gate, state, value) => {
  const { api, report } = await runOfWorker(gate);
  await report(standing);
  const { results } = await report({ qubit_frequency: { value: 5.01e9 } }, 'completed', 1);
  const reason = "'qubit_frequency' of qubit '0' cannot be 5010000000: the frequency lies beyond 0.05 to 50 GHz";
  expect(results[0]?.values).toEqual({ qubit_frequency: { state, reason } });
  const chip = await api.getChip({ params: { chip_id: 'chip' } });
  expect(chip.qubits?.['0']?.data.qubit_frequency?.value).toBe(value);
});
