import type { Activity, Version } from '#shared/results/rules/provenance/types.ts';

/** A version of t1 of qubit 0, except for the fields given. */
export const versionOf = (entityId: string, more: Partial<Version> = {}): Version => ({
  ...{ entityId, metric: 't1', target: { kind: 'qubit', id: '0' }, value: 50, unit: 'us' },
  ...{ at: '2026-03-02T10:00:00.000Z', recordedAt: '2026-03-02T10:00:01.000Z', recordedBy: 'alice', source: 'task' },
  ...more,
});

/** A task that began at eleven and used nothing, except for the fields given. */
export const activityOf = (activityId: string, more: Partial<Activity> = {}): Activity => ({
  ...{ activityId, source: 'task', taskId: activityId, name: 'CheckT1', target: { kind: 'qubit', id: '0' } },
  ...{ executionId: 'run', startAt: '2026-03-02T11:00:00.000Z', endAt: '2026-03-02T11:01:00.000Z' },
  ...{ status: 'completed', username: 'alice', inputs: {} },
  ...more,
});
