import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const params = { chip_id: 'chip' };

let world: World;
let owner: Caller;
let executionId: string;

/** The instant so many hours ago. */
const ago = (hours: number): string =>
  new Date(Math.floor(world.now().getTime() / 1000) * 1000 - hours * 3_600_000).toISOString();

const set = (qid: string, metric: string, value: number, hours: number) =>
  owner.api.updateCalibrationParameters({
    body: { chip_id: 'chip', qid, parameters: { [metric]: { value, error: 1, calibrated_at: ago(hours) } } },
  });

const overview = (hours: number, limit?: number) =>
  owner.api.getChipOverview({ params, query: { since: ago(hours), ...(limit === undefined ? {} : { limit }) } });

type Measured = Record<string, { value: number; error?: number; unit?: string }>;

/** What a worker's run reports: failures, one of which a later attempt overcomes, a fall of T1, and what the gate takes no part in. */
async function runOfWorker(): Promise<void> {
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const started = await owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
  executionId = started.execution_id;
  const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
  const fence = await vi.waitFor(async () => {
    const { run } = await owner.api.claimRun({ body: claim });
    if (!run) throw new Error('the run waits for its step');
    return run.fence;
  }, forSlowMachines);
  const result = (task: string, qid: string, hours: number, attempt: number, output_parameters?: Measured) => ({
    ...{ task, task_type: 'qubit' as const, qid, attempt, start_at: ago(hours), end_at: ago(hours) },
    ...(output_parameters
      ? { status: 'completed' as const, output_parameters }
      : { status: 'failed' as const, message: 'R² 0.39, below 0.5' }),
  });
  await owner.api.reportTaskResults({
    params: { flow_run_id: started.flow_run_id },
    body: {
      fence,
      results: [
        result('CheckRabi', '0', 3, 1),
        result('CheckRabi', '1', 3, 1),
        result('CheckRabi', '1', 2, 2, {}),
        result('CheckT1', '0', 1, 1, { t1: { value: 12, error: 1, unit: 'us' } }),
        result('CheckT1', '2', 1, 1, { t1: { value: -5, unit: 'us' } }),
        result('ReadoutClassification', '3', 1, 1, { average_readout_fidelity: { value: 1 } }),
      ],
    },
  });
  await owner.api.finishRun({ params: { flow_run_id: started.flow_run_id }, body: { fence, status: 'completed' } });
}

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate: 'hold' } });
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.createCryostat({ body: { cryo_id: 'fridge', name: 'Blue fridge' } });
  for (const [n, t1] of [60, 55, 66, 58, 63, 52, 70, 61, 59, 62].entries()) await set('0', 't1', t1, (12 - n) * 24);
  await set('1', 't2_echo', 30, 60);
  await set('2', 't2_echo', 31, 100);
  await set('3', 't1', 50, 5);
  const cooldown = { cooldown_id: 'CD-1', cryo_id: 'fridge', started_at: ago(400), chip_ids: ['chip'] };
  await owner.api.createCooldown({ body: cooldown });
  await runOfWorker();
  await world.stack.settle();
});
afterAll(() => world.stop());

describe('the overview of a chip since an instant', () => {
  it('the overview tells of the change beyond 3 sigma with its score, and of no other', async () => {
    const { changed } = await overview(24);
    expect(changed).toMatchObject({ total: 1, totals: { notable: 1, worse: 1 } });
    const [fall] = changed.items;
    expect(fall).toMatchObject({ kind: 'qubit', target_id: '0', metric: 't1', direction: 'worse' });
    expect([fall?.before?.value, fall?.after?.value, fall?.after?.execution_id]).toEqual([62, 12, executionId]);
    expect(fall?.score?.z).toBeLessThan(-3);
    const { differences } = await owner.api.getChipDifferences({ params, query: { as_of_before: ago(24) } });
    expect(fall).toEqual(differences.find(({ target_id, metric }) => target_id === '0' && metric === 't1'));
  });

  it('the overview lists the failure that remains, and not one that a later attempt overcame', async () => {
    const { failed, runs } = await overview(24);
    expect(failed).toMatchObject({ total: 1, counted_all: true });
    expect(failed.items).toMatchObject([
      { task_name: 'CheckRabi', target_id: '0', execution_id: executionId, message: 'R² 0.39, below 0.5' },
    ]);
    expect(runs).toMatchObject({ total: 1, tasks: { completed: 4, failed: 2 }, last: { execution_id: executionId } });
  });

  it('the overview takes a failure for nothing while its result is excluded', async () => {
    const [failure] = (await overview(24)).failed.items;
    const task_id = failure?.task_id ?? '';
    const exclude = (excluded: boolean) =>
      owner.api.setTaskResultExcluded({ params: { task_id }, body: { excluded, reason: 'cable' } });
    await exclude(true);
    await world.stack.settle();
    expect((await overview(24)).failed.total).toBe(0);
    await exclude(false);
    await world.stack.settle();
    expect((await overview(24)).failed.total).toBe(1);
  });

  it('the overview tells what expired since then, and how much is stale altogether', async () => {
    const { expired } = await overview(24);
    expect(expired).toMatchObject({
      total: 1,
      stale_total: 2,
      by_metric: [{ kind: 'qubit', metric: 't2_echo', count: 1 }],
    });
    expect(expired.items).toMatchObject([{ target_id: '1', metric: 't2_echo', value: 30, unit: 'us' }]);
    const since = (await overview(24 * 30)).expired;
    expect(since.items.map(({ target_id }) => target_id)).toEqual(['1', '2']);
  });

  it('the overview names the qubits of all that failed or expired, each once, wherever its lists are cut', async () => {
    expect((await overview(24)).to_measure).toEqual({ targets: 2, qubits: ['0', '1'] });
    expect((await overview(24 * 30, 1)).to_measure).toEqual({ targets: 3, qubits: ['0', '1', '2'] });
    expect((await overview(0.5)).to_measure).toEqual({ targets: 0, qubits: [] });
  });

  it('the overview lists what is faulty and what is held, which can be accepted by the id that it gives', async () => {
    const { faulty, held } = await overview(0.5);
    expect(faulty).toMatchObject({ total: 1, items: [{ kind: 'qubit', target_id: '2', metric: 't1' }] });
    expect(held).toMatchObject({
      total: 1,
      items: [{ target_id: '3', value: 1, because: 'perfect_without_shots' }],
    });
    const values = (held?.items ?? []).map(({ id, metric }) => ({ id, metric }));
    const body = { chip_id: 'chip', decision: 'accept' as const, reason: 'looked at it', values };
    expect(await owner.api.decideHeldValues({ body })).toMatchObject({ decided: 1 });
    expect((await overview(0.5)).held).toEqual({ total: 0, measured_only: 0, items: [] });
  });

  it('the overview names the cool-down with its cryostat, the notes since then, and what runs next', async () => {
    const before = await overview(24);
    expect(before.cooldown).toMatchObject({ cooldown_id: 'CD-1', cryo_id: 'fridge', cryo_name: 'Blue fridge' });
    expect([before.notes.total, before.runs.next]).toEqual([0, null]);
    await owner.api.upsertChipNote({ params, body: { content: 'the fridge hummed' } });
    await owner.api.scheduleFlow({ params: { name: 'lab' }, body: { cron: '30 6 * * *', timezone: 'Asia/Tokyo' } });
    const { notes, runs } = await overview(24);
    expect(notes).toMatchObject({ total: 1, items: [{ scope: 'chip', content: 'the fridge hummed', actor: 'owner' }] });
    await owner.api.upsertChipNote({ params, body: { content: 'the fridge is silent' } });
    const { total, items, counted_all } = (await overview(24, 1)).notes;
    expect([total, items.map(({ content }) => content), counted_all]).toEqual([2, ['the fridge is silent'], true]);
    expect(runs.next).toMatchObject({ kind: 'scheduled', flow_name: 'lab', username: 'owner' });
    expect(runs.next?.at).toMatch(/T21:30:00\.000Z$/);
  });

  it('the overview of another chip has none of it but the project', async () => {
    await owner.api.createChip({ body: { chip_id: 'other', topology_id: 'linear-2' } });
    const other = await owner.api.getChipOverview({ params: { chip_id: 'other' }, query: { since: ago(24) } });
    expect(other).toMatchObject({
      ...{ cooldown: null, last_calibrated_at: null },
      changed: { total: 0 },
      failed: { total: 0 },
      expired: { total: 0, stale_total: 0 },
      runs: { total: 0, last: null, next: null },
      notes: { total: 0 },
    });
  });

  it('the overview since after everything has neither a change nor a run, and still the newest run', async () => {
    world.advance(3600);
    const found = await overview(0.5);
    expect([found.changed.total, found.failed.total, found.expired.total, found.notes.total]).toEqual([0, 0, 0, 0]);
    expect(found.runs.last?.execution_id).toBe(executionId);
  });

  it('the overview cuts each list at the limit and counts all of it', async () => {
    const { expired } = await overview(24 * 30, 1);
    expect([expired.total, expired.items.length]).toEqual([2, 1]);
  });

  it('the overview is refused for an instant to come, without an instant, and for an unknown chip', async () => {
    expect(await refusal(overview(-1))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('not in the past'),
    });
    const without = owner.api.getChipOverview({ params, query: {} as { since: string } });
    expect(await refusal(without)).toMatchObject({ status: 400 });
    const unknown = owner.api.getChipOverview({ params: { chip_id: 'none' }, query: { since: ago(1) } });
    expect(await refusal(unknown)).toMatchObject({ status: 404, detail: expect.stringContaining("'none'") });
  });
});
