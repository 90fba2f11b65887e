import { describe, expect, it } from 'vitest';
import type { SeenWorker } from '../../../web/ui/lib/api/wire.ts';
import { formatAgo, workersOf } from '../../../web/workers/lib/seen.ts';

const worker = (name: string, given: Partial<SeenWorker>): SeenWorker => ({
  worker: name,
  backends: ['worker'],
  software: '',
  username: 'lab',
  status: 'idle',
  execution_id: null,
  message: '',
  last_seen_at: '2026-03-01T00:00:00.000Z',
  age_seconds: 4,
  ...given,
});

describe('the workers that could take a run', () => {
  it('of the workers that could take a run those heard of come before the silent ones, the latest first', () => {
    const seen = [
      worker('old', { status: 'silent', age_seconds: 900 }),
      worker('late', { age_seconds: 12 }),
      worker('other', { backends: ['fridge-2'] }),
      worker('now', { age_seconds: 1, status: 'running' }),
    ];
    expect(workersOf(seen, 'worker').map((one) => one.worker)).toEqual(['now', 'late', 'old']);
    expect(workersOf(seen, 'none')).toEqual([]);
  });

  it.each([
    [1, 'just now'],
    [42.4, '42 s ago'],
    [185, '3 min ago'],
  ])('a worker heard of %d s ago was heard of %s', (seconds, text) => {
    expect(formatAgo(seconds)).toBe(text);
  });
});
