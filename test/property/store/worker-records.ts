import fc from 'fast-check';
import { liveTraceEntity } from '#shared/runs/store/live-traces.ts';
import { logBatchEntity } from '#shared/runs/store/run-logs.ts';
import { announcementEntity } from '#shared/workers/store/announcements.ts';
import { workerEntity } from '#shared/workers/store/workers.ts';
import { of, text } from './case.ts';
import { anyId, executionId, instant } from './ids.ts';

const count = fc.nat({ max: 99_999_999 });

/** A worker's claim, as the pointer of its run keeps it. */
export const claim = fc.record(
  {
    worker: anyId,
    userId: anyId,
    claimKey: fc.uuid(),
    formerKeys: fc.array(fc.uuid(), { maxLength: 3 }),
    fence: count,
    resumed: fc.boolean(),
    claimedAt: instant,
    heartbeatAt: instant,
    finished: fc.record({ status: fc.constantFrom('completed', 'failed', 'stopped'), message: text, at: instant }),
  },
  {
    requiredKeys: ['worker', 'userId', 'claimKey', 'formerKeys', 'fence', 'resumed', 'claimedAt', 'heartbeatAt'],
  },
);

/** The entities of workers with arbitraries of their records. */
export const workerEntities = [
  of(
    workerEntity,
    fc.record(
      {
        projectId: anyId,
        worker: anyId,
        backends: fc.array(text, { maxLength: 3 }),
        software: text,
        userId: anyId,
        username: text,
        executionId,
        message: text,
        lastSeenAt: instant,
      },
      {
        requiredKeys: ['projectId', 'worker', 'backends', 'software', 'userId', 'username', 'message', 'lastSeenAt'],
      },
    ),
  ),
  of(
    announcementEntity,
    fc.record({
      projectId: anyId,
      worker: anyId,
      backends: fc.array(text, { maxLength: 3 }),
      username: text,
      announcedAt: instant,
      tasks: fc.array(
        fc.record({
          ...{ name: text, description: text, form: fc.constant({ properties: { shots: { type: 'integer' } } }) },
          taskType: fc.constantFrom('qubit', 'coupling', 'mux', 'global', 'system'),
          outputs: fc.constant({ t1: { unit: 'us', description: '' } }),
          needs: fc.array(text, { maxLength: 2 }),
        }),
        { maxLength: 3 },
      ),
      flows: fc.array(fc.record({ name: text, description: text, form: fc.constant({}) }), { maxLength: 3 }),
    }),
  ),
  of(
    liveTraceEntity,
    fc.record({
      projectId: anyId,
      executionId,
      fence: count,
      at: instant,
      trace: fc.record({
        task: text,
        qid: text,
        stage: count,
        attempt: count,
        x: fc.record({ name: text, unit: text }),
        y: fc.record({ name: text, unit: text }),
        xRange: fc.constant([0, 1] as const),
        yRange: fc.constant([0, 1] as const),
        steps: fc.constant({ '0': [0, 500] }),
      }),
    }),
  ),
  of(
    logBatchEntity,
    fc.record({
      projectId: anyId,
      executionId,
      fence: count,
      sequence: count,
      lines: fc.array(fc.record({ at: instant, level: fc.constantFrom('debug', 'info', 'warning', 'error'), text }), {
        maxLength: 3,
      }),
      writtenAt: instant,
    }),
  ),
];
