import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Undoing, undoing } from '../support/undoing.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Undoing;
let counter = 0;
let run: { flow_run_id: string; fence: number };
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  ada = undoing(world, owner);
  await ada.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate: 'hold' } });
  await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await ada.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const { flow_run_id } = await ada.api.executeFlow({ params: { name: 'lab' }, body: {} });
  const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
  await expect.poll(async () => (await ada.api.claimRun({ body })).run).not.toBeNull();
  run = { flow_run_id, fence: (await ada.api.claimRun({ body })).run?.fence ?? 0 };
});

const ago = (minutes: number): string => new Date(world.now().getTime() - minutes * 60_000).toISOString();

/** Reports what a task of the run measured on qubit 0, so many minutes ago. @returns the id of its result. */
async function measure(minutes: number, output_parameters: Record<string, { value: number }>, r2?: number) {
  const at = ago(minutes);
  const result = {
    ...{ task: 'CheckT1', task_type: 'qubit' as const, qid: '0', status: 'completed' as const },
    ...{ start_at: at, end_at: at, output_parameters, attempt: minutes, ...(r2 !== undefined && { r2 }) },
  };
  const { flow_run_id, fence } = run;
  const { results } = await ada.api.reportTaskResults({ params: { flow_run_id }, body: { fence, results: [result] } });
  return results[0]?.task_id ?? '';
}

const set = (parameters: Record<string, { value: number; calibrated_at?: string }>, persist = true) =>
  ada.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters, persist } });
const qubit = () => ada.api.getChipQubit({ params: { chip_id: 'chip', qid: 0 } });
const valuesOf = async () => (await qubit()).data;
const value = async (metric: string) => (await valuesOf())[metric]?.value ?? null;
const lastCalibrated = async () =>
  (await ada.api.getChip({ params: { chip_id: 'chip' }, query: { include: 'none' } })).last_calibrated_at;
const audit = async () =>
  (await ada.api.listProjectAuditEntries({ params: { project_id: owner.projectId }, query: {} })).entries;
const historyOf = async (metric: string) =>
  (await ada.api.getQubitMetricHistory({ params: { chip_id: 'chip', qid: '0' }, query: { metric } })).history;
/** The metrics of which a value waits at its target. */
const waiting = async () =>
  (await ada.api.getChipMetrics({ params: { chip_id: 'chip' }, query: {} })).held_values?.map(({ metric }) => metric) ??
  [];
const held = async () => (await ada.api.listHeldMeasurements({ query: { chip_id: 'chip' } })).total;

describe('undoing values that were set by hand', () => {
  it('an undone edit leaves what was measured before, with its date and source, and the history says who and when', async () => {
    await measure(60, { t1: { value: 50 } });
    const before = [await valuesOf(), await lastCalibrated()];
    await set({ t1: { value: 500 }, t2_echo: { value: 40 } });
    expect(await value('t1')).toBe(500);
    const undo = await ada.undo();
    expect([await valuesOf(), await lastCalibrated()]).toEqual(before);
    expect((await historyOf('t1'))[0]).toMatchObject({
      value: 500,
      gate: { state: 'rejected', because: 'set_and_undone', decided_by: owner.username },
    });
    const [entry, edit] = await audit();
    expect(entry).toMatchObject({
      ...{ audit_id: undo.audit_id, action: 'withdraw-values', actor: owner.username, can_undo: true, undone: null },
      details: { undoes: edit?.audit_id, parameters: { t1: { before: 500, after: 50 } } },
    });
    expect(edit).toMatchObject({
      ...{ action: 'update-parameters', can_undo: false, cannot_undo_because: null },
      undone: { audit_id: undo.audit_id, by: owner.username, at: undo.at },
    });
    const range = { start_at: ago(600), end_at: ago(-1), selection_mode: 'average' as const };
    const { qubit_metrics } = await ada.api.getChipMetrics({ params: { chip_id: 'chip' }, query: range });
    expect(qubit_metrics.t1?.['0']?.value).toBe(50);
  });

  it('an undo is undone by its own entry, again and again', async () => {
    await set({ t1: { value: 500 } });
    const [after, dated] = [await valuesOf(), await lastCalibrated()];
    for (let round = 0; round < 2; round += 1) {
      await ada.undo();
      expect([await value('t1'), await lastCalibrated()]).toEqual([null, null]);
      await ada.undo();
      expect([await valuesOf(), await lastCalibrated()]).toEqual([after, dated]);
    }
    expect((await historyOf('t1'))[0]?.gate ?? null).toBeNull();
  });

  it('an undo after another change is refused, names what counts now, and changes nothing', async () => {
    await set({ t1: { value: 500 } });
    const [first] = ada.undoable();
    await set({ t1: { value: 55 } });
    const table = await world.scan();
    const { status, detail } = await refusal(ada.undo(first));
    expect(status).toBe(409);
    expect(detail).toMatch(/^'t1' of qubit '0' has changed since: it is 55 us, set by hand for 20/);
    expect(await world.scan()).toBe(table);
  });

  it('a run that holds the lock does not stop an undo, and one that measured since makes it refused', async () => {
    await measure(60, { t1: { value: 50 } });
    await set({ t1: { value: 500, calibrated_at: ago(30) } });
    await ada.undo();
    expect(await value('t1')).toBe(50);
    await ada.undo();
    const [putBack] = ada.undoable();
    await measure(10, { t1: { value: 52 } });
    expect((await refusal(ada.undo(putBack))).detail).toMatch(/it is 52 us, measured in run '.*' at 20/);
  });

  it('a value for the past is taken from the history, and the current value stays', async () => {
    await measure(10, { t1: { value: 50 } });
    await set({ t1: { value: 45, calibrated_at: ago(100) } });
    await ada.undo();
    expect(await value('t1')).toBe(50);
    expect((await historyOf('t1')).map((one) => [one.value, one.gate?.state ?? null])).toEqual([
      [50, null],
      [45, 'rejected'],
    ]);
  });

  it('an undone proposal waits no more, and waits again when that is undone', async () => {
    await set({ t1: { value: 60 } }, false);
    expect(await held()).toBe(1);
    await ada.undo();
    expect([await held(), await waiting()]).toEqual([0, []]);
    await ada.undo();
    expect(await held()).toBe(1);
    expect(await waiting()).toEqual(['t1']);
  });

  it('two undos at once and a repeated one happen once and answer the same entry', async () => {
    await set({ t1: { value: 500 } });
    const [auditId] = ada.undoable();
    const answers = await Promise.all([ada.undo(auditId), ada.undo(auditId), ada.undo(auditId)]);
    answers.push(await ada.undo(auditId));
    expect(new Set(answers.map(({ audit_id }) => audit_id)).size).toBe(1);
    expect((await audit()).filter(({ action }) => action === 'withdraw-values')).toHaveLength(1);
  });
});

const readout = 'average_readout_fidelity';

describe('undoing a decision about a held value', () => {
  const decide = async (decision: 'accept' | 'reject') => {
    const { measurements } = await ada.api.listHeldMeasurements({ query: { chip_id: 'chip' } });
    const values = measurements.map(({ id, values: [first] }) => ({ id, metric: first?.metric ?? '' }));
    return ada.api.decideHeldValues({ body: { chip_id: 'chip', decision, reason: 'looked at it', values } });
  };

  it('an undone acceptance holds the value again, and the value before is current', async () => {
    await measure(60, { [readout]: { value: 0.95 } });
    await measure(30, { [readout]: { value: 0.83 } }, 0.5);
    const before = [await valuesOf(), await waiting(), await lastCalibrated()];
    await decide('accept');
    expect(await value(readout)).toBe(0.83);
    await ada.undo();
    expect([await valuesOf(), await waiting(), await held()]).toEqual([before[0], before[1], 1]);
    expect((await historyOf(readout))[0]?.gate).toMatchObject({ state: 'held', decided_by: null });
    await ada.undo();
    expect([await value(readout), await held()]).toEqual([0.83, 0]);
    await ada.undo();
    expect(await held()).toBe(1);
  });

  it('an undone rejection holds the value again', async () => {
    await measure(30, { [readout]: { value: 0.83 } }, 0.5);
    await decide('reject');
    expect(await held()).toBe(0);
    await ada.undo();
    expect([await held(), await waiting()]).toEqual([1, [readout]]);
  });

  it('an undone decision that was decided otherwise since is not put back', async () => {
    await measure(30, { [readout]: { value: 0.83 } }, 0.5);
    await decide('reject');
    await ada.undo();
    const [reopened] = ada.undoable();
    await decide('accept');
    const { status, detail } = await refusal(ada.undo(reopened));
    expect([status, detail]).toEqual([409, expect.stringMatching(`was accepted by '${owner.username}' on 20`)]);
  });
});

describe('undoing an exclusion', () => {
  const exclude = (task_id: string, excluded: boolean, reason = 'warm') =>
    ada.api.setTaskResultExcluded({ params: { task_id }, body: { excluded, reason } });

  it('an undone exclusion counts again, and an undone inclusion is excluded for the former reason', async () => {
    await measure(60, { t1: { value: 50 } });
    const taskId = await measure(30, { t1: { value: 90 } });
    await exclude(taskId, true, 'warm fridge');
    expect(await value('t1')).toBe(50);
    await ada.undo();
    expect(await value('t1')).toBe(90);
    await ada.undo();
    expect(await ada.api.getTaskResult({ params: { task_id: taskId } })).toMatchObject({
      excluded: true,
      excluded_reason: 'warm fridge',
    });
    await exclude(taskId, false, 'not warm');
    await ada.undo();
    const result = await ada.api.getTaskResult({ params: { task_id: taskId } });
    expect(result).toMatchObject({ excluded: true, excluded_reason: 'warm fridge' });
    expect(await value('t1')).toBe(50);
  });

  it('many results that were excluded at once are named one by one and undone one by one', async () => {
    const ids = [await measure(60, { t1: { value: 50 } }), await measure(30, { t1: { value: 90 } })];
    await ada.api.setTaskResultsExcluded({ body: { task_ids: ids, excluded: true, reason: 'warm' } });
    expect(await value('t1')).toBeNull();
    const entries = ada.undoable();
    expect(entries).toHaveLength(2);
    for (const entry of entries) await ada.undo(entry);
    expect(await value('t1')).toBe(90);
  });

  it('an exclusion that was changed since is not undone, and the detail says by whom', async () => {
    const taskId = await measure(30, { t1: { value: 90 } });
    await exclude(taskId, true, 'warm');
    const [first] = ada.undoable();
    await exclude(taskId, true, 'really warm');
    expect((await refusal(ada.undo(first))).detail).toMatch(
      new RegExp(`^Task result '${taskId}' was excluded by '${owner.username}' on 20.* since$`),
    );
    await exclude(taskId, false);
    expect((await refusal(ada.undo(first))).detail).toBe(`Task result '${taskId}' was included again since`);
  });
});

describe('who may undo, and what cannot be undone', () => {
  it('a viewer undoes nothing, and an entry of another project is not found', async () => {
    await set({ t1: { value: 500 } });
    const [entry = ''] = ada.undoable();
    const viewer = await world.register(`viewer-${counter}`);
    const params = { project_id: owner.projectId };
    await world.join(owner.api, { params, body: { username: viewer.username, role: 'viewer' } });
    const theirs = undoing(world, { token: viewer.token, projectId: owner.projectId });
    expect((await refusal(theirs.undo(entry))).status).toBe(403);
    expect((await refusal(undoing(world, viewer).undo(entry))).status).toBe(404);
    expect(await value('t1')).toBe(500);
  });

  it('an entry of an earlier version, or of an act that ends something, says why it is not undone', async () => {
    const { detail } = await refusal(ada.undo('0b6d6b0e-6f6f-4b9a-9c36-000000000001'));
    expect(detail).toContain('was written by an earlier version, which kept nothing to undo it');
    const spare = { chip_id: 'spare' };
    await ada.api.createChip({ body: { ...spare, topology_id: 'linear-2' } });
    await ada.api.deleteChip({ params: spare, query: { force: true, permanent: true } });
    const { entries } = await ada.api.listProjectAuditEntries({
      params: { project_id: owner.projectId },
      query: { action: 'delete-chip' },
    });
    const [entry] = entries;
    expect(entry).toMatchObject({ can_undo: false, undone: null });
    expect(entry?.cannot_undo_because).toBe('The chip was deleted for good');
    expect((await refusal(ada.undo(entry?.audit_id))).status).toBe(409);
  });
});
