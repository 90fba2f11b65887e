import { describe, expect, it } from 'vitest';
import { eventTarget, eventVerb } from '../../../../web/notes/lib/event-text.ts';

describe('an entry of the timeline in words', () => {
  it('an entry of the timeline names its target as the pages do', () => {
    const of = (scope: Parameters<typeof eventTarget>[0]['scope'], target_id: string, extra = {}) =>
      eventTarget({ scope, target_id, extra });
    expect([
      of('qubit', '3'),
      of('qubit_metric', '3'),
      of('coupling', '0-1'),
      of('chip', 'qpu-1'),
      of('task_result', 'x', { task_name: 'CheckT1', qid: '40' }),
      of('task_result', 'x', { task_name: 'CheckT1' }),
      of('task_result', 'x'),
    ]).toEqual(['Q3', 'Q3', '0-1', 'chip qpu-1', 'CheckT1 on Q40', 'CheckT1', 'a task']);
  });

  it('an entry of the timeline says what was done, and to which kind of note', () => {
    const of = (action: 'upsert' | 'delete', metric_key: string, extra = {}) =>
      eventVerb({ action, scope: 'qubit_metric', metric_key, extra });
    expect([of('upsert', ''), of('delete', 't1'), of('upsert', '', { kind: 'comment' })]).toEqual([
      'wrote the note of',
      'deleted the T1 note of',
      'wrote a comment on',
    ]);
  });
});
