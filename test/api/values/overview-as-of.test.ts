import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const params = { chip_id: 'chip' };

let world: World;
let owner: Caller;
/** The overview while a run was going on, as it was read then, since when, and the instant at which it was read. */
let told: Awaited<ReturnType<Caller['api']['getChipOverview']>>;
let since: string;
let asOf: string;
let madeAt: string;

/** The instant so many hours ago. */
const ago = (hours: number): string =>
  new Date(Math.floor(world.now().getTime() / 1000) * 1000 - hours * 3_600_000).toISOString();

const set = (qid: string, metric: string, value: number, hours: number) =>
  owner.api.updateCalibrationParameters({
    body: { chip_id: 'chip', qid, parameters: { [metric]: { value, error: 1, calibrated_at: ago(hours) } } },
  });

type Measured = Record<string, { value: number; error?: number; unit?: string }>;

const result = (task: string, qid: string, hours: number, attempt: number, output_parameters?: Measured) => ({
  ...{ task, task_type: 'qubit' as const, qid, attempt, start_at: ago(hours), end_at: ago(hours) },
  ...(output_parameters
    ? { status: 'completed' as const, output_parameters }
    : { status: 'failed' as const, message: 'R² 0.39, below 0.5' }),
});

/** A worker's run, which reports and ends as the test says. */
async function startRun() {
  const started = await owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
  const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
  const fence = await vi.waitFor(async () => {
    const { run } = await owner.api.claimRun({ body: claim });
    if (!run) throw new Error('the run waits for its step');
    return run.fence;
  }, forSlowMachines);
  const run = { flow_run_id: started.flow_run_id };
  return {
    executionId: started.execution_id,
    report: (...results: ReturnType<typeof result>[]) =>
      owner.api.reportTaskResults({ params: run, body: { fence, results } }),
    finish: async () => {
      await owner.api.finishRun({ params: run, body: { fence, status: 'completed' } });
      // The next run waits until the project is free.
      await vi.waitFor(async () => {
        const { holder } = await owner.api.getExecutionLockStatus();
        if (holder) throw new Error('the run has yet to end');
      }, forSlowMachines);
    },
  };
}

const overview = (query: { since: string; as_of?: string; limit?: number }) =>
  owner.api.getChipOverview({ params, query });

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate: 'hold' } });
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  madeAt = world.now().toISOString();
  await owner.api.createCryostat({ body: { cryo_id: 'fridge', name: 'Blue fridge' } });
  for (const [n, t1] of [60, 55, 66, 58, 63, 52, 70, 61, 59, 62].entries()) await set('0', 't1', t1, (12 - n) * 24);
  await set('1', 't2_echo', 30, 60);
  await set('3', 't1', 50, 5);
  const cooldown = { cooldown_id: 'CD-1', cryo_id: 'fridge', started_at: ago(400), chip_ids: ['chip'] };
  await owner.api.createCooldown({ body: cooldown });
  await owner.api.upsertChipNote({ params, body: { content: 'the fridge hummed' } });
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  const before = await startRun();
  await before.report(
    result('CheckRabi', '0', 3, 1),
    result('CheckRabi', '1', 3, 1),
    result('CheckRabi', '1', 2, 2, {}),
    result('CheckT1', '0', 1, 1, { t1: { value: 12, error: 1, unit: 'us' } }),
    result('CheckT1', '2', 1, 1, { t1: { value: -5, unit: 'us' } }),
    result('ReadoutClassification', '3', 1, 1, { average_readout_fidelity: { value: 1 } }),
  );
  await before.finish();
  const going = await startRun();
  await going.report(result('CheckRamsey', '3', 0.5, 1), result('CheckRamsey', '2', 0.5, 1, {}));
  await world.stack.settle();
  since = ago(24);
  told = await overview({ since });
  asOf = world.now().toISOString();

  // What comes later has no part in what was.
  world.advance(20);
  await going.report(result('CheckRamsey', '3', 0, 2, {}), result('CheckRabi', '0', 0, 2, {}));
  await going.finish();
  world.advance(26 * 3600);
  const { access_token } = await owner.api.login({ body: { username: owner.username, password: owner.password } });
  owner = { ...owner, api: world.client(access_token) };
  const after = await startRun();
  await after.report(
    result('CheckT1', '0', 1, 1, { t1: { value: 61, error: 1, unit: 'us' } }),
    result('CheckT1', '2', 1, 1, { t1: { value: 44, error: 1, unit: 'us' } }),
    result('CheckT1', '1', 1, 1),
  );
  await after.finish();
  await set('1', 't2_echo', 33, 1);
  await owner.api.upsertChipNote({ params, body: { content: 'the fridge is silent' } });
  await owner.api.decideHeldValues({
    body: {
      ...{ chip_id: 'chip', decision: 'reject', reason: 'a cable' },
      values: (told.held?.items ?? []).map(({ id, metric }) => ({ id, metric })),
    },
  });
  await owner.api.updateCooldown({ params: { cooldown_id: 'CD-1' }, body: { ended_at: ago(2) } });
  await owner.api.createCooldown({
    body: { cooldown_id: 'CD-2', cryo_id: 'fridge', started_at: ago(1), chip_ids: ['chip'] },
  });
  await owner.api.scheduleFlow({ params: { name: 'lab' }, body: { cron: '30 6 * * *', timezone: 'Asia/Tokyo' } });
  await world.stack.settle();
});
afterAll(() => world.stop());

describe('the overview of a chip as of a past instant', () => {
  it('the overview as of an instant is what it told then, but for what waited and what was planned', async () => {
    const found = await overview({ since, as_of: asOf });
    expect(found).toEqual({
      ...told,
      ...{ as_of: asOf, complete_until: asOf, held: null },
      runs: { ...told.runs, next: null },
      // The value that was held then has been rejected since.
      changed: { ...told.changed, totals: { ...told.changed.totals, appeared: told.changed.totals.appeared - 1 } },
    });
    expect(told.held?.total).toBe(1);
    // There was something of everything to be told.
    expect([told.changed.total, told.failed.total, told.expired.total, told.faulty.total]).toEqual([1, 2, 1, 1]);
    expect([told.notes.total, told.runs.total, told.cooldown?.cooldown_id]).toEqual([1, 2, 'CD-1']);
    expect(told.runs.last).toMatchObject({ status: 'running', end_at: null, tasks: { failed: 1, completed: 1 } });
    const now = await overview({ since });
    expect([now.failed.total, now.faulty.total, now.cooldown?.cooldown_id, now.runs.total]).toEqual([1, 0, 'CD-2', 3]);
  });

  it('the overview as of an instant judges changes as the differences between the two instants', async () => {
    const { changed, last_calibrated_at } = await overview({ since, as_of: asOf });
    const query = { as_of_before: since, as_of_after: asOf };
    const { differences } = await owner.api.getChipDifferences({ params, query });
    expect(changed.items[0]).toEqual(differences.find(({ target_id }) => target_id === '0'));
    expect(changed.items[0]?.after?.value).toBe(12);
    expect(last_calibrated_at).toBe(changed.items[0]?.after?.at);
  });

  it('the overview as of an instant counts as stale what the metrics as of it call stale', async () => {
    const { expired } = await overview({ since, as_of: asOf });
    const { qubit_coverage } = await owner.api.getChipMetrics({ params, query: { as_of: asOf } });
    const stale = Object.values(qubit_coverage).reduce((sum, of) => sum + of.stale, 0);
    expect(expired.stale_total).toBe(stale);
    expect(expired.items).toMatchObject([{ target_id: '1', metric: 't2_echo', value: 30 }]);
  });

  it('the overview as of an instant to come is that of the present', async () => {
    const now = await overview({ since });
    const later = await overview({ since, as_of: '2999-01-01' });
    expect(later).toEqual({ ...now, as_of: later.as_of, complete_until: later.complete_until });
    expect(later.as_of < '2999').toBe(true);
  });

  it('the overview of before a chip was made has nothing, and no cool-down but that of that time', async () => {
    const early = await overview({ since: '2019-12-31', as_of: '2020-01-01' });
    expect(early).toMatchObject({
      ...{ as_of: '2020-01-01T23:59:59.999Z', last_calibrated_at: null, cooldown: null, held: null },
      changed: { total: 0, items: [] },
      failed: { total: 0, items: [] },
      expired: { total: 0, stale_total: 0 },
      faulty: { total: 0 },
      runs: { total: 0, last: null, next: null },
      notes: { total: 0 },
      to_measure: { targets: 0, qubits: [] },
    });
    const imported = new Date(Date.parse(madeAt) - 5 * 24 * 3_600_000).toISOString();
    const before = await overview({ since: '2020-01-01', as_of: imported });
    expect(before).toMatchObject({ qubit_count: 4, cooldown: { cooldown_id: 'CD-1' }, runs: { last: null } });
  });

  it('the overview refuses an as_of that is not an instant, or that does not come after since', async () => {
    expect(await refusal(overview({ since, as_of: 'last Tuesday' }))).toMatchObject({ status: 400 });
    for (const as_of of [since, '2020-01-01'])
      expect(await refusal(overview({ since, as_of }))).toMatchObject({
        status: 400,
        detail: expect.stringContaining('is not before as_of'),
      });
  });

  it('medians as of an instant are of the last days that were over then', async () => {
    const query = { timezone: 'UTC', metrics: ['t1'] };
    const found = await owner.api.getChipMedians({ params, query: { ...query, as_of: asOf, days: 3 } });
    const today = asOf.slice(0, 10);
    expect(found.days.every(({ date }) => date < today)).toBe(true);
    const now = await owner.api.getChipMedians({ params, query: { ...query, days: 31 } });
    for (const [n, { date }] of found.days.entries()) {
      const same = now.days.findIndex((day) => day.date === date);
      expect(found.qubit_metrics.t1?.[n]).toEqual(now.qubit_metrics.t1?.[same]);
    }
  });
});
