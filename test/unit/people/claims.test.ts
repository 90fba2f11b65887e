import { describe, expect, it } from 'vitest';
import { areGroupsLeftOut, claimAt, domainOf, groupsIn, usernameFrom } from '#shared/people/rules/claims.ts';

describe('claims of a provider', () => {
  it('a claim is found by its name, also one with dots, or by the way to it', () => {
    const claims = { groups: ['a'], 'https://lab.example/groups': ['b'], realm_access: { roles: ['c'] } };
    expect(claimAt(claims, 'groups')).toEqual(['a']);
    expect(claimAt(claims, 'https://lab.example/groups')).toEqual(['b']);
    expect(claimAt(claims, 'realm_access.roles')).toEqual(['c']);
    expect(claimAt(claims, 'realm_access.toString')).toBeUndefined();
    expect(claimAt(claims, 'groups.roles.more')).toBeUndefined();
  });

  it('groups are the texts of a list, or one text, and nothing else', () => {
    expect(groupsIn({ groups: ['a', 7, null, 'b'] }, 'groups')).toEqual(['a', 'b']);
    expect(groupsIn({ groups: 'a' }, 'groups')).toEqual(['a']);
    expect(groupsIn({ groups: { a: true } }, 'groups')).toEqual([]);
    expect(groupsIn({}, 'groups')).toEqual([]);
  });

  it('groups are left out where the provider says where else to ask for them', () => {
    expect(areGroupsLeftOut({ _claim_names: { groups: 'src1' } }, 'groups')).toBe(true);
    expect(areGroupsLeftOut({ groups: [], _claim_names: { groups: 'src1' } }, 'groups')).toBe(false);
    expect(areGroupsLeftOut({}, 'groups')).toBe(false);
  });

  it.each([
    ['ada', 'ada'],
    ['Ada.Lovelace@lab.example', 'ada.lovelace'],
    ['ada@home@lab.example', 'ada-home'],
    ['LAB\\ada', 'lab-ada'],
    ['  ada love ', 'ada-love'],
    ['_ada', 'ada'],
    ['a'.repeat(70), 'a'.repeat(64)],
    ['ab', undefined],
    ['量子', undefined],
    ['', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('the username from %j is %j', (claim, username) => {
    expect(usernameFrom(claim, true)).toBe(username);
  });

  it('the username from an address is all of it, where its domain may be any', () => {
    expect(usernameFrom('Ada@lab.example', false)).toBe('ada-lab.example');
    expect(usernameFrom('ada', false)).toBe('ada');
  });

  it('the domain of an address is what follows its last @, in lower case', () => {
    expect(['Ada@Lab.Example', 'ada@home@lab.example ', 'ada', 7].map(domainOf)).toEqual([
      'lab.example',
      'lab.example',
      undefined,
      undefined,
    ]);
  });
});
