import { type Doc, dayOf, id, info, noNote, note, projectId } from './fields.ts';
import { resultId } from './results.ts';

export function* noteDocs(start: Date): Generator<[string, Doc]> {
  const scope = {
    scope_type: 'cooldown',
    scope_key: 'cooldown:cd-2',
    cooldown_id: 'cd-2',
    scope_started_at: dayOf(1),
    scope_ended_at: null,
    scope_source: 'current_cooldown',
  };
  const ofChip = { project_id: projectId, chip_id: 'alpha', system_info: info(start) };
  yield ['chip_note', { _id: id(start), ...ofChip, note: note('cold', 'anna', dayOf(1)), ...scope }];
  yield [
    'target_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'qubit',
      target_id: '0',
      note: note('fine', 'anna', dayOf(1)),
      ...scope,
      comments: [
        {
          comment_id: 'c1',
          content: 'agreed',
          created_by: 'bert',
          created_at: dayOf(1),
          updated_by: 'bert',
          updated_at: null,
        },
      ],
    },
  ];
  yield [
    'target_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'coupling',
      target_id: '1-0',
      note: note('weak', 'bert', dayOf(1)),
      ...scope,
    },
  ];
  yield [
    'metric_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'qubit',
      target_id: '0',
      metric_key: 't1',
      note: note('drops', 'anna', dayOf(1)),
      ...scope,
    },
  ];
  yield [
    'metric_note',
    { _id: id(start), ...ofChip, target_type: 'qubit', target_id: '1', metric_key: 't1', note: noNote, ...scope },
  ];
  for (const [eventScope, target, metric, action] of [
    ['qubit', '0', '', 'upsert'],
    ['qubit_metric', '0', 't1', 'upsert'],
    ['coupling', '1-0', '', 'upsert'],
    ['task_result', resultId(3), '', 'upsert'],
    ['qubit', '2', '', 'delete'],
  ] as const)
    yield [
      'note_event',
      {
        _id: id(start),
        project_id: projectId,
        chip_id: 'alpha',
        scope: eventScope,
        target_id: target,
        metric_key: metric,
        action,
        actor: 'bert',
        actor_user_id: 'u-bert',
        content: action === 'delete' ? '' : `about ${target}`,
        extra: { qid: target },
        created_at: dayOf(1),
      },
    ];
}
