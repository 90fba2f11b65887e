import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A chip with a T1 of 40 us of qubit 0, and a project with this gate. */
async function chipWithT1(value_gate: 'off' | 'warn' | 'hold') {
  counter += 1;
  const { api, projectId } = await world.register(`proposer-${counter}`);
  await api.updateProject({ params: { project_id: projectId }, body: { value_gate } });
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const give = (value: number, more: { persist?: boolean; reason?: string } = {}) => {
    world.advance(60);
    const body = { chip_id: 'chip', qid: '0', parameters: { t1: { value, unit: 'us' } }, ...more };
    return api.updateCalibrationParameters({ body });
  };
  await give(40);
  const current = async () => (await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data.t1?.value;
  const waiting = async () => (await api.listHeldMeasurements({ query: { chip_id: 'chip' } })).measurements;
  const decide = async (decision: 'accept' | 'reject') => {
    const [held] = await waiting();
    const values = [{ id: held?.id ?? '', metric: 't1' }];
    return api.decideHeldValues({ body: { chip_id: 'chip', decision, values } });
  };
  const history = async () => {
    const of = { params: { chip_id: 'chip', qid: '0' }, query: { metric: 't1' } };
    return (await api.getQubitMetricHistory(of)).history;
  };
  return { api, give, current, waiting, decide, history };
}

it.each(['off', 'warn', 'hold'] as const)('a proposed value waits with its reason, with the gate %s', async (gate) => {
  const { api, give, current, waiting, history } = await chipWithT1(gate);
  const answer = await give(41, { persist: false, reason: 'Refit of CheckT1' });
  expect(answer.current).toEqual({ t1: false });
  expect(answer.remarks.t1).toMatchObject({ state: 'held', because: 'measured_only' });
  expect(await current()).toBe(40);
  expect(await waiting()).toMatchObject([
    { qid: '0', source: 'manual', values: [{ metric: 't1', value: 41, unit: 'us', comment: 'Refit of CheckT1' }] },
  ]);
  expect(await history()).toMatchObject([{ value: 41, gate: { state: 'held' } }, { value: 40 }]);
  const { edits } = await api.getManualEdits({ params: { qid: '0' }, query: { chip_id: 'chip' } });
  expect(edits.map(({ value }) => value)).toEqual([40]);
});

it('a proposed value becomes current when it is accepted, and its reason stays in the history', async () => {
  const { api, give, current, waiting, decide, history } = await chipWithT1('off');
  await give(41, { persist: false, reason: 'Refit of CheckT1' });
  expect(await decide('accept')).toMatchObject({ decided: 1 });
  expect([await current(), await waiting()]).toEqual([41, []]);
  expect((await history())[0]).toMatchObject({ value: 41, reason: 'Refit of CheckT1', gate: { state: 'accepted' } });
  const { edits } = await api.getManualEdits({ params: { qid: '0' }, query: { chip_id: 'chip' } });
  expect(edits.map(({ value }) => value)).toEqual([41, 40]);
});

it('a proposed value that is rejected never becomes current', async () => {
  const { give, current, decide, waiting } = await chipWithT1('warn');
  await give(41, { persist: false });
  expect(await decide('reject')).toMatchObject({ decided: 1 });
  expect([await current(), await waiting()]).toEqual([40, []]);
});

it('a proposal for a qubit that has no value waits, and the chip is not calibrated by it', async () => {
  const { api } = await chipWithT1('off');
  const before = (await api.getChip({ params: { chip_id: 'chip' } })).last_calibrated_at;
  world.advance(60);
  const parameters = { t1: { value: 30, unit: 'us' } };
  await api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '2', parameters, persist: false } });
  const chip = await api.getChip({ params: { chip_id: 'chip' } });
  expect(chip.qubits?.['2']?.data.t1).toBeUndefined();
  expect(chip.last_calibrated_at).toBe(before);
});

it('a proposed value that cannot be is refused, and nothing waits', async () => {
  const { give, waiting } = await chipWithT1('off');
  await expect(give(5e9, { persist: false })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("'t1' of qubit '0'"),
  });
  expect(await waiting()).toEqual([]);
});

it('a value that is set with persist true counts as one that names no persist', async () => {
  const { give, current } = await chipWithT1('hold');
  expect((await give(41, { persist: true })).current).toEqual({ t1: true });
  expect(await current()).toBe(41);
});
