import { type Doc, dayOf, id, info, projectId } from './fields.ts';
import { resultId } from './results.ts';

export function* discussionDocs(start: Date): Generator<[string, Doc]> {
  yield [
    'forum_category',
    {
      _id: id(start),
      project_id: projectId,
      key: 'pulse',
      name: 'Pulses',
      description: '',
      color: 'mauve',
      icon: 'wave',
      sort_order: 5,
      is_archived: false,
      system_info: info(start),
    },
  ];
  yield ['forum_counter', { _id: id(start), project_id: projectId, last: 2 }];
  const root = id(start);
  const common = {
    project_id: projectId,
    content_blocks: [],
    system_info: info(start),
    is_deleted: false,
    is_ai_reply: false,
  };
  yield [
    'forum_post',
    {
      _id: root,
      ...common,
      number: 7,
      category: 'pulse',
      user_id: 'u-anna',
      username: 'anna',
      title: 'Leakage',
      content: 'Look @bert',
      parent_id: null,
      status: 'investigating',
      labels: ['hot'],
      assignee_username: 'bert',
      chip_id: 'alpha',
      target_type: 'coupling',
      target_id: '1-0',
      cooldown_id: 'cd-2',
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'Seen',
      parent_id: String(root),
      system_info: info(dayOf(1)),
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'gone',
      parent_id: String(root),
      is_deleted: true,
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'lost',
      parent_id: 'ffffffffffffffffffffffff',
    },
  ];
  const issue = id(start);
  yield [
    'issue',
    {
      _id: issue,
      ...common,
      task_id: resultId(2),
      username: 'anna',
      title: 'Bad fit',
      content: 'See the figure',
      parent_id: null,
      is_closed: true,
    },
  ];
  yield [
    'issue',
    {
      _id: id(start),
      ...common,
      task_id: resultId(2),
      username: 'qdash-ai',
      content: 'The pump',
      parent_id: String(issue),
      is_closed: false,
      is_ai_reply: true,
    },
  ];
  yield [
    'issue',
    {
      _id: id(start),
      ...common,
      task_id: 'no-such-task',
      username: 'anna',
      title: 'Lost',
      content: 'x',
      parent_id: null,
      is_closed: false,
    },
  ];
  yield [
    'issue_knowledge',
    {
      _id: id(start),
      project_id: projectId,
      issue_id: String(issue),
      task_id: resultId(2),
      task_name: 'CheckRabi',
      status: 'approved',
      title: 'Pump',
      date: '2026-03-01',
      severity: 'warning',
      chip_id: 'alpha',
      qid: '2',
      resolution_status: 'resolved',
      symptom: 'no fit',
      root_cause: 'pump',
      resolution: 'swap',
      lesson_learned: ['look at the pump'],
      reviewed_by: 'bert',
      pr_url: 'x',
      system_info: info(start),
    },
  ];
}
