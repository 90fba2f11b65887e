import fc from 'fast-check';
import { chipStatisticsEntity } from '#shared/chips/store/chip-statistics.ts';
import { latestMarkEntity, latestResultEntity } from '#shared/results/store/latest-results.ts';
import { reExecutionEntity } from '#shared/results/store/re-executions.ts';
import { calibrationNoteEntity, calibrationNotePieceEntity } from '#shared/results/store/task-registry.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { count, measured, of, text } from './case.ts';
import { anyId, executionId, instant, targetRef } from './ids.ts';

const texts = fc.array(text, { maxLength: 3 });
// A map of the SDK cannot hold `__proto__`, which no parameter is called.
const byName = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(
    anyId.filter((key) => key !== '__proto__'),
    value,
    { maxKeys: 3, noNullPrototype: true },
  );
const parameters = byName(
  fc.record({
    value: measured,
    error: measured,
    unit: text,
    valueType: fc.constantFrom('float', 'int'),
    description: text,
  }),
);
const runParameters = byName(
  fc.record({
    value: fc.oneof(measured, text, fc.array(measured, { maxLength: 3 })),
    valueType: text,
    unit: text,
    description: text,
  }),
);
const note = fc.record(
  { content: text, updatedBy: text, updatedAt: instant },
  { requiredKeys: ['content', 'updatedBy'] },
);

const result = fc
  .tuple(
    targetRef,
    fc.record(
      {
        projectId: anyId,
        taskId: fc.uuid(),
        executionId,
        flowRunId: fc.uuid(),
        flowName: anyId,
        chipId: anyId,
        userId: anyId,
        username: text,
        name: anyId,
        upstreamId: fc.oneof(fc.constant(''), fc.uuid()),
        stage: count,
        index: count,
        status: fc.constantFrom(...TASK_STATUSES),
        message: text,
        inputParameters: parameters,
        runParameters,
        outputParameters: parameters,
        outputParameterNames: texts,
        note: byName(text),
        figurePaths: texts,
        jsonFigurePaths: texts,
        rawDataPaths: texts,
        r2: measured,
        stackTrace: text,
        sourceTaskId: fc.uuid(),
        trial: fc.constant(true),
        closed: fc.constant(true),
        cooldownId: anyId,
        tags: texts,
        queuedAt: instant,
        startAt: instant,
        endAt: instant,
        elapsedSeconds: measured,
        userNote: note,
        aiReviewNote: note,
        excluded: fc.boolean(),
        excludedReason: text,
        excludedBy: text,
        excludedByUserId: anyId,
        excludedAt: instant,
        createdAt: instant,
        updatedAt: instant,
      },
      {
        requiredKeys: [
          'projectId',
          'taskId',
          'executionId',
          'flowRunId',
          'flowName',
          'chipId',
          'username',
          'name',
          'upstreamId',
          'stage',
          'index',
          'status',
          'message',
          'inputParameters',
          'runParameters',
          'outputParameters',
          'outputParameterNames',
          'note',
          'figurePaths',
          'jsonFigurePaths',
          'rawDataPaths',
          'tags',
          'queuedAt',
          'createdAt',
          'updatedAt',
        ],
      },
    ),
  )
  .map(([target, rest]) => ({ ...rest, taskType: target.kind, qid: target.id }));

const day = fc.constantFrom('20250301', '19991231');

const latest = fc.record(
  {
    projectId: anyId,
    chipId: anyId,
    task: anyId,
    target: targetRef,
    date: day,
    endAt: instant,
    taskId: fc.uuid(),
    result: fc.record({ executionId, message: text, outputParameters: parameters, runParameters }),
  },
  { requiredKeys: ['projectId', 'chipId', 'task', 'target', 'endAt', 'taskId', 'result'] },
);

const noteOf = { projectId: anyId, executionId, taskId: anyId, chipId: anyId, packedNote: text };

/** The codecs of task results and of the records stored with them. */
export const taskEntities = [
  of(taskResultEntity, result),
  of(latestResultEntity, latest),
  of(
    reExecutionEntity,
    fc.record({ projectId: anyId, sourceTaskId: anyId, at: instant, taskId: fc.uuid(), executionId }),
  ),
  of(
    latestMarkEntity,
    fc.record(
      { projectId: anyId, chipId: anyId, task: anyId, date: day },
      { requiredKeys: ['projectId', 'chipId', 'task'] },
    ),
  ),
  of(
    chipStatisticsEntity,
    fc.record(
      { projectId: anyId, chipId: anyId, taskResults: count, archivedResults: count, completed: count, failed: count },
      { requiredKeys: ['projectId', 'chipId', 'taskResults'] },
    ),
  ),
  of(
    calibrationNoteEntity,
    fc.record(
      { ...noteOf, username: text, timestamp: instant, pieces: count },
      { requiredKeys: ['projectId', 'executionId', 'taskId', 'chipId', 'packedNote', 'username', 'timestamp'] },
    ),
  ),
  of(calibrationNotePieceEntity, fc.record({ ...noteOf, piece: count })),
];
