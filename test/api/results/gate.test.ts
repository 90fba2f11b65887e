import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
let run: { flow_run_id: string; fence: number };
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Measured = Record<string, { value: number; error?: number; unit?: string }>;
/** The instant so many minutes ago. */
const ago = (minutes: number): string =>
  new Date(Math.floor(world.now().getTime() / 1000) * 1000 - minutes * 60_000).toISOString();

/** A chip in a project of its own with a write gate, and a worker's run on it. */
async function scene(value_gate: 'off' | 'warn' | 'hold'): Promise<void> {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate } });
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const { flow_run_id } = await owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
  const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
  await expect.poll(async () => (await owner.api.claimRun({ body })).run).not.toBeNull();
  run = { flow_run_id, fence: (await owner.api.claimRun({ body })).run?.fence ?? 0 };
}

/** Reports what a task measured on qubit 0, so many minutes ago. @returns the id of its result. */
async function measure(minutes: number, output_parameters: Measured, given: { task?: string; r2?: number } = {}) {
  const [at, task] = [ago(minutes), given.task ?? 'CheckT1'];
  const result = {
    ...{ task, task_type: 'qubit' as const, qid: '0', status: 'completed' as const, attempt: Math.round(minutes) },
    ...{ start_at: at, end_at: at, output_parameters, ...(given.r2 === undefined ? {} : { r2: given.r2 }) },
  };
  const { flow_run_id, fence } = run;
  const { results } = await owner.api.reportTaskResults({
    params: { flow_run_id },
    body: { fence, results: [result] },
  });
  return results[0]?.task_id ?? '';
}

const valuesOf = async () => (await owner.api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data ?? {};
const current = async (metric: string) => (await valuesOf())[metric]?.value;
const held = () => owner.api.listHeldMeasurements({ query: { chip_id: 'chip' } });
const metrics = (query = {}) => owner.api.getChipMetrics({ params: { chip_id: 'chip' }, query });
const historyOf = async (metric: string) =>
  (await owner.api.getQubitMetricHistory({ params: { chip_id: 'chip', qid: '0' }, query: { metric } })).history;
const decide = (decision: 'accept' | 'reject', values: { id: string; metric: string }[], reason = 'looked at it') =>
  owner.api.decideHeldValues({ body: { chip_id: 'chip', decision, reason, values } });
const firstHeld = async () => {
  const [measurement] = (await held()).measurements;
  if (!measurement) throw new Error('nothing is held');
  return { id: measurement.id, metric: measurement.values[0]?.metric ?? '' };
};
const allModes = async (metric: string) => {
  const range = { start_at: ago(600), end_at: ago(0) };
  const cells = await Promise.all(
    (['latest', 'best', 'average'] as const).map((selection_mode) => metrics({ selection_mode, ...range })),
  );
  return cells.map(({ qubit_metrics }) => qubit_metrics[metric]?.['0']?.value ?? null);
};

const readout = 'average_readout_fidelity';
const poorFit = { r2: 0.5 };

describe('a write gate that holds', () => {
  beforeEach(() => scene('hold'));

  it('a held value is never current, latest, best or averaged, and the list says why', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    const taskId = await measure(30, { [readout]: { value: 0.83 } }, poorFit);
    expect(await current(readout)).toBe(0.95);
    expect(await allModes(readout)).toEqual([0.95, 0.95, 0.95]);
    expect(await held()).toMatchObject({
      total: 1,
      measurements: [
        {
          task_id: taskId,
          target_type: 'qubit',
          qid: '0',
          values: [{ metric: readout, value: 0.83, because: 'poor_fit', reason: 'the fit is poor' }],
        },
      ],
    });
    expect((await metrics()).held_values).toMatchObject([{ qid: '0', metric: readout, value: 0.83, task_id: taskId }]);
    const [newest] = await historyOf(readout);
    expect(newest).toMatchObject({ value: 0.83, gate: { state: 'held', decided_by: null } });
    const result = await owner.api.getTaskResult({ params: { task_id: taskId } });
    expect(result.gate_marks).toMatchObject({ [readout]: { state: 'held' } });
    const range = { chip_id: 'chip', parameter: readout, start_at: ago(600), end_at: ago(0) };
    const { data } = await owner.api.getTimeseriesTaskResults({ query: range });
    expect(JSON.stringify(data)).not.toContain('0.83');
  });

  it('a fidelity no better than chance is faulty, and no older value is in its place', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(30, { [readout]: { value: 0.43 } });
    expect(await current(readout)).toBeUndefined();
    expect((await held()).total).toBe(0);
    expect((await metrics()).qubit_metrics[readout]?.['0']).toMatchObject({ value: null, state: 'faulty' });
    const [newest] = await historyOf(readout);
    expect(newest).toMatchObject({ value: null, gate: { state: 'faulty', because: 'no_better_than_chance' } });
  });

  it('a held value counts in the differences of the chip, is named as held, and has its change in the list', async () => {
    await measure(60, { t1: { value: 50, error: 1 } });
    await measure(30, { t1: { value: 10, error: 1 } }, poorFit);
    const query = { as_of_before: ago(45) };
    const { differences } = await owner.api.getChipDifferences({ params: { chip_id: 'chip' }, query });
    const [fall] = differences;
    expect(fall).toMatchObject({
      target_id: '0',
      metric: 't1',
      direction: 'worse',
      relative_change: expect.closeTo(-0.8),
    });
    expect(fall?.before).toMatchObject({ value: 50, held: false });
    expect(fall?.after).toMatchObject({ value: 10, held: true });
    const listed = (await held()).measurements[0]?.values[0]?.change;
    expect(listed).toMatchObject({ before: { value: 50 }, after: { value: 10, held: true } });
    expect(listed?.score?.z).toBe(fall?.score?.z);
  });

  it('a qubit of which a held value waits is in no patch until it is decided', async () => {
    await measure(60, { [readout]: { value: 0.95 }, x90_gate_fidelity: { value: 0.999 } });
    const patch = () => owner.api.getChipBestPatch({ params: { chip_id: 'chip' }, query: { size: 1 } });
    expect((await patch()).qubits).toEqual(['0']);
    await measure(30, { [readout]: { value: 0.83 } }, poorFit);
    expect((await refusal(patch())).status).toBe(409);
    await decide('reject', [await firstHeld()]);
    expect((await patch()).qubits).toEqual(['0']);
  });

  it('an accepted value is current, counts in every range, and leaves the list; accepting it again changes nothing', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(30, { [readout]: { value: 0.83 } }, poorFit);
    const value = await firstHeld();
    expect(await decide('accept', [value])).toMatchObject({ decided: 1, unchanged: 0, refused: 0 });
    expect(await current(readout)).toBe(0.83);
    expect(await allModes(readout)).toEqual([0.83, 0.95, expect.closeTo(0.89, 9)]);
    expect((await metrics()).held_values).toEqual([]);
    expect(await held()).toMatchObject({ total: 0, measurements: [] });
    const [newest] = await historyOf(readout);
    expect(newest?.gate).toMatchObject({
      state: 'accepted',
      decided_by: owner.username,
      decision_reason: 'looked at it',
    });
    expect(await decide('accept', [value])).toMatchObject({ decided: 0, unchanged: 1 });
    expect(await decide('reject', [value])).toMatchObject({
      refused: 1,
      values: [{ outcome: 'refused', message: expect.stringContaining(`accepted by '${owner.username}'`) }],
    });
    expect(await current(readout)).toBe(0.83);
  });

  it('a value that is accepted when a newer one counts enters the history and not the current values', async () => {
    await measure(60, { [readout]: { value: 0.83 } }, poorFit);
    const value = await firstHeld();
    await measure(30, { [readout]: { value: 0.95 } });
    expect(await current(readout)).toBe(0.95);
    await decide('accept', [value]);
    expect(await current(readout)).toBe(0.95);
    expect(await allModes(readout)).toEqual([0.95, 0.95, expect.closeTo(0.89, 9)]);
  });

  it('a rejected value stays in the history alone, and alongside others only those that were held are decided', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(30, { [readout]: { value: 0.83 } }, poorFit);
    const value = await firstHeld();
    const answer = await decide('reject', [value, { id: 'unknown', metric: 't1' }, { ...value, metric: 't1' }]);
    expect(answer).toMatchObject({ decided: 1, unchanged: 0, refused: 2 });
    expect(await allModes(readout)).toEqual([0.95, 0.95, 0.95]);
    expect((await historyOf(readout)).map(({ gate }) => gate?.state ?? null)).toEqual(['rejected', null]);
    expect((await held()).total).toBe(0);
    expect((await metrics()).held_values).toEqual([]);
  });

  it('a jump away from the level of its history is held from eight days on, and the answer says of how many', async () => {
    const daysAgo = (days: number) => ago(days * 24 * 60);
    const remember = async (days: number) => {
      const t1 = { value: 50 + (days % 3), unit: 'us', calibrated_at: daysAgo(days) };
      await owner.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters: { t1 } } });
    };
    const sweep = async () => {
      const context = { ...world.stack.runtime, requestId: 'sweep' };
      for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(context, new Date('2100-01-01T00:00:00.000Z')));
    };
    for (let days = 8; days > 1; days -= 1) await remember(days);
    await sweep();
    await measure(40, { t1: { value: 9, unit: 'us' } });
    expect(await held()).toMatchObject({ total: 0 });
    // The eighth day.
    await remember(9);
    await sweep();
    await measure(30, { t1: { value: 50, unit: 'us' } });
    await measure(20, { t1: { value: 9, unit: 'us' } });
    expect((await held()).measurements[0]?.values).toMatchObject([
      { metric: 't1', value: 9, because: 'jump', history_points: 8 },
    ]);
    expect(await current('t1')).toBe(50);
    const [newest] = await historyOf('t1');
    expect(newest?.gate).toMatchObject({ state: 'held', because: 'jump', history_points: 8 });
    await measure(10, { t1: { value: 9.2, unit: 'us' } });
    expect(await held()).toMatchObject({ total: 0 });
    expect(await current('t1')).toBe(9.2);
  });

  it('what a person sets counts with a remark, and what cannot be is refused', async () => {
    const set = (value: number, unit = 'us') =>
      owner.api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid: '0', parameters: { t1: { value, unit } } },
      });
    const { remarks } = await set(20, 'ms');
    expect(remarks).toMatchObject({
      t1: { state: 'accepted', because: 'longer_than_ten_milliseconds', decided_by: owner.username },
    });
    expect(await current('t1')).toBe(20_000);
    expect((await refusal(set(2, 's'))).detail).toContain('longer than a second');
    expect(await current('t1')).toBe(20_000);
    expect(await held()).toMatchObject({ total: 0 });
  });

  it('two measurements that agree with each other count both, though each by itself would be held', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(30, { [readout]: { value: 0.83 } }, poorFit);
    await measure(20, { [readout]: { value: 0.84 } });
    expect(await current(readout)).toBe(0.84);
    expect((await held()).total).toBe(0);
    const states = (await historyOf(readout)).map(({ gate }) => gate?.state ?? null);
    expect(states).toEqual(['accepted', 'accepted', null]);
  });

  it('a T2 above twice T1 is held, and one that its errors allow is remarked on and counts', async () => {
    await measure(60, { t1: { value: 50, error: 1.5 } });
    await measure(59, { t2_echo: { value: 110, error: 4.4 } }, { task: 'CheckT2Echo' });
    expect(await current('t2_echo')).toBe(110);
    expect((await historyOf('t2_echo'))[0]?.gate).toMatchObject({ state: 'noted', because: 'beyond_twice_t1' });
    await measure(58, { t2_echo: { value: 180, error: 4.4 } }, { task: 'CheckT2Echo' });
    expect(await current('t2_echo')).toBe(110);
    expect((await held()).measurements[0]?.values[0]).toMatchObject({ metric: 't2_echo', because: 'beyond_twice_t1' });
  });

  it('a value that cannot be is a faulty mark with its reason on the result, and the next good one takes it away', async () => {
    await measure(60, { t1: { value: 50 } });
    const taskId = await measure(30, { t1: { value: 2, unit: 's' } });
    expect(await current('t1')).toBeUndefined();
    expect((await metrics()).qubit_metrics.t1?.['0']).toMatchObject({ state: 'faulty', value: null });
    const { gate_marks } = await owner.api.getTaskResult({ params: { task_id: taskId } });
    expect(gate_marks.t1).toMatchObject({ state: 'faulty', because: 'longer_than_a_second' });
    expect((await held()).total).toBe(0);
    await owner.api.setTaskResultExcluded({ params: { task_id: taskId }, body: { excluded: true, reason: 'broken' } });
    expect(await current('t1')).toBe(50);
    await owner.api.setTaskResultExcluded({ params: { task_id: taskId }, body: { excluded: false, reason: '' } });
    expect(await current('t1')).toBeUndefined();
    await measure(20, { t1: { value: 60 } });
    expect(await current('t1')).toBe(60);
  });

  it('a held value of an excluded result counts for nothing when it is accepted, until the result is included again', async () => {
    await measure(60, { t1: { value: 50 } });
    const taskId = await measure(30, { t1: { value: 40 } }, { r2: 0.5 });
    const value = await firstHeld();
    const exclude = (excluded: boolean) =>
      owner.api.setTaskResultExcluded({ params: { task_id: taskId }, body: { excluded, reason: 'probe' } });
    await exclude(true);
    expect((await held()).total).toBe(0);
    await decide('accept', [value]);
    expect(await allModes('t1')).toEqual([50, 50, 50]);
    expect(await current('t1')).toBe(50);
    await exclude(false);
    expect(await current('t1')).toBe(40);
    expect(await allModes('t1')).toEqual([40, 50, 45]);
  });

  it('an exclusion falls back over held and rejected values to what counts', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(50, { [readout]: { value: 0.83 } }, poorFit);
    const newest = await measure(40, { [readout]: { value: 0.96 } });
    expect(await current(readout)).toBe(0.96);
    await owner.api.setTaskResultExcluded({ params: { task_id: newest }, body: { excluded: true, reason: 'probe' } });
    expect(await current(readout)).toBe(0.95);
  });

  it('of a target waits the newest held value whose result is not excluded, unless something newer counts', async () => {
    const waiting = async () => (await metrics()).held_values?.map(({ value }) => value);
    const exclude = (task_id: string, excluded = true) =>
      owner.api.setTaskResultExcluded({ params: { task_id }, body: { excluded, reason: 'probe' } });
    await measure(60, { t1: { value: 50 } });
    const older = await measure(50, { t1: { value: 500 } }, { r2: 0.3 });
    const newer = await measure(40, { t1: { value: 5 } }, { r2: 0.3 });
    expect(await waiting()).toEqual([5]);
    await exclude(newer);
    expect(await waiting()).toEqual([500]);
    await exclude(older);
    expect(await waiting()).toEqual([]);
    await exclude(newer, false);
    await exclude(older, false);
    expect(await waiting()).toEqual([5]);
    const counts = await measure(30, { t1: { value: 51 } });
    expect(await waiting()).toEqual([]);
    await exclude(counts);
    expect(await waiting()).toEqual([5]);
    await exclude(counts, false);
    expect(await waiting()).toEqual([]);
  });

  it('a held value of another project or chip is not found by its id', async () => {
    await measure(60, { [readout]: { value: 0.83 } }, poorFit);
    const value = await firstHeld();
    await owner.api.createChip({ body: { chip_id: 'other', topology_id: 'linear-4' } });
    const elsewhere = { chip_id: 'other', decision: 'accept' as const, values: [value] };
    expect(await owner.api.decideHeldValues({ body: elsewhere })).toMatchObject({ decided: 0, refused: 1 });
    const stranger = await world.register(`stranger-${counter}`);
    await stranger.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const foreign = { ...elsewhere, chip_id: 'chip' };
    expect(await stranger.api.decideHeldValues({ body: foreign })).toMatchObject({ decided: 0, refused: 1 });
    expect((await held()).total).toBe(1);
    const unknown = { ...elsewhere, chip_id: 'nowhere' };
    expect(await refusal(owner.api.decideHeldValues({ body: unknown }))).toMatchObject({ status: 400 });
  });

  it('many are decided at once, by editors alone, and the list counts truly page by page', async () => {
    // Each too far from the one before to agree with it.
    for (const [minutes, value] of [
      [50, 500],
      [40, 5],
      [30, 800],
    ] as const)
      await measure(minutes, { t1: { value } }, { r2: 0.3 });
    const page = await owner.api.listHeldMeasurements({ query: { chip_id: 'chip', limit: 2 } });
    expect([page.total, page.measurements.length]).toEqual([3, 2]);
    const rest = await owner.api.listHeldMeasurements({ query: { chip_id: 'chip', skip: 2, limit: 2 } });
    const all = [...page.measurements, ...rest.measurements];
    expect(all.map(({ values }) => values[0]?.value)).toEqual([800, 5, 500]);
    const viewer = await world.register(`viewer-${counter}`);
    await world.join(owner.api, {
      params: { project_id: owner.projectId },
      body: { username: viewer.username, role: 'viewer' },
    });
    const values = all.map(({ id }) => ({ id, metric: 't1' }));
    const headers = { 'x-project-id': owner.projectId };
    const body = { chip_id: 'chip', decision: 'accept' as const, values };
    expect(await refusal(viewer.api.decideHeldValues({ body, headers }))).toMatchObject({ status: 403 });
    expect(await owner.api.decideHeldValues({ body })).toMatchObject({ decided: 3, unchanged: 0, refused: 0 });
    expect(await current('t1')).toBe(800);
    expect(await owner.api.decideHeldValues({ body })).toMatchObject({ decided: 0, unchanged: 3, refused: 0 });
  });
});

describe('a write gate that does not hold', () => {
  it('a gate that warns lets what can be count, with a remark, and refuses what cannot', async () => {
    await scene('warn');
    await measure(60, { [readout]: { value: 0.43 }, t1: { value: 2, unit: 's' } });
    expect(await current('t1')).toBeUndefined();
    expect(await current(readout)).toBeUndefined();
    expect((await historyOf(readout))[0]?.gate).toMatchObject({ state: 'faulty', because: 'no_better_than_chance' });
    expect((await historyOf('t1'))[0]?.gate).toMatchObject({ state: 'rejected', because: 'longer_than_a_second' });
    expect((await held()).total).toBe(0);
  });

  it('a gate that is off says nothing of what can be', async () => {
    await scene('off');
    await measure(60, { [readout]: { value: 0.43 } });
    expect(await current(readout)).toBe(0.43);
    expect((await historyOf(readout))[0]?.gate).toBeNull();
  });

  it('the gate is set by the owner, answered with the project, and another word is refused', async () => {
    await scene('off');
    const set = (value_gate: string) =>
      owner.api.updateProject({
        params: { project_id: owner.projectId },
        body: { value_gate: value_gate as 'off' },
      });
    expect((await set('hold')).value_gate).toBe('hold');
    expect((await owner.api.updateProject({ params: { project_id: owner.projectId }, body: {} })).value_gate).toBe(
      'hold',
    );
    expect(await refusal(set('maybe'))).toMatchObject({ status: 400 });
  });
});
