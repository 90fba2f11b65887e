import { describe, expect, it } from 'vitest';
import type { FoundResult, FoundResults } from '../../../web/results/lib/queries.ts';
import { isNarrowed, resultsRequest, resultsSearch } from '../../../web/results/lib/search.ts';
import { countsText, lagText, resultsCsv } from '../../../web/results/lib/words.ts';

const request = (search: Parameters<typeof resultsRequest>[0]) => resultsRequest(search, 50, 'Asia/Tokyo');

describe('the search of task results', () => {
  it('every filter of the address is asked of the API, days as those of the zone that is shown', () => {
    const search = resultsSearch({
      ...{ chip: 'c', task: 'CheckT1', target: 'Q5', status: 'failed', text: ' R² ', cooldown: 'cd' },
      ...{ from: '2026-11-20', through: '2026-11-21', page: '3' },
    });
    expect(request(search)).toEqual({
      ...{ chip_id: 'c', task_name: 'CheckT1', qid: '5', status: 'failed', message_contains: 'R²', cooldown_id: 'cd' },
      ...{ start_from: '2026-11-19T15:00:00.000Z', start_to: '2026-11-21T14:59:59.999Z', skip: 100, limit: 50 },
    });
    expect(Object.values(request(resultsSearch({}))).filter((value) => value !== undefined)).toEqual([0, 50]);
  });

  it('a target is a qubit by its number or its name, and a coupling by its pair', () => {
    const asked = (target: string) => request({ target }).qid;
    expect(['q12', '12', '0-1', 'query', ' Q3 '].map(asked)).toEqual(['12', '12', '0-1', 'query', '3']);
  });

  it('an address that makes no sense is dropped, and a page alone narrows nothing', () => {
    expect(resultsSearch({ status: 'constructor', from: '2026-13-01', page: '-1' })).toEqual(resultsSearch({}));
    expect([isNarrowed({ page: 2 }), isNarrowed({ text: 'a' })]).toEqual([false, true]);
  });
});

describe('what a page of task results says', () => {
  const found = (more: Partial<FoundResults>) =>
    ({ status_counts: { completed: 1509, failed: 10 }, counted_all: true, ...more }) as FoundResults;

  it('results are counted by status, and what was not counted to its end is said to be more', () => {
    expect(countsText(found({}), false)).toBe('1,509 completed, 10 failed');
    expect(countsText(found({ counted_all: false }), true)).toBe(
      'At least 1,509 completed, 10 failed. Narrow the search for all of them',
    );
    expect(countsText(found({ status_counts: {} }), true)).toBe('No results match');
    expect(countsText(found({ status_counts: {} }), false)).toMatch(/^No results yet/);
  });

  it('an index that is behind is told of, and one that is not is not', () => {
    const until = '2026-11-22T10:00:00.000Z';
    const at = (seconds: number) => Date.parse(until) + seconds * 1000;
    expect(lagText(found({ complete_until: until }), at(30))).toBeUndefined();
    expect(lagText(found({ complete_until: until }), at(90))).toBe(`Results after ${until} may be missing`);
    expect(lagText(found({ complete_until: null }), at(0))).toBe('The newest results may be missing');
  });

  it('a page is a file with a row a result', () => {
    const one = { task_name: 'CheckT1', qid: '5', status: 'failed', excluded: false, message: 'R², low' };
    const row = { ...one, chip_id: 'c', execution_id: 'run', task_id: 't' } as FoundResult;
    expect(resultsCsv([row])[1]).toEqual(['CheckT1', '5', 'failed', false, 'R², low', 'c', '', '', 'run', 't']);
  });
});
