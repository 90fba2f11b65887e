import fc from 'fast-check';
import { targetDayEntity } from '#shared/values/store/days/target-days.ts';
import { driftDecisionsEntity, driftEntity } from '#shared/values/store/drift.ts';
import { openSpanEntity } from '#shared/values/store/open-spans.ts';
import { partialRollUpEntity } from '#shared/values/store/partial-roll-ups.ts';
import { recentDaysEntity } from '#shared/values/store/recent-days.ts';
import { packTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { sampleEntity } from '#shared/values/store/samples.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { targetLevelsEntity } from '#shared/values/store/target-levels.ts';
import { taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { measured, of, text } from './case.ts';
import { anyId, executionId, instant, targetRef } from './ids.ts';
import { targetRecord } from './target-record.ts';

/** Codecs of the history of values, with their records. */
export const metricEntities = [
  of(
    sampleEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        metric: anyId,
        target: targetRef,
        at: instant,
        sampleId: anyId,
        value: fc.option(measured),
        error: measured,
        unit: text,
        source: fc.constantFrom('import', 'manual', 'task', 'simulator'),
        executionId,
        taskId: fc.uuid(),
        cooldownId: anyId,
        recordedAt: instant,
        recordedBy: text,
        reason: text,
        excluded: fc.constant(true),
        excludedReason: text,
      },
      {
        requiredKeys: [
          'projectId',
          'chipId',
          'metric',
          'target',
          'at',
          'sampleId',
          'value',
          'unit',
          'source',
          'recordedAt',
        ],
      },
    ),
  ),
  of(
    taskSamplesEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        task: anyId,
        target: targetRef,
        at: instant,
        taskId: fc.uuid(),
        executionId,
        cooldownId: anyId,
        recordedBy: text,
        values: fc.dictionary(anyId, fc.record({ value: measured, error: measured, unit: text }), { maxKeys: 3 }),
        excluded: fc.constant(true),
        excludedReason: text,
      },
      {
        requiredKeys: ['projectId', 'chipId', 'task', 'target', 'at', 'taskId', 'executionId', 'recordedBy', 'values'],
      },
    ),
  ),
  of(
    seriesEntity,
    fc.record(
      { projectId: anyId, chipId: anyId, metric: anyId, month: fc.constantFrom('202501', '199912'), task: anyId },
      { requiredKeys: ['projectId', 'chipId', 'metric', 'month'] },
    ),
  ),
  of(
    targetLevelsEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      target: targetRef,
      levels: fc.constant({
        '': {
          t1: { sigma: 0.2, degrees: 4, level: 4, n: 8, typicalError: 0, basis: 'history', lastDay: '2025-01-01' },
        },
      }),
    }),
  ),
  of(
    recentDaysEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      metric: anyId,
      part: fc.nat({ max: 15 }),
      from: fc.constant('20250101'),
      targets: fc.uint8Array({ maxLength: 20 }),
    }),
  ),
  of(
    driftEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        metric: anyId,
        cooldownId: anyId,
        sharedBy: fc.nat({ max: 20 }),
        kinds: fc.constant({
          qubit: { threshold: 12, alertsPerWeek: 0.5, weeks: 12, followed: 20, gathering: 1, courses: [] },
        }),
      },
      { requiredKeys: ['projectId', 'chipId', 'metric', 'sharedBy', 'kinds'] },
    ),
  ),
  of(
    driftDecisionsEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      mutes: fc.array(
        fc.record({ metric: anyId, target: anyId, until: instant, by: text, at: instant, reason: text }),
        {
          maxLength: 2,
        },
      ),
      acknowledgements: fc.constant([]),
    }),
  ),
  of(
    openSpanEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        span: fc.constantFrom('day', 'month', 'levels'),
        date: fc.constantFrom('20250101', '202501'),
        metrics: fc.array(anyId, { maxLength: 3 }),
        token: fc.uuid(),
        closing: fc.constant(true),
      },
      { requiredKeys: ['projectId', 'chipId', 'span', 'date', 'metrics', 'token'] },
    ),
  ),
  of(
    targetDayEntity,
    targetRecord.map(({ kind, id, note: _note, metricNotes: _notes, createdAt: _at, updatedAt, ...state }) => ({
      ...state,
      target: { kind, id },
      date: '20250101',
      stateAt: updatedAt,
      ...(state.username === '' ? {} : { settled: 1 }),
    })),
  ),
  of(
    rollUpEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        metric: anyId,
        span: fc.constantFrom('day', 'month'),
        date: fc.constantFrom('20250101', '202501'),
        cooldownId: anyId,
        targets: fc.array(targetRef, { maxLength: 2 }).map((targets) =>
          packTargets(
            targets.map((target) => {
              const source = 'task' as const;
              const latest = {
                at: '2025-01-01',
                value: null,
                unit: '',
                source,
                recordedAt: '2025-01-01',
                sampleId: 't',
              };
              return { target, rollUp: { latest, units: {} } };
            }),
          ),
        ),
      },
      { requiredKeys: ['projectId', 'chipId', 'metric', 'span', 'date', 'targets'] },
    ),
  ),
  of(
    partialRollUpEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      metric: anyId,
      day: fc.constant('20250101'),
      through: instant,
      parts: fc.array(
        fc.record(
          { partition: text, cooldownId: anyId, targets: fc.constant(Uint8Array.from(packTargets([]))) },
          { requiredKeys: ['partition', 'targets'] },
        ),
        { maxLength: 2 },
      ),
    }),
  ),
];
