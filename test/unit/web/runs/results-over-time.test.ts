import { describe, expect, it } from 'vitest';
import { lastGood, resultsAround } from '../../../../web/runs/lib/results-over-time.ts';

const result = (task_id: string, end_at: string, status: 'completed' | 'failed' = 'completed', excluded = false) => ({
  ...{ task_id, end_at, status, excluded },
});

describe('the results of a task over time', () => {
  it('the last good result is the newest before that completed and is not excluded', () => {
    const history = [
      result('later', '2026-11-05'),
      result('failed', '2026-11-04', 'failed'),
      result('excluded', '2026-11-03', 'completed', true),
      result('good', '2026-11-02'),
      result('older', '2026-11-01'),
    ];
    const of = { task_id: 'failed', start_at: '2026-11-03', end_at: '2026-11-04' };
    expect(lastGood(history, of)?.task_id).toBe('good');
    expect(lastGood(history.toReversed(), of)?.task_id).toBe('good');
    expect(lastGood(history, { ...of, end_at: '2026-10-01' })).toBeUndefined();
  });

  it('the results around one are the latest while it is among them, else it and those before', () => {
    const history = ['f', 'e', 'd', 'c', 'b', 'a'].map((id, n) => result(id, `2026-11-0${9 - n}`));
    const around = (id: string) => resultsAround(history, id, 3).map(({ task_id }) => task_id);
    expect(around('d')).toEqual(['f', 'e', 'd']);
    expect(around('c')).toEqual(['c', 'b', 'a']);
    expect(around('a')).toEqual(['a']);
    expect(around('unknown')).toEqual(['f', 'e', 'd']);
  });
});
