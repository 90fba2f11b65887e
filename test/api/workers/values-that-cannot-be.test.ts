import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A worker reports a T1 on qubit 0, in a project with a write gate. @returns what the service has of it afterwards. */
async function reported(value_gate: 'off' | 'warn' | 'hold', t1: { value: number; unit: string }) {
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
  const task = { task: 'CheckT1', task_type: 'qubit', qid: '0', status: 'completed' } as const;
  const results = [{ ...task, start_at: at, end_at: at, output_parameters: { t1 } }];
  const answer = await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
  const params = { chip_id: 'chip' };
  return {
    outcome: answer.results[0]?.outcome,
    result: await api.getTaskResult({ params: { task_id: answer.results[0]?.task_id ?? '' } }),
    current: (await api.getChip({ params })).qubits?.['0']?.data?.t1,
    cell: (await api.getChipMetrics({ params, query: {} })).qubit_metrics.t1?.['0'],
    history: (await api.getQubitMetricHistory({ params: { ...params, qid: '0' }, query: { metric: 't1' } })).history,
  };
}

describe.each([
  ['a unit of another kind', { value: 41.5, unit: 'GHz' }, 'unit_of_another_kind'],
  ['a value that T1 cannot have', { value: -3, unit: 'us' }, 'not_positive'],
] as const)('%s', (what, t1, because) => {
  it(`${what} stays with the task result alone where the gate is off`, async () => {
    const { outcome, result, ...ofChip } = await reported('off', t1);
    expect(outcome).toBe('written');
    expect(result).toMatchObject({ output_parameters: { t1 }, gate_marks: {} });
    expect(ofChip).toEqual({ current: undefined, cell: undefined, history: [] });
  });

  it(`${what} stays with the task result alone where the gate warns, and the result says why`, async () => {
    const { outcome, result, ...ofChip } = await reported('warn', t1);
    expect(outcome).toBe('written');
    expect(result).toMatchObject({ output_parameters: { t1 }, gate_marks: { t1: { state: 'noted', because } } });
    expect(ofChip).toEqual({ current: undefined, cell: undefined, history: [] });
  });

  it(`${what} marks T1 of the chip as faulty where the gate holds, and the result says why`, async () => {
    const { outcome, result, cell, history } = await reported('hold', t1);
    expect(outcome).toBe('written');
    expect(result).toMatchObject({ output_parameters: { t1 }, gate_marks: { t1: { state: 'faulty', because } } });
    expect(cell).toMatchObject({ value: null, state: 'faulty' });
    expect(history).toMatchObject([{ value: null, faulty: true, gate: { state: 'faulty', because } }]);
  });
});
