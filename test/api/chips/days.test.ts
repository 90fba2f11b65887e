import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let alice: Caller;
let today: string;
const chip_id = 'chip';

beforeAll(async () => {
  world = await startWorld();
  alice = await world.register('alice');
  await alice.api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
  const parameters = { t1: { value: 40, unit: 'us' } };
  await alice.api.updateCalibrationParameters({ body: { chip_id, qid: '1', parameters } });
  await alice.api.updateCalibrationParameters({
    body: { chip_id, qid: '0-1', parameters: { zx90_gate_time: { value: 200, unit: 'ns' } } },
  });
  today = calendarDate(world.now().toISOString(), world.stack.runtime.config.calendarTimeZone);
});
afterAll(() => world.stop());

it('a chip has today in its history, with its own fields and its qubits and couplings as they are', async () => {
  const { days, ...page } = await alice.api.listChipDays({ params: { chip_id } });
  expect(page).toEqual({ total: 1, skip: 0, limit: 20, next_cursor: null });
  expect(days).toMatchObject([
    { chip_id, project_id: alice.projectId, size: 3, topology_id: 'linear-3', cooldown_id: null, recorded_date: today },
  ]);
  const day = await alice.api.getChipDay({ params: { chip_id, date: today } });
  expect(day).toMatchObject(days[0] ?? {});
  expect(Object.keys(day.qubits)).toEqual(['0', '1', '2']);
  expect(Object.keys(day.couplings)).toEqual(['0-1', '1-2']);
  const { qubits, couplings } = await alice.api.getChip({ params: { chip_id } });
  expect(day.qubits[1]).toMatchObject({ data: qubits?.[1]?.data, recorded_date: today });
  expect(day.couplings['0-1']?.data).toEqual(couplings?.['0-1']?.data);
  expect(day.qubits[0]).toMatchObject({ status: 'pending', data: {}, recorded_date: null });
});

it('the daily history of a coupling is found under the reversed id too', async () => {
  const read = (coupling_id: string) => alice.api.listCouplingDays({ params: { chip_id, coupling_id } });
  const { days } = await read('0-1');
  expect(days).toMatchObject([{ qid: '0-1', recorded_date: today, data: { zx90_gate_time: { value: 200 } } }]);
  expect((await read('1-0')).days).toEqual(days);
  expect(await alice.api.listQubitDays({ params: { chip_id, qid: '2' } })).toMatchObject({ days: [], total: 0 });
});

it('a day that does not exist, is to come or was before the chip is refused, as is an unknown chip or target', async () => {
  const day = async (date: string, id = chip_id) =>
    (await refusal(alice.api.getChipDay({ params: { chip_id: id, date } }))).status;
  expect(await day('20250231')).toBe(400);
  expect(await day('99991231')).toBe(400);
  expect(await day('yesterday')).toBe(404);
  expect(await day('20200101')).toBe(404);
  expect(await day(today, 'nowhere')).toBe(404);
  const status = async (call: Promise<unknown>) => (await refusal(call)).status;
  expect(await status(alice.api.listChipDays({ params: { chip_id: 'nowhere' } }))).toBe(404);
  expect(await status(alice.api.listQubitDays({ params: { chip_id, qid: '9' } }))).toBe(404);
  expect(await status(alice.api.listCouplingDays({ params: { chip_id, coupling_id: '0-2' } }))).toBe(404);
});
