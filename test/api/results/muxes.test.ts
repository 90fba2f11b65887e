import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { seedRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let alice: Caller;
const chip_id = 'chip';
const days: string[] = [];

/** Measures T1 of some qubits, and a task of a lab's own on one, on a day; `value` tells the days apart. */
async function measure(day: number, qids: readonly string[], value: number): Promise<void> {
  const projectId = alice.projectId;
  const run = await seedRun(world.stack.runtime, { projectId, chipId: chip_id, username: 'alice' });
  const at = (minutes: number) => new Date(Date.UTC(2025, 2, day, 3, minutes)).toISOString();
  days.push(calendarDate(at(0), world.stack.runtime.config.calendarTimeZone));
  await run.write(
    qids.map((target, index) => {
      const planned = plannedTask(index, { target, taskId: `${day}-${target}` });
      const outcome = { startAt: at(0), endAt: at(index), outputParameters: { t1: measuredValue(value) } };
      return { kind: 'ended' as const, planned, outcome: outcomeOf(planned, outcome) };
    }),
  );
}

const idsOf = (detail: Record<string, Record<string, { task_id?: string | undefined }>>) =>
  Object.fromEntries(Object.entries(detail).map(([qid, tasks]) => [qid, tasks.CheckT1?.task_id]));

beforeAll(async () => {
  world = await startWorld();
  alice = await world.register('alice');
  await alice.api.createChip({ body: { chip_id, topology_id: 'linear-8' } });
  await measure(1, ['0', '1', '5'], 30);
  await measure(2, ['0', '5'], 40);
});
afterAll(() => world.stop());

it('a mux has the latest result of each task on each of its qubits, as the latest results of the task do', async () => {
  const { muxes } = await alice.api.listChipMuxes({ params: { chip_id } });
  expect(idsOf(muxes['0']?.detail ?? {})).toEqual({ 0: '2-0', 1: '1-1', 2: undefined, 3: undefined });
  expect(idsOf(muxes['1']?.detail ?? {})).toEqual({ 4: undefined, 5: '2-5', 6: undefined, 7: undefined });
  const { result } = await alice.api.getLatestQubitTaskResults({ query: { chip_id, task: 'CheckT1' } });
  for (const { detail } of Object.values(muxes))
    for (const [qid, tasks] of Object.entries(detail)) expect(tasks.CheckT1).toEqual(result[qid]);
  expect(await alice.api.getChipMux({ params: { chip_id, mux_id: 1 } })).toEqual(muxes['1']);
});

it('a mux of a past day has the latest results of that day', async () => {
  const [first, second] = days;
  const ids = async (date: string | undefined) => {
    const { muxes } = await alice.api.listChipMuxes({ params: { chip_id }, query: { date } });
    const mux = await alice.api.getChipMux({ params: { chip_id, mux_id: 0 }, query: { date } });
    expect(mux).toEqual(muxes['0']);
    return { ...idsOf(muxes['0']?.detail ?? {}), ...idsOf(muxes['1']?.detail ?? {}) };
  };
  expect(await ids(first)).toMatchObject({ 0: '1-0', 1: '1-1', 5: '1-5' });
  expect(await ids(second)).toMatchObject({ 0: '2-0', 1: undefined, 5: '2-5' });
  expect(await ids('20200101')).toMatchObject({ 0: undefined, 1: undefined, 5: undefined });
});

it('a task that the project has used is among those of every mux', async () => {
  const projectId = alice.projectId;
  const run = await seedRun(world.stack.runtime, { projectId, chipId: chip_id, username: 'alice' });
  const planned = plannedTask(0, { target: '2', taskId: 'own', name: 'LabTask' });
  await run.write([{ kind: 'ended', planned, outcome: outcomeOf(planned, { startAt: '2025-03-03T01:00:00.000Z' }) }]);
  const tasks = [
    { name: 'LabTask', type: 'qubit' as const },
    { name: 'LabPair', type: 'coupling' as const },
  ];
  await registerUsed(contextOf(world.stack.runtime, 'test'), run.execution, tasks);
  const { muxes } = await alice.api.listChipMuxes({ params: { chip_id } });
  expect(muxes['0']?.detail['2']?.LabTask?.task_id).toBe('own');
  expect(muxes['1']?.detail['4']?.LabTask?.status).toBe('pending');
  expect(muxes['0']?.detail['2']).not.toHaveProperty('LabPair');
});

it('muxes have one task alone where it is named, known or not', async () => {
  const tasks = async (task_name: string) => {
    const { detail } = await alice.api.getChipMux({ params: { chip_id, mux_id: 0 }, query: { task_name } });
    return detail['0'];
  };
  expect(await tasks('CheckT1')).toMatchObject({ CheckT1: { task_id: '2-0', status: 'completed' } });
  expect(await tasks('Nothing')).toEqual({ Nothing: { name: 'Nothing', status: 'pending', default_view: true } });
});
