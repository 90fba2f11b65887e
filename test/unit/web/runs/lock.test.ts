import { expect, test } from 'vitest';
import { holderInTheWay } from '../../../../web/runs/lib/lock.ts';
import type { LockStatus } from '../../../../web/ui/lib/api/wire.ts';

const holder = (chip_id: string): LockStatus['locks'][number] => ({
  ...{ execution_id: `run of ${chip_id}`, flow_run_id: 'f', chip_id, username: 'ada', status: 'running' },
  ...{ acquired_at: '2025-03-01T12:00:00.000Z', age_seconds: 1, cancel_requested_at: null },
});
const status = (scope: LockStatus['scope'], ...chipIds: string[]): LockStatus => {
  const locks = chipIds.map(holder);
  return { lock: locks.length > 0, holder: locks[0] ?? null, scope, locks, revision: null };
};

test('a start waits for the run of its chip where locks are per chip, and else for the only run', () => {
  expect(holderInTheWay(status('project', 'a'), 'b')?.chip_id).toBe('a');
  expect(holderInTheWay(status('chip', 'a', 'b'), 'b')?.chip_id).toBe('b');
  expect(holderInTheWay(status('chip', 'a', 'b'), 'c')).toBeUndefined();
  expect(holderInTheWay(status('project'), 'b')).toBeUndefined();
  expect(holderInTheWay(undefined, 'b')).toBeUndefined();
});
