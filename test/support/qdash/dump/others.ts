import { type Doc, id, projectId } from './fields.ts';

/** Collections that are derived here, some that have no counterpart here, and an unknown one. */
export function* otherDocs(start: Date): Generator<[string, Doc]> {
  yield ['execution_lock', { _id: id(start), project_id: projectId, locked: true }];
  yield ['notification', { _id: id(start), project_id: projectId, recipient_username: 'bert', title: 'Mention' }];
  yield ['parameter_versions', { _id: id(start), project_id: projectId, entity_id: 't1:0', value: 3 }];
  yield ['provenance_relations', { _id: id(start), project_id: projectId, relation_id: 'r' }];
  yield ['provenance_activities', { _id: id(start), project_id: projectId, activity_id: 'a' }];
  for (const name of ['agent_sessions', 'agent_actions', 'agent_candidate_commits', 'agent_campaign_commits'])
    yield [name, { _id: id(start), project_id: projectId, session_id: 's', note: 'from 東京' }];
  yield [
    'copilot_chat_session',
    { _id: id(start), username: 'anna', session_id: 's', messages: [{ role: 'user', content: 'Why is T1 low?' }] },
  ];
  yield ['made_by_the_lab', { _id: id(start), anything: 1n }];
}
