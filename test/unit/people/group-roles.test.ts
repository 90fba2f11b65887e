import { describe, expect, it } from 'vitest';
import {
  type GroupRole,
  mayEnter,
  membershipByGroups,
  parseGroupRoles,
  projectRolesOf,
  systemRoleOf,
} from '#shared/people/rules/group-roles.ts';

const rules: GroupRole[] = [
  { group: 'admins', systemRole: 'admin' },
  { group: 'lab', projectId: 'p', role: 'editor' },
  { group: 'guests', projectId: 'p', role: 'viewer' },
  { group: 'lab', projectId: 'q', role: 'viewer' },
];

describe('rules of what groups give', () => {
  it('rules are read from JSON as they are documented, and an empty setting has none', () => {
    const text = JSON.stringify([
      { group: 'admins', system_role: 'admin' },
      { group: 'lab', project_id: 'p', role: 'editor' },
    ]);
    expect(parseGroupRoles(text)).toEqual(rules.slice(0, 2));
    expect(parseGroupRoles(' ')).toEqual([]);
  });

  it.each([
    'lab',
    '{}',
    '[null]',
    '[{"group":"","system_role":"admin"}]',
    '[{"group":"lab"}]',
    '[{"group":"lab","system_role":"user"}]',
    '[{"group":"lab","project_id":"p","role":"owner"}]',
    '[{"group":"lab","project_id":"","role":"viewer"}]',
    '[{"group":"lab","system_role":"admin","project_id":"p","role":"viewer"}]',
    '[{"group":"lab","project_id":"p","role":"viewer","projectid":"q"}]',
  ])('rules that are not as they should be are refused: %s', (text) => {
    expect(() => parseGroupRoles(text)).toThrow('as JSON');
  });

  it('everybody may sign in where no group is named, and else members of one that is', () => {
    expect(mayEnter([], [])).toBe(true);
    expect(mayEnter(['a'], ['b'])).toBe(false);
    expect(mayEnter(['a', 'b'], ['b', 'c'])).toBe(true);
  });

  it('the system role follows groups only where a rule gives it', () => {
    expect(systemRoleOf(['admins'], rules)).toBe('admin');
    expect(systemRoleOf(['lab'], rules)).toBe('user');
    expect(systemRoleOf(['admins'], rules.slice(1))).toBeUndefined();
  });

  it.each([
    [[], { p: undefined, q: undefined }],
    [['guests'], { p: 'viewer', q: undefined }],
    [['guests', 'lab'], { p: 'editor', q: 'viewer' }],
    [['other'], { p: undefined, q: undefined }],
  ])('members of %j have the highest role that a group gives', (groups, roles) => {
    expect(Object.fromEntries(projectRolesOf(groups, rules))).toEqual(roles);
    expect(Object.fromEntries(projectRolesOf(groups, rules.toReversed()))).toEqual(roles);
  });

  it.each([
    ['nobody', undefined, undefined, undefined],
    ['nobody', undefined, 'viewer', { role: 'viewer', status: 'active' }],
    ['a viewer', { role: 'viewer', status: 'active' }, 'viewer', undefined],
    ['a viewer', { role: 'viewer', status: 'active' }, 'editor', { role: 'editor', status: 'active' }],
    ['an editor', { role: 'editor', status: 'active' }, undefined, { role: 'editor', status: 'revoked' }],
    ['who is invited', { role: 'viewer', status: 'pending' }, undefined, { role: 'viewer', status: 'revoked' }],
    ['who is invited', { role: 'viewer', status: 'pending' }, 'viewer', { role: 'viewer', status: 'active' }],
    ['who was removed', { role: 'editor', status: 'revoked' }, undefined, undefined],
    ['who was removed', { role: 'editor', status: 'revoked' }, 'editor', { role: 'editor', status: 'active' }],
    ['an owner', { role: 'owner', status: 'active' }, undefined, undefined],
    ['an owner', { role: 'owner', status: 'active' }, 'viewer', undefined],
  ] as const)('groups make of %s (%j) with %j what it should be', (_, current, role, next) => {
    expect(membershipByGroups(current, role)).toEqual(next);
  });

  it('groups do not bring back who left or declined', () => {
    for (const status of ['revoked', 'pending'] as const)
      expect(membershipByGroups({ role: 'viewer', status, leftAt: '2025-03-01T12:00:00.000Z' }, 'editor')).toBe(
        undefined,
      );
  });
});
