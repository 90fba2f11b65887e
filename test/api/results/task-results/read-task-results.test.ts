import { describe, expect, it } from 'vitest';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { refusal } from '../../support/refusal.ts';
import { alice, at, bob, ofTask, onTaskResults, run, world } from './scene.ts';

onTaskResults();

/** The day of the service's calendar on which the results of the run ended. */
const dayOfResults = (): string => calendarDate(at(2.5), world.stack.runtime.config.calendarTimeZone);

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
