import { describe, expect, it } from 'vitest';
import type { Run, SeenWorker } from '../../../web/lib/api/wire.ts';
import { formatAgo, isTaken, workerBackend, workersOf } from '../../../web/lib/workers/seen.ts';

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
  it('the workers that could take a run drive its backend: the one of its parameters, else the usual one', () => {
    expect(workerBackend({})).toBe('worker');
    expect(workerBackend({ backend: 'fridge-2' })).toBe('fridge-2');
    expect(workerBackend({ backend: 7 })).toBe('worker');
  });

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

  it('a worker has taken a run when it is at it, or has said something of its tasks', () => {
    const run = (progress: Run['progress']) => ({ execution_id: '20260301-001', progress }) as Run;
    const none = { planned: null, by_status: {} };
    expect(isTaken(run(none), [worker('lab', {}), worker('busy', { execution_id: '20260301-000' })])).toBe(false);
    expect(isTaken(run(none), [worker('lab', { execution_id: '20260301-001' })])).toBe(true);
    expect(isTaken(run({ planned: 3, by_status: {} }), [])).toBe(true);
    expect(isTaken(run({ planned: null, by_status: { completed: 0 } }), [])).toBe(false);
    expect(isTaken(run({ planned: null, by_status: { completed: 1 } }), [])).toBe(true);
  });

  it.each([
    [1, 'just now'],
    [42.4, '42 s ago'],
    [185, '3 min ago'],
  ])('a worker heard of %d s ago was heard of %s', (seconds, text) => {
    expect(formatAgo(seconds)).toBe(text);
  });
});
