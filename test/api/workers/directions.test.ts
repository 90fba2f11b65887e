import { expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { claimed, done, executionId, onWorkerRuns, owner, type Result, report, uploadsOf } from './scene.ts';

onWorkerRuns();

const chip_id = 'chip';
const measured = (qid: string, fidelity: number, time: number): Result => ({
  ...done,
  task: 'CheckCR',
  task_type: 'coupling',
  qid,
  output_parameters: { zx90_gate_fidelity: { value: fidelity }, zx90_gate_time: { value: time, unit: 'ns' } },
});
const forward = measured('0-1', 0.991, 240);
const inverse = measured('1-0', 0.935, 420);
const outcomes = async (...results: Result[]) => (await report(...results)).results.map(({ outcome }) => outcome);
const valuesOf = async (coupling_id: string) => {
  const { data } = await owner.api.getChipCoupling({ params: { chip_id, coupling_id } });
  return Object.fromEntries(Object.entries(data).map(([metric, { value }]) => [metric, value]));
};
const historyOf = async (metric: string) => {
  const query = { metric, within_days: 36500 };
  const { history } = await owner.api.getCouplingMetricHistory({ params: { chip_id, coupling_id: '0-1' }, query });
  return history.map(({ value }) => value);
};
const anyFidelity = { min: 0, max: 1, is_within_24h: false };
const deviceOf = async (cr_direction?: 'forward' | 'inverse' | 'mix') => {
  const condition = {
    ...{ qubit_fidelity: anyFidelity, readout_fidelity: anyFidelity, coupling_fidelity: anyFidelity },
    ...{ only_maximum_connected: false, cr_direction },
  };
  const { qubits, couplings } = await owner.api.getDeviceTopology({ body: { chip_id, condition } });
  return couplings
    .filter(({ metric }) => metric !== null)
    .map(({ control, target, fidelity, gate_duration: { rzx90 } }) => [
      `${qubits[control]?.physical_id}>${qubits[target]?.physical_id}`,
      fidelity,
      rzx90,
    ]);
};

test.each([
  ['one after the other', async () => [...(await outcomes(forward)), ...(await outcomes(inverse))]],
  ['the other way round', async () => [...(await outcomes(inverse)), ...(await outcomes(forward))]],
  ['together', () => outcomes(forward, inverse)],
])('both directions of a cross resonance are kept, reported %s', async (_order, reportBoth) => {
  await claimed();
  expect(await reportBoth()).toEqual(['written', 'written']);
  expect(await outcomes(inverse, forward)).toEqual(['repeated', 'repeated']);
  const values = {
    zx90_gate_fidelity: 0.991,
    zx90_gate_time: 240,
    'zx90_gate_fidelity@inverse': 0.935,
    'zx90_gate_time@inverse': 420,
  };
  expect(await valuesOf('0-1')).toEqual(values);
  expect(await valuesOf('1-0')).toEqual(values);
  expect(await historyOf('zx90_gate_fidelity')).toEqual([0.991]);
  expect(await historyOf('zx90_gate_fidelity@inverse')).toEqual([0.935]);
  const { task } = await owner.api.getExecution({ params: { execution_id: executionId } });
  expect(task.map(({ qid, direction }) => [qid, direction]).sort()).toEqual([
    ['0-1', undefined],
    ['0-1', 'inverse'],
  ]);
});

test('the device for OQTOPUS has the number of the direction that is asked for', async () => {
  await claimed();
  await report(forward, inverse);
  expect(await deviceOf('forward')).toEqual([['0>1', 0.991, 240]]);
  expect(await deviceOf('inverse')).toEqual([['1>0', 0.935, 420]]);
  expect(await deviceOf('mix')).toEqual([['0>1', 0.991, 240]]);
});

test('of a coupling with one direction alone the device has that one, and another is not asked for in silence', async () => {
  await claimed();
  await report(inverse);
  expect(await deviceOf('inverse')).toEqual([['1>0', 0.935, 420]]);
  expect(await deviceOf('mix')).toEqual([['1>0', 0.935, 420]]);
  expect(await deviceOf('forward')).toEqual([]);
});

test('a symmetric gate has one number, whichever way its coupling is named', async () => {
  await claimed();
  const cz = { ...inverse, task: 'CheckCZ', output_parameters: { cz_gate_fidelity: { value: 0.97 } } };
  await report(cz);
  expect(await valuesOf('0-1')).toEqual({ cz_gate_fidelity: 0.97 });
  const { results } = await report({ ...cz, qid: '0-1', end_at: '2025-03-01T12:00:40Z' });
  expect(results[0]).toMatchObject({ outcome: 'written', qid: '0-1' });
  expect(await historyOf('cz_gate_fidelity')).toHaveLength(2);
});

test('files of the two directions are of two tasks', async () => {
  await claimed();
  const file = { task: 'CheckCR', task_type: 'coupling', name: 'cr.csv', kind: 'raw' } as const;
  const asked = { ...file, content_type: 'text/csv', size_bytes: 3 };
  const { uploads } = await uploadsOf({ ...asked, qid: '0-1' }, { ...asked, qid: '1-0' });
  const [ofForward = '', ofInverse = ''] = uploads.map(({ path }) => path);
  expect(ofForward).not.toBe(ofInverse);
  expect(await outcomes({ ...inverse, raw_data: [ofInverse] })).toEqual(['written']);
  const foreign = await refusal(report({ ...forward, raw_data: [ofInverse] }));
  expect(foreign.status).toBe(400);
});

test('a name that has no room for its direction is refused by its path', async () => {
  await claimed();
  const name = `zx90_gate_${'x'.repeat(54)}`;
  const long = { ...inverse, output_parameters: { [name]: { value: 1 } } };
  const refused = await refusal(report(long));
  expect(refused).toMatchObject({ status: 400 });
  expect(JSON.stringify(refused)).toContain(`body.results.0.output_parameters.${name}`);
  expect(await outcomes({ ...long, qid: '0-1' })).toEqual(['written']);
});

test('a number without a direction for the exchanged order is that of its own direction where the coupling has both', async () => {
  const cz = (qid: string, value: number, attempt: number): Result => ({
    ...{ ...done, task: 'CheckCZ', task_type: 'coupling' as const, qid, attempt },
    output_parameters: { cz_gate_fidelity: { value } },
  });
  const parameters = { cz_gate_fidelity: { value: 0.9, calibrated_at: '2025-01-01' } };
  await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0-1', parameters } });
  await claimed();
  await report(cz('1-0', 0.95, 0));
  expect(await valuesOf('0-1')).toEqual({ cz_gate_fidelity: 0.95 });
  const inverseOf = { 'cz_gate_fidelity@inverse': { value: 0.8, calibrated_at: '2025-01-01' } };
  await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0-1', parameters: inverseOf } });
  await report({ ...cz('1-0', 0.96, 1), end_at: '2025-03-01T12:00:40Z' });
  expect(await valuesOf('0-1')).toEqual({ cz_gate_fidelity: 0.95, 'cz_gate_fidelity@inverse': 0.96 });
});

test.each(['off', 'hold'] as const)(
  'a value under a key that no target has stays with its result, and the answer says why, with the gate %s',
  async (value_gate) => {
    await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate } });
    await claimed();
    const outputs = { 'cz_gate_fidelity@foo': { value: 0.2 }, zx90_gate_fidelity: { value: 0.98 } };
    const { results } = await report({ ...forward, output_parameters: outputs });
    const reason =
      "'cz_gate_fidelity@foo' of coupling '0-1': unknown ending '@foo': a key may end in '@inverse' on a coupling, and has no other '@'";
    expect(results[0]?.left_out).toEqual([{ metric: 'cz_gate_fidelity@foo', reason }]);
    const { data, faulty } = await owner.api.getChipCoupling({ params: { chip_id, coupling_id: '0-1' } });
    expect([Object.keys(data), faulty]).toEqual([['zx90_gate_fidelity'], []]);
    expect((await owner.api.listHeldMeasurements({ query: { chip_id } })).total).toBe(0);
  },
);
