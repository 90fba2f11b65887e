import { describe, expect, test } from 'vitest';
import { targetName } from '#shared/chips/rules/target-kinds.ts';
import type { ChipRecord } from '#shared/chips/store/chips.ts';
import { newTarget } from '#shared/chips/verbs/targets.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { decideBatch } from '#shared/results/verbs/write/decide-batch.ts';
import type { Found } from '#shared/results/verbs/write/read-batch.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';

const execution = { ...executionRecord({ status: 'running', fence: 1, cursor: 4 }), rev: 1 };
const now = '2025-03-01T12:00:30.000Z';
const endAt = '2025-03-01T12:00:00.000Z';
const note = { content: '', updatedBy: '' };
const chip: Stored<ChipRecord> = {
  projectId: 'p',
  chipId: 'chip',
  username: 'alice',
  size: 1,
  topologyId: 'linear-1',
  qubitCount: 1,
  couplingCount: 0,
  activityStatus: 'active',
  installedAt: now,
  note,
  currentCooldownId: 'cd1',
  createdAt: now,
  updatedAt: now,
  rev: 7,
};
const ref = { kind: 'qubit' as const, id: '0' };
const qubit = { ...newTarget(chip, ref, now), rev: 3 };

const nothing = (): Found => ({
  execution,
  chip: undefined,
  results: new Map(),
  latest: new Map(),
  targets: new Map(),
  levels: new Map(),
  series: new Set(),
  openDays: new Map(),
  units: new Map(),
});
const onChip = (): Found => ({ ...nothing(), chip, targets: new Map([[targetName(ref), qubit]]) });

const planned = plannedTask(0);
const running: TaskUpdate = { kind: 'running', planned, startAt: '2025-03-01T11:59:00.000Z' };
const ended = (given: Parameters<typeof outcomeOf>[1] = {}): TaskUpdate => ({
  kind: 'ended',
  planned,
  outcome: outcomeOf(planned, given),
});

const decide = (found: Found, updates: readonly TaskUpdate[], cursor?: number) =>
  decideBatch(found, execution, updates, { now, dateOf: (instant) => calendarDate(instant, 'UTC'), cursor });

/** What was found after the changes were written. */
function written(found: Found, updates: readonly TaskUpdate[]): Found {
  const { changes } = decide(found, updates);
  const results = changes.results.map(({ result }) => [result.taskId, { ...result, rev: 1 }] as const);
  return { ...found, results: new Map([...found.results, ...results]) };
}

describe('a task that ended', () => {
  test('a task that ended changes result, counts, the latest row, values, newest calibration; no day has a row of its own yet', () => {
    const { changes, effects } = decide(onChip(), [ended()]);
    expect(effects).toEqual(new Map([['task-0', 'write']]));
    expect(changes.results).toMatchObject([
      { existing: undefined, result: { status: 'completed', cooldownId: 'cd1' } },
    ]);
    expect(changes.counts).toEqual({ completed: 1 });
    expect(changes.latest.map(({ row }) => row.date)).toEqual([undefined]);
    expect(changes.targets).toEqual([
      { target: qubit, values: new Map([['t1', expect.objectContaining({ value: 40 })]]) },
    ]);
    expect(changes).toMatchObject({ at: now, lastCalibratedAt: endAt, cooldownId: 'cd1' });
  });

  test('a task of a chip that is gone is history alone', () => {
    const { changes } = decide(nothing(), [ended()]);
    expect(changes.results).toHaveLength(1);
    expect(changes).toMatchObject({ latest: [], targets: [], cooldownId: undefined });
  });

  test('a task that failed renews no value, and leaves the newest calibration', () => {
    const { changes } = decide(onChip(), [ended({ status: 'failed' })]);
    expect(changes).toMatchObject({ targets: [], lastCalibratedAt: undefined });
    expect(changes.latest).toHaveLength(1);
  });

  test('a task that ended moves the count of the status in which it was', () => {
    const found = written(onChip(), [running]);
    expect(decide(found, [ended()]).changes.counts).toEqual({ running: -1, completed: 1 });
  });
});

describe('an update that comes again, or too late', () => {
  test('an update that comes again is repeated, and changes nothing', () => {
    const found = written(onChip(), [ended()]);
    const { changes, effects } = decide(found, [ended()]);
    expect(effects).toEqual(new Map([['task-0', 'repeated']]));
    expect(changes).toMatchObject({ results: [], counts: {}, latest: [], targets: [] });
  });

  test('an update is late where the task is further, and changes nothing', () => {
    const found = written(onChip(), [ended()]);
    const { changes, effects } = decide(found, [running]);
    expect(effects).toEqual(new Map([['task-0', 'late']]));
    expect(changes.results).toEqual([]);
  });
});

test('the cursor of a run only ever moves on', () => {
  expect(decide(onChip(), [running], 5).changes.cursor).toBe(5);
  expect(decide(onChip(), [running], 4).changes.cursor).toBeUndefined();
  expect(decide(onChip(), [running], 3).changes.cursor).toBeUndefined();
});

test('a target that has no room for what was measured refuses the batch by name', () => {
  const data = { filler: { ...qubit.data.t1, value: 1, unit: '', calibratedAt: now, source: 'manual' as const } };
  const full = { ...qubit, data: { ...data, filler: { ...data.filler, description: 'x'.repeat(380_000) } } };
  const found = { ...onChip(), targets: new Map([[targetName(ref), full]]) };
  expect(() => decide(found, [ended()])).toThrow("The qubit '0' of chip 'chip' cannot hold 2 metrics: use fewer names");
});
