import { expect, it } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimed,
  ctx,
  done,
  executionId,
  fence,
  flow_run_id,
  onWorkerRuns,
  owner,
  type Result,
  report,
} from './scene.ts';

onWorkerRuns();

const fidelity = (value: number) => ({ output_parameters: { average_readout_fidelity: { value } } });
const mux: Result = {
  ...{ task: 'ReadoutClassification', task_type: 'mux', qid: null, mux_id: 0, status: 'completed' },
  ...{ start_at: '2025-03-01T12:00:00Z', end_at: '2025-03-01T12:00:30Z' },
  run_parameters: { shots: { value: 2048 } },
  qubits: { '0': fidelity(0.96), '2': fidelity(0.97) },
};
const read = () => owner.api.getExecution({ params: { execution_id: executionId } });
const qubits = async () => (await owner.api.getChip({ params: { chip_id: 'chip' } })).qubits ?? {};

it('a mux that is measured in one shot gives each of its qubits a result and its value', async () => {
  await claimed();
  const { results } = await report(mux);
  const current = { average_readout_fidelity: { state: 'current', reason: null } };
  expect(results).toMatchObject([
    {
      ...{ task: 'ReadoutClassification', qid: '', mux_id: 0, outcome: 'written', values: {} },
      qubits: { '0': { outcome: 'written', values: current }, '2': { outcome: 'written', values: current } },
    },
  ]);
  expect((await qubits())['2']?.data.average_readout_fidelity?.value).toBe(0.97);
  const { task } = await read();
  expect(task.map(({ qid, task_type, mux_id }) => [qid, task_type, mux_id]).toSorted()).toEqual([
    ['', 'global', 0],
    ['0', 'qubit', 0],
    ['2', 'qubit', 0],
  ]);
  const detail = await owner.api.getTaskResult({ params: { task_id: results[0]?.qubits?.['2']?.task_id ?? '' } });
  expect(detail).toMatchObject({ mux_id: 0, run_parameters: { shots: { value: 2048 } } });
});

it('a mux that is reported again changes nothing, and one that runs is shown on all of its qubits', async () => {
  await claimed();
  await report({ ...mux, status: 'running', end_at: null, qubits: undefined });
  expect((await read()).task.map(({ status }) => status)).toEqual(Array(5).fill('running'));
  const [first, again] = [await report(mux), await report(mux)];
  expect(first.results[0]?.outcome).toBe('written');
  expect(again.results[0]).toMatchObject({ outcome: 'repeated', qubits: { '0': { outcome: 'repeated' } } });
});

it('a qubit of a mux may fail alongside the others, each with its own words and parameters', async () => {
  await claimed();
  const failed = { status: 'failed' as const, message: 'no two clouds', run_parameters: { shots: { value: 64 } } };
  const { results } = await report({ ...mux, qubits: { '0': fidelity(0.96), '1': failed } });
  expect(results[0]?.qubits?.['1']).toMatchObject({ outcome: 'written', values: {} });
  const detail = await owner.api.getTaskResult({ params: { task_id: results[0]?.qubits?.['1']?.task_id ?? '' } });
  expect(detail).toMatchObject({
    status: 'failed',
    message: 'no two clouds',
    run_parameters: { shots: { value: 64 } },
  });
});

it.each([
  ['scheduled', 'completed', { start_at: null, end_at: null }, ['start_at', 'end_at']],
  ['running', 'completed', { end_at: null }, ['end_at']],
  ['skipped', 'failed', { start_at: null }, ['start_at']],
  ['scheduled', 'skipped', { start_at: null, end_at: null }, ['end_at']],
] as const)('a %s mux of which a qubit is %s needs the times of that', async (status, part, times, missing) => {
  await claimed();
  const refused = await refusal(
    report({ ...mux, ...times, status, qubits: { '0': { ...fidelity(0.9), status: part } } }),
  );
  const errors = missing.map((name) => expect.objectContaining({ path: `body.results.0.${name}` }));
  expect(refused).toMatchObject({ status: 400, errors });
  expect((await read()).task).toEqual([]);
});

it('a qubit that has ended while its mux runs is written, also after a cancellation', async () => {
  await claimed();
  const status = 'completed' as const;
  const part = (qid: string) => report({ ...mux, status: 'running', qubits: { [qid]: { ...fidelity(0.9), status } } });
  const { results } = await part('0');
  expect(results[0]?.qubits?.['0']?.values.average_readout_fidelity?.state).toBe('current');
  await cancelRun(ctx, flow_run_id);
  const late = await part('1');
  expect(late).toMatchObject({ stop: true, results: [{ qubits: { '1': { outcome: 'written' } } }] });
  expect((await qubits())['1']?.data.average_readout_fidelity?.value).toBe(0.9);
});

it('a file that is uploaded for a mux belongs to the results of its qubits', async () => {
  await claimed();
  const { task, stage, attempt } = { task: mux.task, stage: 0, attempt: 0 };
  const file = { task, task_type: 'mux', mux_id: 0, stage, attempt, name: 'iq.csv', kind: 'raw' } as const;
  const files = [{ ...file, content_type: 'text/csv', size_bytes: 3 }];
  const { uploads } = await owner.api.createUploads({ params: { flow_run_id }, body: { fence, files } });
  const raw_data = uploads.map(({ path }) => path);
  const { results } = await report({ ...mux, raw_data });
  const detail = await owner.api.getTaskResult({ params: { task_id: results[0]?.qubits?.['0']?.task_id ?? '' } });
  expect(detail.raw_data_path).toEqual(raw_data);
  const put = { method: 'PUT', headers: uploads[0]?.headers ?? {}, body: 'a,b' };
  expect((await fetch(uploads[0]?.url ?? '', put)).status).toBe(200);
  const table = await owner.api.downloadFile({ query: { path: raw_data[0] ?? '' } });
  expect(await table.text()).toBe('a,b');
  expect(await refusal(report({ ...done, raw_data }))).toMatchObject({
    status: 400,
    errors: [{ path: 'body.results.0.raw_data.0' }],
  });
});

it('a file that one qubit of a mux names is read, and is not one of the other qubits', async () => {
  await claimed();
  const file = { task: mux.task, task_type: 'mux', mux_id: 0, name: 'iq_0.csv', kind: 'raw' } as const;
  const files = [{ ...file, stage: 0, attempt: 0, content_type: 'text/csv', size_bytes: 3 }];
  const { uploads } = await owner.api.createUploads({ params: { flow_run_id }, body: { fence, files } });
  const raw_data = uploads.map(({ path }) => path);
  const { results } = await report({ ...mux, qubits: { '0': { ...fidelity(0.96), raw_data }, '2': fidelity(0.97) } });
  await fetch(uploads[0]?.url ?? '', { method: 'PUT', headers: uploads[0]?.headers ?? {}, body: 'a,b' });
  const table = await owner.api.downloadFile({ query: { path: raw_data[0] ?? '' } });
  expect(await table.text()).toBe('a,b');
  const other = await owner.api.getTaskResult({ params: { task_id: results[0]?.qubits?.['2']?.task_id ?? '' } });
  expect(other.raw_data_path).toEqual([]);
});

it.each([
  ['a mux that the chip does not have', { mux_id: 7 }, 'body.results.0.mux_id'],
  ['a mux without a number', { mux_id: null }, 'body.results.0.mux_id'],
  ['a mux with a qubit', { qid: '0' }, 'body.results.0.qid'],
  ['a qubit of another mux', { qubits: { '9': fidelity(0.9) } }, 'body.results.0.qubits.9'],
  ['values of the mux itself', fidelity(0.9), 'body.results.0.output_parameters'],
  ['qubits of a task of one qubit', { task_type: 'qubit', qid: '0', mux_id: null }, 'body.results.0.qubits'],
] as const)('reportTaskResults is 400 for %s, and nothing is written', async (_, given, path) => {
  await claimed();
  expect(await refusal(report({ ...mux, ...given } as Result))).toMatchObject({ status: 400, errors: [{ path }] });
  expect((await read()).task).toEqual([]);
});

it('a batch that measures a qubit by itself and with its mux in one attempt is 400', async () => {
  await claimed();
  const alone = { ...mux, task_type: 'qubit', qid: '2', mux_id: null, qubits: undefined } as const;
  expect(await refusal(report(mux, alone))).toMatchObject({ status: 400, errors: [{ path: 'body.results.1' }] });
});

const coupling: Result = {
  ...{ ...done, task: 'CheckCZ', task_type: 'coupling', qid: '0-1' },
  output_parameters: {
    cz_gate_fidelity: { value: 0.99 },
    control_frequency: { value: 5.01, unit: 'GHz', qid_role: 'control', parameter_name: 'qubit_frequency' },
    qubit_frequency: { value: 4.92, unit: 'GHz', qid_role: 'target' },
  },
};

it("values of a coupling's task with a role are values of its control and its target", async () => {
  await claimed();
  const { results } = await report(coupling);
  const current = { state: 'current', reason: null };
  expect(results[0]?.values).toEqual({
    ...{ cz_gate_fidelity: current, control_frequency: current, qubit_frequency: current },
  });
  const { '0': control, '1': target } = await qubits();
  expect([control?.data.qubit_frequency?.value, target?.data.qubit_frequency?.value]).toEqual([5.01, 4.92]);
  const { couplings = {} } = await owner.api.getChip({ params: { chip_id: 'chip' } });
  expect(Object.keys(couplings['0-1']?.data ?? {})).toEqual(['cz_gate_fidelity']);
  const { task } = await read();
  const parts = task.filter(({ qid_role }) => qid_role);
  expect(parts.map(({ qid, qid_role, upstream_id }) => [qid, qid_role, upstream_id]).toSorted()).toEqual([
    ['0', 'control', results[0]?.task_id],
    ['1', 'target', results[0]?.task_id],
  ]);
});

it('the control of a coupling that is named the other way round is its second qubit', async () => {
  await claimed();
  await report({ ...coupling, qid: '1-0' });
  const { '0': target, '1': control } = await qubits();
  expect([control?.data.qubit_frequency?.value, target?.data.qubit_frequency?.value]).toEqual([5.01, 4.92]);
});

it('a role of a value that is of no coupling is 400, and so is one value twice', async () => {
  await claimed();
  const t1 = { value: 41, unit: 'us', qid_role: 'control' } as const;
  const wrong: Result[] = [
    { ...done, output_parameters: { t1 } },
    { ...coupling, output_parameters: { t1, control_t1: { ...t1, parameter_name: 't1' } } },
    { ...coupling, output_parameters: { x: { value: 41, unit: 'us', parameter_name: 't1' } } },
  ];
  for (const result of wrong) expect(await refusal(report(result))).toMatchObject({ status: 400 });
});
