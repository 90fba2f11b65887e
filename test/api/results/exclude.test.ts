import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { auditEntity } from '#shared/projects/store/audit.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { seedRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let alice: Caller;
let start: number;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

const ended = (n: number, taskId: string, t1: number | undefined): TaskUpdate => {
  const planned = plannedTask(n, { target: '0', taskId });
  const outputParameters = t1 === undefined ? {} : { t1: measuredValue(t1) };
  const status = t1 === undefined ? ('failed' as const) : ('completed' as const);
  const outcome = outcomeOf(planned, { startAt: at(n), endAt: at(n + 0.5), status, outputParameters });
  return { kind: 'ended', planned, outcome };
};

beforeAll(async () => {
  world = await startWorld();
  alice = await world.register('alice');
  await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  start = world.now().getTime();
  const run = await seedRun(world.stack.runtime, { projectId: alice.projectId, chipId: 'chip', username: 'alice' });
  await run.write([
    ended(1, 'first', 30),
    ended(2, 'second', 40),
    ended(3, 'outlier', 900),
    ended(4, 'last', undefined),
  ]);
  await run.write([{ kind: 'running', planned: plannedTask(5, { target: '1', taskId: 'runs' }), startAt: at(5) }]);
  await world.stack.settle();
});
afterAll(() => world.stop());

const exclude = (task_id: string, excluded: boolean, reason = 'outlier') =>
  alice.api.setTaskResultExcluded({ params: { task_id }, body: { excluded, reason } });
const ofChip = { chip_id: 'chip', task: 'CheckT1' };
const latest = async () => (await alice.api.getLatestQubitTaskResults({ query: ofChip })).result['0'];
const t1 = async () => (await alice.api.getChipQubit({ params: { chip_id: 'chip', qid: 0 } })).data.t1;
const chip = () => alice.api.getChip({ params: { chip_id: 'chip' }, query: { include: 'none' } });

describe('excluding a task result', () => {
  it('excluding a task result falls back to the value before, everywhere, and including it restores it', async () => {
    expect(await t1()).toMatchObject({ value: 900 });
    const whole = [await t1(), await latest(), (await chip()).last_calibrated_at];
    await exclude('last', true);
    expect(await exclude('outlier', true)).toMatchObject({
      task_id: 'outlier',
      excluded: true,
      excluded_reason: 'outlier',
      excluded_by: 'alice',
      excluded_by_user_id: alice.userId,
    });
    expect(await t1()).toMatchObject({ value: 40, task_id: 'second', calibrated_at: at(2.5) });
    expect(await latest()).toMatchObject({ task_id: 'second' });
    expect((await chip()).last_calibrated_at).toBe(at(2.5));
    await world.stack.settle();
    const metrics = await alice.api.getChipMetrics({ params: { chip_id: 'chip' }, query: { as_of: at(10) } });
    expect(metrics.qubit_metrics.t1?.['0']).toMatchObject({ value: 40, task_id: 'second' });
    const query = { chip_id: 'chip', parameter: 't1', start_at: at(0), end_at: at(9) };
    const series = async () =>
      (await alice.api.getTimeseriesTaskResults({ query })).data['0']?.map(({ value }) => value);
    expect(await series()).toEqual([30, 40]);
    const within = { ...ofChip, date: '20200101', start_at: at(0), end_at: at(9) };
    expect((await alice.api.getHistoricalQubitTaskResults({ query: within })).result['0']?.task_id).toBe('second');

    expect(await exclude('outlier', false, '')).toMatchObject({
      excluded: false,
      excluded_by: null,
      excluded_at: null,
    });
    await exclude('last', false);
    expect([await t1(), await latest(), (await chip()).last_calibrated_at]).toEqual(whole);
    await world.stack.settle();
    expect(await series()).toEqual([30, 40, 900]);
  });

  it('excluding a task result marks it in histories, lists and its own page', async () => {
    await exclude('outlier', true, 'the fridge warmed up');
    await world.stack.settle();
    const { data } = await alice.api.getQubitTaskHistory({ params: { qid: 0 }, query: ofChip });
    expect(data.outlier).toMatchObject({ excluded: true, excluded_reason: 'the fridge warmed up' });
    expect(data.second).not.toHaveProperty('excluded');
    const { items } = await alice.api.listTaskResults({ query: { chip_id: 'chip' } });
    expect(items.flatMap((one) => (one.excluded ? [one.task_id] : []))).toEqual(['outlier']);
    const params = { chip_id: 'chip', qid: 0 };
    const { history } = await alice.api.getQubitMetricHistory({ params, query: { metric: 't1', as_of: at(10) } });
    expect(history.map(({ value, excluded }) => [value, excluded])).toEqual([
      [900, true],
      [40, false],
      [30, false],
    ]);
    expect(await alice.api.getTaskResult({ params: { task_id: 'outlier' } })).toMatchObject({
      excluded: true,
      excluded_by: 'alice',
      update_params: true,
    });
    await exclude('outlier', false);
  });

  it("excluding a result leaves nothing where nothing that counts is left, and a person's value above what it hides", async () => {
    for (const task of ['first', 'second', 'outlier', 'last']) await exclude(task, true);
    expect([await t1(), await latest()]).toEqual([
      undefined,
      { name: 'CheckT1', status: 'pending', default_view: true },
    ]);
    const body = { chip_id: 'chip', qid: '0', parameters: { t1: { value: 55, calibrated_at: at(1) } } };
    await alice.api.updateCalibrationParameters({ body });
    await exclude('first', false);
    expect(await t1()).toMatchObject({ value: 30, source: 'simulator' });
    await exclude('first', true);
    await world.stack.settle();
    expect(await t1()).toMatchObject({ value: 55, source: 'manual' });
    for (const task of ['first', 'second', 'outlier', 'last']) await exclude(task, false);
  });

  it('excluding a task result is one entry of the audit each time that something changes', async () => {
    const entries = async () => {
      const items = await queryAll(world.stack.runtime.db, projectKeys.audits(alice.projectId));
      return items.map((item) => auditEntity.decode(item)).filter(({ resource }) => resource === 'task-result:second');
    };
    const before = (await entries()).length;
    const first = await exclude('second', true, 'why');
    expect(await exclude('second', true, 'why')).toEqual(first);
    await exclude('second', false);
    await exclude('second', false);
    const added = (await entries()).slice(before);
    expect(added.map(({ action, actor, details }) => [action, actor, details.reason])).toEqual([
      ['exclude-task-result', 'alice', 'why'],
      ['include-task-result', 'alice', 'outlier'],
    ]);
  });

  it('excluding a task result is refused while it runs, for an unknown one, and with too long a reason', async () => {
    expect(await refusal(exclude('runs', true))).toMatchObject({
      status: 409,
      detail: expect.stringMatching("'runs'.*running"),
    });
    expect(await refusal(exclude('nowhere', true))).toMatchObject({ status: 404 });
    expect(await refusal(exclude('first', true, 'x'.repeat(501)))).toMatchObject({ status: 400 });
  });
});

describe('excluding many task results', () => {
  const excludeAll = (task_ids: string[], excluded = true) =>
    alice.api.setTaskResultsExcluded({ body: { task_ids, excluded, reason: 'the cable was loose' } });

  it('excluding many results keeps what can be excluded, says what cannot and why, and changes nothing when repeated', async () => {
    const found = await excludeAll(['first', 'runs', 'none', 'second', 'first']);
    expect(found).toMatchObject({ changed: 2, unchanged: 0, refused: 2 });
    expect(found.results.map(({ task_id, outcome }) => [task_id, outcome])).toEqual([
      ['first', 'changed'],
      ['runs', 'refused'],
      ['none', 'refused'],
      ['second', 'changed'],
    ]);
    expect(found.results[1]?.message).toContain('before it has ended');
    expect(found.results[2]?.message).toContain("'none'");
    expect(await excludeAll(['first', 'second'])).toMatchObject({ changed: 0, unchanged: 2, refused: 0 });
    expect(await alice.api.getTaskResult({ params: { task_id: 'second' } })).toMatchObject({
      excluded: true,
      excluded_reason: 'the cable was loose',
    });
    expect(await excludeAll(['first', 'second'], false)).toMatchObject({ changed: 2 });
    expect(await alice.api.getTaskResult({ params: { task_id: 'first' } })).toMatchObject({ excluded: false });
  });

  it('excluding no result, or more than fifty, is refused', async () => {
    expect(await refusal(excludeAll([]))).toMatchObject({ status: 400 });
    const many = Array.from({ length: 51 }, (_, n) => `task-${n}`);
    expect(await refusal(excludeAll(many))).toMatchObject({ status: 400 });
  });
});
