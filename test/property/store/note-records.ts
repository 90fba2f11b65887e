import fc from 'fast-check';
import { noteCountEntity } from '#shared/notes/store/note-counts.ts';
import { noteEventEntity } from '#shared/notes/store/note-events.ts';
import { noteEntity } from '#shared/notes/store/notes.ts';
import { appliedRequestEntity } from '#shared/people/store/idempotency.ts';
import { of, text } from './case.ts';
import { anyId, instant, targetRef } from './ids.ts';

const scope = fc.record(
  {
    type: fc.constantFrom('cooldown', 'time_range', 'global'),
    key: anyId,
    cooldownId: anyId,
    startedAt: instant,
    endedAt: instant,
    source: fc.constantFrom('explicit_cooldown', 'legacy_global'),
  },
  { requiredKeys: ['type', 'key', 'source'] },
);
const subject = fc.oneof(
  fc.record({ level: fc.constant('chip') }),
  fc.record({ level: fc.constant('target'), target: targetRef }),
  fc.record({ level: fc.constant('metric'), target: targetRef, metric: anyId }),
  fc.record({ level: fc.constant('comment'), target: targetRef, commentId: anyId }),
  fc.record({ level: fc.constant('task'), taskId: anyId, qid: text }),
);

const countPart = fc.oneof(fc.constantFrom('all', 'chip'), targetRef, fc.record({ taskShard: fc.nat({ max: 15 }) }));

/** The entities of notes with arbitraries of their records. */
export const noteEntities = [
  of(
    noteEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      subject,
      scope,
      content: text,
      updatedBy: text,
      updatedAt: instant,
      eventId: fc.uuid(),
      createdBy: text,
      createdByUserId: anyId,
      createdAt: instant,
    }),
  ),
  of(
    noteCountEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      part: countPart,
      notes: fc.nat(),
      comments: fc.nat(),
      events: fc.nat(),
    }),
  ),
  of(
    noteEventEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        eventId: fc.uuid(),
        scope: fc.constantFrom('qubit', 'qubit_metric', 'coupling', 'coupling_metric', 'task_result', 'chip'),
        targetId: anyId,
        metricKey: text,
        action: fc.constantFrom('upsert', 'delete'),
        actorUserId: anyId,
        actor: text,
        content: text,
        extra: fc.record({ scope_key: text, comment_id: text }, { noNullPrototype: true }),
        createdAt: instant,
      },
      { requiredKeys: ['projectId', 'chipId', 'eventId', 'scope', 'targetId', 'action', 'content', 'createdAt'] },
    ),
  ),
  of(
    appliedRequestEntity,
    fc.record({
      userId: anyId,
      digest: anyId,
      outcome: fc.constantFrom(null, 'text', { content: '' }),
      forgetAt: fc.nat(),
    }),
  ),
];
