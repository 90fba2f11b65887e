import { type Doc, id, info, otherProjectId, projectId } from './fields.ts';

/** The password of every user of the dump, and its hash by the bcrypt of Python at cost 4. */
export const password = 'liquid helium at four kelvin';
export const passwordHash = '$2b$04$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';

export function* peopleDocs(start: Date): Generator<[string, Doc]> {
  for (const [username, more] of [
    ['anna', { user_id: 'u-anna', full_name: 'Anna A.', default_project_id: projectId, system_role: 'user' }],
    ['bert', { user_id: 'u-bert', full_name: 'Bert, B.', organization: 'The "cold" lab' }],
    // An early account without an id, one that is disabled, one with a hash of another kind, and one whose name is none here.
    ['carl', { full_name: null }],
    ['dora', { user_id: 'u-dora', disabled: true }],
    ['emil', { user_id: 'u-emil', hashed_password: 'pbkdf2:unknown' }],
    ['Ü', { user_id: 'u-strange' }],
  ] as const)
    yield [
      'user',
      {
        _id: id(start),
        username,
        hashed_password: passwordHash,
        access_token: `secret-token-of-${username}`,
        disabled: false,
        system_info: info(start),
        ...more,
      },
    ];
  yield [
    'project',
    {
      _id: id(start),
      project_id: projectId,
      owner_username: 'anna',
      name: 'Cold lab',
      description: 'Two fridges',
      tags: ['cold'],
      default_role: 'viewer',
      system_info: info(start),
    },
  ];
  yield [
    'project',
    {
      _id: id(start),
      project_id: otherProjectId,
      owner_username: 'bert',
      name: "bert's project",
      description: null,
      tags: [],
      default_role: 'viewer',
      system_info: info(start),
    },
  ];
  for (const [project, username, role, status] of [
    [projectId, 'anna', 'owner', 'active'],
    [projectId, 'bert', 'editor', 'active'],
    [projectId, 'carl', 'viewer', 'revoked'],
    [projectId, 'dora', 'viewer', 'pending'],
    [otherProjectId, 'bert', 'owner', 'active'],
    ['gone', 'bert', 'viewer', 'active'],
  ] as const)
    yield [
      'project_membership',
      {
        _id: id(start),
        project_id: project,
        username,
        role,
        status,
        invited_by: username === 'anna' ? null : 'anna',
        last_accessed_at: '2026-01-01T00:00:00+09:00',
        system_info: info(start),
      },
    ];
}
