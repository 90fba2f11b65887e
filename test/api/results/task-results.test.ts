import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { saveCalibrationNote } from '#shared/results/verbs/tasks/calibration-note.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { type SeededRun, seedRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let alice: Caller;
let bob: Caller;
let run: SeededRun;

/** Instants of the tests are within minutes of the chip's creation, which is now. */
let start: number;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

const ended = (
  index: number,
  given: Parameters<typeof plannedTask>[1],
  outcome: Parameters<typeof outcomeOf>[1] = {},
): TaskUpdate => {
  const planned = plannedTask(index, given);
  const startAt = outcome.startAt ?? at(index);
  return { kind: 'ended', planned, outcome: outcomeOf(planned, { startAt, endAt: at(index + 0.5), ...outcome }) };
};

beforeAll(async () => {
  world = await startWorld();
  [alice, bob] = await Promise.all([world.register('alice'), world.register('bob')]);
  await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  start = world.now().getTime();
  run = await seedRun(world.stack.runtime, { projectId: alice.projectId, chipId: 'chip', username: 'alice' });
  const zx = { name: 'CheckZX90', type: 'coupling' as const };
  await run.write([
    ended(1, { target: '0', taskId: 't1-first' }, { outputParameters: { t1: measuredValue(30) } }),
    ended(2, { target: '0', taskId: 't1-second' }, { outputParameters: { t1: measuredValue(40) } }),
    ended(3, { target: '1', taskId: 't1-failed' }, { status: 'failed', message: 'CheckT1 R² value too low: 0.43' }),
    ended(4, { target: '2', taskId: 't1-skipped' }, { status: 'skipped', message: 'CheckRabi failed' }),
    ended(5, { ...zx, target: '0-1', taskId: 'zx' }, { outputParameters: {}, r2: Number.NaN }),
    { kind: 'scheduled', planned: plannedTask(6, { target: '3', taskId: 'waits' }) },
    { kind: 'running', planned: plannedTask(7, { target: '3', taskId: 'runs' }), startAt: at(7) },
  ]);
});
afterAll(() => world.stop());

/** The day of the service's calendar on which the results below ended. */
const dayOfResults = (): string => calendarDate(at(2.5), world.stack.runtime.config.calendarTimeZone);

const ofTask = { chip_id: 'chip', task: 'CheckT1' };

const isInstant = expect.stringMatching(/^\d{4}-.*Z$/);

describe('one task result', () => {
  it('one task result has everything that its run wrote, with its times', async () => {
    const result = await alice.api.getTaskResult({ params: { task_id: 't1-second' } });
    expect(result).toMatchObject({
      task_name: 'CheckT1',
      qid: '0',
      chip_id: 'chip',
      status: 'completed',
      execution_id: run.execution.executionId,
      flow_name: 'check',
      username: 'alice',
      r2: 0.98,
      tags: ['nightly'],
      cooldown_id: '',
      elapsed_time: '0:00:30',
      elapsed_seconds: 30,
      start_at: at(2),
      end_at: at(2.5),
      run_parameters: { shots: { value: 1024, value_type: 'int' } },
      user_note: { content: '', updated_at: null, etag: '"0"' },
      excluded: false,
      re_executions: [],
    });
    expect(result.output_parameters.t1).toMatchObject({
      value: 40,
      unit: 'us',
      calibrated_at: at(2.5),
      task_id: 't1-second',
      source: 'simulator',
    });
  });

  it('a task result is not there under another id, and for another project', async () => {
    expect(await refusal(alice.api.getTaskResult({ params: { task_id: 'nowhere' } }))).toMatchObject({
      status: 404,
      detail: `Task result 'nowhere' not found in project '${alice.projectId}'`,
    });
    expect(await refusal(bob.api.getTaskResult({ params: { task_id: 'zx' } }))).toMatchObject({ status: 404 });
  });
});

describe('the latest results', () => {
  it('the latest results have an entry for every qubit, pending where nothing was measured', async () => {
    const { task_name, result } = await alice.api.getLatestQubitTaskResults({ query: ofTask });
    expect(task_name).toBe('CheckT1');
    expect(Object.keys(result)).toEqual(['0', '1', '2', '3']);
    expect(result['0']).toMatchObject({ task_id: 't1-second', status: 'completed', elapsed_time: '0:00:30' });
    expect(result['1']).toMatchObject({ task_id: 't1-failed', status: 'failed', message: expect.stringMatching('R²') });
    expect(result['2']).toEqual({ name: 'CheckT1', status: 'pending', default_view: true });
    expect(result['3']).toEqual({ name: 'CheckT1', status: 'pending', default_view: true });
  });

  it('the latest results leave out what is not known', async () => {
    const { result } = await alice.api.getLatestCouplingTaskResults({ query: { ...ofTask, task: 'CheckZX90' } });
    expect(Object.keys(result)).toEqual(['0-1', '1-2', '2-3']);
    expect(result['0-1']).toMatchObject({ task_id: 'zx', task_type: 'coupling' });
    expect(result['0-1']).not.toHaveProperty('r2');
    expect(result['1-2']).toEqual({ name: 'CheckZX90', status: 'pending', default_view: false });
  });

  it('the latest results are those of a day of the calendar, or of a range that is exact', async () => {
    const today = dayOfResults();
    const of = async (query: object) => {
      const { result } = await alice.api.getHistoricalQubitTaskResults({ query: { ...ofTask, date: today, ...query } });
      return [result['0']?.task_id, result['1']?.task_id];
    };
    expect(await of({})).toEqual(['t1-second', 't1-failed']);
    expect(await of({ date: '20200101' })).toEqual([undefined, undefined]);
    expect(await of({ start_at: at(0), end_at: at(1.5) })).toEqual(['t1-first', undefined]);
    expect(await of({ start_at: at(3), end_at: at(9) })).toEqual([undefined, 't1-failed']);
    const couplings = { query: { chip_id: 'chip', task: 'CheckZX90', date: today } };
    expect((await alice.api.getHistoricalCouplingTaskResults(couplings)).result['0-1']?.task_id).toBe('zx');
  });

  it('the latest results of an unknown chip are 404', async () => {
    const query = { ...ofTask, chip_id: 'nowhere' };
    const historical = { query: { ...query, date: '20250301' } };
    for (const call of [
      () => alice.api.getLatestQubitTaskResults({ query }),
      () => alice.api.getHistoricalCouplingTaskResults(historical),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, detail: expect.stringMatching('nowhere') });
    expect(await refusal(bob.api.getLatestQubitTaskResults({ query: ofTask }))).toMatchObject({ status: 404 });
  });
});

describe('the history of a target', () => {
  const history = (qid: string | number, query: object = {}) =>
    alice.api.getQubitTaskHistory({ params: { qid }, query: { ...ofTask, ...query } });

  it('the history of a target has what completed or failed, the latest end first', async () => {
    const { name, data, has_more } = await history(0);
    expect([name, Object.keys(data), has_more]).toEqual(['CheckT1', ['t1-second', 't1-first'], false]);
    expect(data['t1-first']?.output_parameters?.t1?.value).toBe(30);
    expect(Object.keys((await history(2)).data)).toEqual([]);
  });

  it('the history of a target is as long as asked for, and says when there is more', async () => {
    const { data, has_more } = await history(0, { limit: 1 });
    expect([Object.keys(data), has_more]).toEqual([['t1-second'], true]);
    expect(Object.keys((await history(0, { end_at: at(2) })).data)).toEqual(['t1-first']);
  });

  it('the history of a target is paged by skip, and counted where it is', async () => {
    const paged = async (query: object) => {
      const { data, total, skip, limit, has_more } = await history(0, query);
      return [Object.keys(data), total, skip, limit, has_more];
    };
    expect(await paged({ skip: 0, limit: 1 })).toEqual([['t1-second'], 2, 0, 1, true]);
    expect(await paged({ skip: 1, limit: 1 })).toEqual([['t1-first'], 2, 1, 1, false]);
    expect(await paged({ skip: 2 })).toEqual([[], 2, 2, 100, false]);
    expect(await paged({ skip: 0, end_at: at(2) })).toEqual([['t1-first'], 1, 0, 100, false]);
    expect(await paged({ limit: 1 })).toEqual([['t1-second'], null, 0, 1, true]);
    expect(await paged({})).toEqual([['t1-second', 't1-first'], 2, 0, 100, false]);
  });

  it('the history of a target on a day has what ended on it', async () => {
    const ids = async (date: string) => Object.keys((await history(0, { date })).data);
    expect(await ids(dayOfResults())).toEqual(['t1-second', 't1-first']);
    expect(await ids('20250301')).toEqual([]);
    expect(await refusal(history(0, { date: '20250231' }))).toMatchObject({
      detail: "date '20250231' is not a valid date",
    });
  });

  it('the history of a coupling is found under its reversed id too', async () => {
    const of = (coupling_id: string) =>
      alice.api.getCouplingTaskHistory({ params: { coupling_id }, query: { ...ofTask, task: 'CheckZX90' } });
    expect(Object.keys((await of('0-1')).data)).toEqual(['zx']);
    expect(Object.keys((await of('1-0')).data)).toEqual(['zx']);
  });

  it('the history of an unknown target is 404', async () => {
    expect(await refusal(history(9))).toMatchObject({ status: 404, detail: "Qubit '9' not found in chip 'chip'" });
    expect(await refusal(history(0, { chip_id: 'nowhere' }))).toMatchObject({ status: 404 });
  });
});

describe('the list of task results', () => {
  const list = async (query: object = {}, api = alice.api) => {
    const page = await api.listTaskResults({ query });
    return { ...page, ids: page.items.map(({ task_id }) => task_id) };
  };
  const newestFirst = ['runs', 'zx', 't1-skipped', 't1-failed', 't1-second', 't1-first', 'waits'];
  const counts = { completed: 3, failed: 1, skipped: 1, scheduled: 1, running: 1 };
  const some = (given: object) => Object.fromEntries(Object.entries(given).filter(([, count]) => count !== 0));

  it.each([
    ['of the project', {}],
    ['of a chip', { chip_id: 'chip' }],
  ])('the list of task results %s has the latest start first, with exact counts', async (_, query) => {
    const page = await list(query);
    expect(page.ids).toEqual(newestFirst);
    expect([page.total, page.counted_all, page.skip, page.limit, page.next_cursor]).toEqual([7, true, 0, 50, null]);
    expect(some(page.status_counts ?? {})).toEqual(counts);
  });

  it('the list of task results of an execution has the counts of the execution', async () => {
    const page = await list({ execution_id: run.execution.executionId });
    expect(page.ids.toSorted()).toEqual(newestFirst.toSorted());
    expect([page.total, some(page.status_counts ?? {})]).toEqual([7, counts]);
    expect(await list({ execution_id: '20200101-000' })).toMatchObject({ items: [], total: 0, status_counts: {} });
  });

  it('the list of task results filtered by status counts those, alongside the counts of all', async () => {
    const page = await list({ chip_id: 'chip', status: 'failed' });
    expect([page.ids, page.total, some(page.status_counts ?? {})]).toEqual([['t1-failed'], 1, counts]);
  });

  it.each([
    [{ task_name: 'CheckZX90' }, ['zx']],
    [{ qid: '0' }, ['t1-second', 't1-first']],
    [{ qid: '1-0' }, ['zx']],
    [{ coupling_id: '0-1' }, ['zx']],
    [{ username: 'alice', qid: '1' }, ['t1-failed']],
    [{ username: 'nobody' }, []],
    [{ message_contains: 'r² VALUE' }, ['t1-failed']],
    [{ message_contains: '.*' }, []],
    [{ task_name: 'CheckT1', status: 'completed' }, ['t1-second', 't1-first']],
  ])('the list of task results filtered by %j has exactly those that fit', async (query, ids) => {
    for (const within of [{}, { chip_id: 'chip' }, { execution_id: run.execution.executionId }]) {
      const page = await list({ ...query, ...within });
      expect([page.ids, page.total, page.counted_all]).toEqual([ids, ids.length, true]);
    }
  });

  it('the list of task results within a range of starts leaves out what has not begun, under both names of the range', async () => {
    for (const [from, to] of [
      ['start_from', 'start_to'],
      ['start_at', 'end_at'],
    ] as const) {
      expect((await list({ chip_id: 'chip', [from]: at(2), [to]: at(3) })).ids).toEqual(['t1-failed', 't1-second']);
      expect((await list({ chip_id: 'chip', [from]: at(5) })).ids).toEqual(['runs', 'zx']);
    }
  });

  it('the list of task results is the same page by page, by skip and by cursor', async () => {
    for (const query of [{}, { chip_id: 'chip' }, { task_name: 'CheckT1' }]) {
      const { ids } = await list(query);
      const skipped: string[] = [];
      for (let skip = 0; skip < ids.length; skip += 2) skipped.push(...(await list({ ...query, skip, limit: 2 })).ids);
      expect(skipped).toEqual(ids);
      const followed: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ ...query, limit: 2, ...(cursor ? { cursor } : {}) });
        followed.push(...page.ids);
        cursor = page.next_cursor;
      } while (cursor);
      expect(followed).toEqual(ids);
    }
  });

  it.each([{ limit: '101' }, { limit: '0' }, { skip: '-1' }, { skip: '10001' }, { cursor: 'x' }, { status: 'done' }])(
    'the list of task results refuses %j',
    async (query) => {
      expect(await refusal(alice.api.listTaskResults({ query: query as object }))).toMatchObject({ status: 400 });
    },
  );

  it('the list of task results of an unknown chip is 404, and of another project empty', async () => {
    expect(await refusal(list({ chip_id: 'nowhere' }))).toMatchObject({ status: 404 });
    expect(await list({}, bob.api)).toMatchObject({ items: [], total: 0 });
    expect(await list({ execution_id: run.execution.executionId }, bob.api)).toMatchObject({ items: [], total: 0 });
  });
});

describe('a time series', () => {
  it('a time series has the values of a parameter within a range, oldest first, imported and corrected ones too', async () => {
    const edit = (qid: string, value: number, calibrated_at: string) =>
      alice.api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid, parameters: { t2_echo: { value, unit: 'us', calibrated_at } } },
      });
    await edit('1', 21, '2025-02-02T00:00:00Z');
    await edit('1', 20, '2025-01-02T00:00:00Z');
    await edit('0-1', 5, '2025-01-03T00:00:00Z');
    const series = async (query: object = {}) => {
      const { data } = await alice.api.getTimeseriesTaskResults({
        query: { chip_id: 'chip', parameter: 't2_echo', start_at: '2024-12-01', end_at: '2025-03-01', ...query },
      });
      return Object.fromEntries(Object.entries(data).map(([id, values]) => [id, values.map(({ value }) => value)]));
    };
    expect(await series()).toEqual({ '1': [20, 21], '0-1': [5] });
    expect(await series({ qid: '1' })).toEqual({ '1': [20, 21] });
    expect(await series({ qid: '0-1' })).toEqual({ '0-1': [5] });
    expect(await series({ end_at: '2025-01-02T00:00:00Z' })).toEqual({ '1': [20] });
    expect(await series({ tag: 'nightly' })).toEqual({});
    expect(await series({ parameter: 'unheard_of' })).toEqual({});
    // Months without a sample cost nothing, so that a range may be as long as it likes.
    expect(await series({ start_at: '1990-01-01' })).toEqual({ '1': [20, 21], '0-1': [5] });
    expect(await refusal(series({ start_at: '2025-03-02', end_at: '2025-03-01' }))).toMatchObject({ status: 400 });
    expect(await refusal(series({ chip_id: 'nowhere' }))).toMatchObject({ status: 404 });
  });
});

describe('what runs have used', () => {
  it('tasks, tags and backends that runs have used are registered once, and listed by name', async () => {
    const ctx = contextOf(world.stack.runtime, 'test');
    for (const username of ['alice', 'carol'])
      await registerUsed(ctx, { ...run.execution, username, tags: ['nightly', 'a tag'] }, [
        { name: 'CheckT1', type: 'qubit' },
        { name: 'OurOwnTask', type: 'coupling' },
      ]);
    const of = { project_id: alice.projectId, system_info: { created_at: isInstant, updated_at: isInstant } };
    const { tasks, total } = await alice.api.listTasks();
    expect([tasks.map(({ name }) => name), total]).toEqual([['CheckT1', 'OurOwnTask'], 2]);
    expect(tasks[0]).toMatchObject({ task_type: 'qubit', backend: 'simulator', username: 'alice', ...of });
    expect(tasks[0]?.output_parameters.t1).toMatchObject({ unit: expect.any(String) });
    expect(tasks[1]).toMatchObject({ task_type: 'coupling', description: '', output_parameters: {} });
    expect((await alice.api.listTasks({ query: { backend: 'qubex' } })).tasks).toEqual([]);
    expect(await alice.api.listTags()).toMatchObject({
      tags: [
        { name: 'a tag', ...of },
        { name: 'nightly', ...of },
      ],
      total: 2,
    });
    expect(await alice.api.listBackends({ query: { limit: 1 } })).toMatchObject({
      backends: [{ name: 'simulator', username: 'alice', ...of }],
    });
    expect((await bob.api.listTags()).tags).toEqual([]);
  });

  it('tasks that runs have used are listed with the catalogue of a backend', async () => {
    const { tasks, total } = await alice.api.listTaskInfo({ query: { backend: 'simulator', limit: 1000 } });
    expect(tasks).toHaveLength(total);
    expect(tasks.find(({ name }) => name === 'CheckT1')).toMatchObject({ task_type: 'qubit', enabled: true });
    const byName = await alice.api.listTaskInfo({ query: { backend: 'simulator', sort_order: 'name' } });
    const names = byName.tasks.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect((await alice.api.listTaskInfo({ query: { backend: 'unheard' } })).tasks).toEqual([]);
  });
});

describe('the calibration note', () => {
  it("the calibration note is what the caller's last run left on its chip", async () => {
    expect(await refusal(alice.api.getCalibrationNote())).toMatchObject({
      status: 404,
      detail: expect.stringMatching("'alice'"),
    });
    await saveCalibrationNote(contextOf(world.stack.runtime, 'test'), run.execution);
    const note = await alice.api.getCalibrationNote();
    expect(note).toMatchObject({ username: 'alice', execution_id: run.execution.executionId, task_id: 'master' });
    const { timestamp } = note;
    expect(note).toMatchObject({
      project_id: alice.projectId,
      system_info: { created_at: timestamp, updated_at: timestamp },
    });
    expect(note.note).toMatchObject({ qubit: { '0': { t1: { value: 40, task_id: 't1-second' } } }, coupling: {} });
    expect(await refusal(bob.api.getCalibrationNote())).toMatchObject({ status: 404 });
  });
});

describe('a chip that is deleted', () => {
  it('a chip that is deleted keeps its task results by id, counts them before, and starts empty under the same id', async () => {
    const impact = await alice.api.getChipDeletionImpact({ params: { chip_id: 'chip' } });
    expect(impact.task_results).toBe(7);
    await alice.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true } });
    expect((await alice.api.getTaskResult({ params: { task_id: 'zx' } })).status).toBe('completed');
    world.advance(3600);
    await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const { result } = await alice.api.getLatestQubitTaskResults({ query: ofTask });
    expect(new Set(Object.values(result).map(({ status }) => status))).toEqual(new Set(['pending']));
    expect((await alice.api.getQubitTaskHistory({ params: { qid: 0 }, query: ofTask })).data).toEqual({});
    expect(await alice.api.listTaskResults({ query: { chip_id: 'chip' } })).toMatchObject({ items: [], total: 0 });
    expect((await alice.api.listTaskResults({ query: { execution_id: run.execution.executionId } })).total).toBe(7);
    expect((await alice.api.getChipDeletionImpact({ params: { chip_id: 'chip' } })).task_results).toBe(0);
  });

  it('a chip made anew lists all results that it counts, those too that began before it by their own account', async () => {
    // A separate chip, whose results are all of the present: this test also runs where no clock can be set.
    const carol = await world.register('carol');
    const ids = { projectId: carol.projectId, chipId: 'chip', username: 'carol' };
    const ago = (seconds: number) => new Date(world.now().getTime() - seconds * 1000).toISOString();
    const make = () => carol.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const longAndShort = async (long: string, short: string) =>
      (await seedRun(world.stack.runtime, ids)).write([
        ended(1, { target: '0', taskId: long }, { startAt: ago(40), endAt: ago(0) }),
        ended(2, { target: '1', taskId: short }, { startAt: ago(0), endAt: ago(0) }),
      ]);
    await make();
    await longAndShort('old-long', 'old-short');
    expect((await carol.api.listTaskResults({ query: { chip_id: 'chip' } })).total).toBe(2);
    await carol.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true } });
    await make();
    await longAndShort('long', 'short');
    for (const query of [{ chip_id: 'chip' }, {}, { chip_id: 'chip', task_name: 'CheckT1' }]) {
      const page = await carol.api.listTaskResults({ query });
      expect(page.items.map(({ task_id }) => task_id)).toEqual(['short', 'long']);
      expect(page.total).toBe(2);
    }
  });
});
