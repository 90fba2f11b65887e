import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parseFigure, themedLayout } from '../../../../web/results/lib/figures/figure-theme.ts';
import { plotlyStyleIds } from '../../../../web/results/lib/figures/plotly.ts';
import { elapsedSeconds, isCancelling } from '../../../../web/runs/lib/elapsed.ts';
import { failurePoints, measuredNames } from '../../../../web/runs/lib/history-points.ts';
import { neighboursOf } from '../../../../web/runs/lib/neighbours.ts';
import { runsRequest } from '../../../../web/runs/lib/queries.ts';
import type { TaskResult } from '../../../../web/ui/lib/api/wire.ts';
import { runSearch, runsSearch, taskSearch } from '../../../../web/ui/lib/url/search-types.ts';

const task = (name: string, qid: string) => ({ task_id: `${name} ${qid}`, name, qid, status: 'completed' as const });

describe('the neighbours of a task', () => {
  const tasks = ['10', '2', '1'].flatMap((qid) => [task('CheckT1', qid), task('CheckT2Echo', qid)]);

  it('the neighbours of a task are the same task on the targets before and after, as people count', () => {
    expect(neighboursOf(tasks, 'CheckT1 2')).toMatchObject({
      previous: { task_id: 'CheckT1 1' },
      next: { task_id: 'CheckT1 10' },
      position: 2,
      count: 3,
    });
  });

  it('the neighbours of a task end with the run', () => {
    expect(neighboursOf(tasks, 'CheckT1 1')?.previous).toBeUndefined();
    expect(neighboursOf(tasks, 'CheckT1 10')?.next).toBeUndefined();
    expect(neighboursOf(tasks, 'of another run')).toBeUndefined();
  });
});

describe('the history of a task', () => {
  const result = (end_at: string, value: number | undefined, unit = 'us', status: TaskResult['status'] = 'completed') =>
    ({
      end_at,
      status,
      output_parameters: value === undefined ? {} : { t1: { value, error: 2, unit } },
    }) as unknown as TaskResult;

  it('the history of a task has a mark for each result that failed, among the values that others measured', () => {
    const results = [
      { ...result('2026-01-02', 80), task_id: 'a' },
      { ...result('2026-01-01', undefined, 'us', 'failed'), task_id: 'b' },
      { ...result('2025-12-31', undefined, 'us', 'failed'), task_id: 'c', excluded: true },
    ];
    expect(measuredNames(results)).toEqual(['t1']);
    const mark = { value: null, error: null, lack: 'failed' };
    expect(failurePoints(results, 'b')).toEqual([
      { at: '2026-01-01', ...mark, isExcluded: false, isThis: true },
      { at: '2025-12-31', ...mark, isExcluded: true, isThis: false },
    ]);
  });
});

describe('the time of a run', () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();

  it('the time of a run goes on until it ends, and is then what the service says', () => {
    const run = { start_at: at(100), elapsed_time: null };
    expect(elapsedSeconds({ ...run, status: 'running' }, 160_000)).toBe(60);
    expect(elapsedSeconds({ ...run, status: 'running' }, 90_000)).toBe(0);
    expect(elapsedSeconds({ status: 'scheduled', start_at: null, elapsed_time: null }, 1)).toBeUndefined();
    expect(elapsedSeconds({ ...run, elapsed_time: 42, status: 'completed' }, 9e9)).toBe(42);
  });

  it('a run that is partly recorded has no time yet: it is over at its lab', () => {
    const run = { start_at: at(100), elapsed_time: null, recorded_later: true };
    expect(elapsedSeconds({ ...run, status: 'running' }, 160_000)).toBeUndefined();
    expect(elapsedSeconds({ ...run, elapsed_time: 42, status: 'completed' }, 9e9)).toBe(42);
  });

  it('a run is being cancelled only until it has ended', () => {
    expect(isCancelling({ status: 'running', cancel_requested_at: at(1) })).toBe(true);
    expect(isCancelling({ status: 'cancelled', cancel_requested_at: at(1) })).toBe(false);
    expect(isCancelling({ status: 'running', cancel_requested_at: null })).toBe(false);
  });
});

describe('the URLs of runs', () => {
  it('the URLs of runs keep what makes sense and drop the rest, so that a broken link still opens', () => {
    expect(runsSearch({ chip: 'torino', status: 'failed', flow: 'check', from: '2026-07-31', page: '2' })).toEqual({
      chip: 'torino',
      status: 'failed',
      flow: 'check',
      from: '2026-07-31',
      page: 2,
    });
    expect(runsSearch({ chip: '', status: 'paused', from: 'soon', page: '-1' })).toEqual({});
    expect(runSearch({ status: 'skipped', target: '12', sort: '-duration', rows: 'some' })).toEqual({
      status: 'skipped',
      target: '12',
      sort: '-duration',
    });
    expect(taskSearch({ view: 'sideways', value: 't1' })).toEqual({ value: 't1' });
  });

  it('the URLs of runs ask for executions from the first moment of a day in the calendar zone', () => {
    const request = runsRequest({ from: '2026-07-31', page: 3 }, 50, 'Asia/Tokyo');
    expect(request).toMatchObject({ start_at: '2026-07-30T15:00:00.000Z', skip: 100, limit: 50 });
    expect(runsRequest({}, 50, 'UTC').start_at).toBeUndefined();
  });
});

describe('an interactive figure', () => {
  it('an interactive figure is drawn from what the loaded library knows, and from nothing else', () => {
    const figure = parseFigure(JSON.stringify({ data: [{ x: [1] }, { type: 'surface' }], layout: { title: 'T1' } }));
    expect(figure).toEqual({ data: [{ x: [1] }], layout: { title: 'T1' } });
    for (const text of ['', '{', '[]', '{"data": {}}', '{"data": [{"type": "surface"}]}'])
      expect(parseFigure(text)).toBeUndefined();
  });

  it('an interactive figure takes the colours of the page and keeps what it says of its axes', () => {
    const layout = { xaxis: { title: 'delay' }, yaxis2: { side: 'right' }, paper_bgcolor: 'red', width: 4000 };
    const themed = themedLayout(layout, { ink: '#111', line: '#ddd', font: 'sans' });
    expect(themed).toMatchObject({
      xaxis: { title: 'delay', gridcolor: '#ddd' },
      yaxis: { gridcolor: '#ddd' },
      yaxis2: { side: 'right', gridcolor: '#ddd' },
      paper_bgcolor: 'transparent',
      width: undefined,
    });
  });

  it('an interactive figure needs no style element: the library asks for marks that are set before it loads', () => {
    const library = createRequire(import.meta.url).resolve('plotly.js-basic-dist-min');
    const source = readFileSync(library, 'utf8');
    expect(source).toContain('.no-inline-styles');
    expect(source).toContain(`"${plotlyStyleIds.global.replace(/global$/, '')}"`);
    expect(source).toContain(`document.getElementById("${plotlyStyleIds.maps}")`);
    // Any other style element that a new version writes would be refused by the content security policy.
    expect(source.match(/createElement\("style"\)/g)).toHaveLength(2);
  });
});
