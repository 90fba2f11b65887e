import fc from 'fast-check';
import type { Entity } from '#shared/kernel/store/dynamodb/codec.ts';
import { runQueueEntity } from '#shared/runs/store/run-queue.ts';
import { firingEntity, scheduleEntity } from '#shared/schedules/store/schedules.ts';
import { text } from './case.ts';
import { anyId, executionId, instant } from './ids.ts';

const firingFacts = {
  scheduledTime: instant,
  at: instant,
  outcome: fc.constantFrom('started', 'skipped', 'failed'),
  reason: fc.constantFrom('late', 'locked', 'not-a-member', 'flow', 'start'),
  message: text,
  executionId,
};
const factKeys = ['scheduledTime', 'at', 'outcome', 'message'] as const;

const schedule = fc.record(
  {
    projectId: anyId,
    scheduleId: fc.uuid(),
    flowName: anyId,
    cron: text,
    scheduledTime: instant,
    timeZone: text,
    active: fc.boolean(),
    since: instant,
    parameters: fc.json(),
    userId: anyId,
    username: text,
    createdAt: instant,
    updatedBy: text,
    updatedAt: instant,
    lastFiring: fc.record(firingFacts, { requiredKeys: [...factKeys] }),
    doneAt: instant,
    deletedAt: instant,
    syncDueAt: instant,
  },
  {
    requiredKeys: [
      'projectId',
      'scheduleId',
      'flowName',
      'timeZone',
      'active',
      'since',
      'parameters',
      'userId',
      'username',
      'createdAt',
      'updatedBy',
      'updatedAt',
    ],
  },
);

const firing = fc.record(
  { projectId: anyId, scheduleId: fc.uuid(), ...firingFacts },
  { requiredKeys: ['projectId', 'scheduleId', ...factKeys] },
);

const waiting = {
  flowRunId: fc.uuid(),
  flowName: anyId,
  task: fc.record({ backend: anyId, chipId: anyId }),
  username: text,
  queuedAt: instant,
  firing: fc.record({ scheduleId: fc.uuid(), scheduledTime: instant }),
};
const waitingKeys = ['flowRunId', 'flowName', 'username', 'queuedAt'] as const;
const settled = {
  ...waiting,
  outcome: fc.constantFrom('started', 'failed', 'removed'),
  at: instant,
  executionId,
  message: text,
};
const queue = fc.record({
  projectId: anyId,
  waiting: fc.array(
    fc.record(
      { ...waiting, parameters: fc.json(), userId: anyId },
      { requiredKeys: [...waitingKeys, 'parameters', 'userId'] },
    ),
    { maxLength: 3 },
  ),
  settled: fc.array(fc.record(settled, { requiredKeys: [...waitingKeys, 'outcome', 'at', 'message'] }), {
    maxLength: 3,
  }),
});

/** The entities of schedules, and of the queue of runs, with records of theirs. */
export const scheduleEntities: { name: string; entity: Entity<object>; record: fc.Arbitrary<object> }[] = [
  { name: 'run-queue', entity: runQueueEntity as unknown as Entity<object>, record: queue as fc.Arbitrary<object> },
  { name: 'schedule', entity: scheduleEntity as unknown as Entity<object>, record: schedule as fc.Arbitrary<object> },
  {
    name: 'schedule-firing',
    entity: firingEntity as unknown as Entity<object>,
    record: firing as fc.Arbitrary<object>,
  },
];
