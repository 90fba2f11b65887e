import fc from 'fast-check';
import { flowEntity, flowVersionEntity, packSource } from '#shared/flows/store/flows.ts';
import { EXECUTION_STATUSES } from '#shared/runs/rules/statuses.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { counterEntity, lockEntity, runPointerEntity } from '#shared/runs/store/locks.ts';
import { pastHeadEntity } from '#shared/runs/store/past-heads.ts';
import { mapKey, measured, of, text } from './case.ts';
import { anyId, executionId, instant } from './ids.ts';
import { claim } from './worker-records.ts';

const textMap = fc.dictionary(mapKey, text, { maxKeys: 3, noNullPrototype: true });

const runner = fc.constantFrom('managed', 'worker');

const lockHolder = fc.record({
  executionId,
  flowRunId: fc.uuid(),
  chipId: anyId,
  username: text,
  acquiredAt: instant,
});

/** Codecs of executions, the lock and flows, with their records. */
export const runEntities = [
  of(
    executionEntity,
    fc.record(
      {
        projectId: anyId,
        executionId,
        flowRunId: fc.uuid(),
        name: text,
        flowName: anyId,
        flowVersion: fc.nat(),
        runner,
        backend: text,
        status: fc.constantFrom(...EXECUTION_STATUSES),
        chipId: anyId,
        userId: anyId,
        username: text,
        createdAt: instant,
        startAt: instant,
        endAt: instant,
        elapsedSeconds: measured,
        message: text,
        tags: fc.array(text, { maxLength: 3 }),
        note: textMap,
        parameters: textMap,
        fence: fc.nat(),
        cursor: fc.nat(),
        plannedTasks: fc.nat(),
        taskCounts: fc.record({ completed: fc.nat(), failed: fc.nat() }, { requiredKeys: [], noNullPrototype: true }),
        cancelRequestedAt: instant,
        cancelRequestedBy: text,
        closing: fc.boolean(),
        excludedTasks: fc.nat(5000),
        past: fc.record({ startAt: instant, endAt: instant, cooldownId: anyId }),
      },
      {
        requiredKeys: [
          'projectId',
          'executionId',
          'flowRunId',
          'name',
          'flowName',
          'flowVersion',
          'runner',
          'backend',
          'status',
          'chipId',
          'username',
          'createdAt',
          'message',
          'tags',
          'note',
          'parameters',
          'fence',
          'cursor',
          'taskCounts',
        ],
      },
    ),
  ),
  of(
    lockEntity,
    fc.record(
      {
        projectId: anyId,
        last: fc.record({ date: fc.constantFrom('20250101', '19991231'), index: fc.nat() }),
        holder: lockHolder,
        others: fc.dictionary(mapKey, lockHolder, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'last', 'updatedAt'] },
    ),
    [1, 2],
  ),
  of(
    pastHeadEntity,
    fc.record(
      {
        projectId: anyId,
        partition: anyId,
        sort: executionId,
        status: fc.constantFrom(...EXECUTION_STATUSES),
        writtenAt: instant,
      },
      { requiredKeys: ['projectId', 'partition', 'sort', 'writtenAt'] },
    ),
  ),
  of(
    counterEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      date: fc.constantFrom('20250101', '19991231'),
      username: text,
      index: fc.nat(),
    }),
  ),
  of(
    runPointerEntity,
    fc.record(
      {
        projectId: anyId,
        flowRunId: fc.uuid(),
        executionId,
        runner,
        createdAt: instant,
        plan: fc.uint8Array(),
        waiting: fc.record({ kind: fc.constantFrom('claim', 'worker'), token: text }),
        claim,
        origin: fc.record(
          { chipId: anyId, topologyId: anyId, flowName: anyId, flowVersion: fc.nat(), sizeOfOwnTargets: fc.nat() },
          { requiredKeys: ['chipId', 'topologyId', 'flowName', 'flowVersion'] },
        ),
        stopping: fc.constant(true as const),
      },
      { requiredKeys: ['projectId', 'flowRunId', 'executionId', 'runner', 'createdAt'] },
    ),
  ),
  of(
    flowEntity,
    fc.record(
      {
        projectId: anyId,
        name: anyId,
        version: fc.nat(),
        runner: fc.constantFrom('managed', 'worker'),
        chipId: anyId,
        description: text,
        functionName: text,
        tags: fc.array(text, { maxLength: 3 }),
        username: text,
        updatedBy: text,
        createdAt: instant,
        updatedAt: instant,
        deletedAt: instant,
      },
      {
        requiredKeys: [
          'projectId',
          'name',
          'version',
          'runner',
          'chipId',
          'description',
          'functionName',
          'tags',
          'username',
          'updatedBy',
          'createdAt',
          'updatedAt',
        ],
      },
    ),
  ),
  of(
    flowVersionEntity,
    fc.record({
      projectId: anyId,
      name: anyId,
      version: fc.integer({ min: 1, max: 999_999 }),
      runner: fc.constantFrom('managed', 'worker'),
      chipId: anyId,
      description: text,
      functionName: text,
      tags: fc.array(text, { maxLength: 3 }),
      savedBy: text,
      savedAt: instant,
      code: fc.string({ unit: 'binary' }).map(packSource),
      defaultParameters: fc.json(),
      defaultRunParameters: fc.json(),
    }),
  ),
];
