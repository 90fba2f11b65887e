import { describe, expect, it } from 'vitest';
import {
  accept,
  activeRole,
  admit,
  changeRole,
  invite,
  type Membership,
  offerRefusal,
  PROJECT_ROLES,
  revoke,
  roleAllows,
  transfer,
} from '#shared/projects/rules/permissions.ts';

const owner: Membership = { role: 'owner', status: 'active' };
const editor: Membership = { role: 'editor', status: 'active' };
const pending: Membership = { role: 'viewer', status: 'pending' };
const revoked: Membership = { role: 'editor', status: 'revoked' };
const left = { ...revoked, leftAt: '2025-03-01T12:00:00.000Z' };

describe('roles', () => {
  it('owners do everything, editors read and write, viewers read', () => {
    const allowed = PROJECT_ROLES.map((role) => PROJECT_ROLES.filter((required) => roleAllows(role, required)));
    expect(allowed).toEqual([['viewer'], ['viewer', 'editor'], ['viewer', 'editor', 'owner']]);
  });

  it('a role counts only while the membership is active', () => {
    expect([owner, editor, pending, revoked, undefined].map(activeRole)).toEqual([
      'owner',
      'editor',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('inviting', () => {
  it('inviting leaves a new, a pending or a revoked user pending with the new role', () => {
    for (const current of [undefined, pending, revoked, left])
      expect(invite(current, 'editor')).toEqual({ ok: true, membership: { role: 'editor', status: 'pending' } });
  });

  it('inviting an active member, or a user as owner, is refused', () => {
    for (const by of [invite, admit]) {
      expect(by(editor, 'viewer')).toEqual({ ok: false, refusal: 'already_member' });
      expect(by(undefined, 'owner')).toEqual({ ok: false, refusal: 'owner_by_transfer_only' });
    }
  });
});

describe('admitting', () => {
  it('admitting makes a user active at once, but anyone who left or declined is invited', () => {
    for (const current of [undefined, pending, revoked])
      expect(admit(current, 'editor')).toEqual({ ok: true, membership: { role: 'editor', status: 'active' } });
    for (const current of [left, { ...left, status: 'pending' as const }])
      expect(admit(current, 'editor')).toEqual({ ok: true, membership: { role: 'editor', status: 'pending' } });
  });
});

describe('offering', () => {
  it('offering a project is possible to an active member who does not own it', () => {
    expect([editor, owner, pending, revoked, undefined].map(offerRefusal)).toEqual([
      undefined,
      'already_owner',
      'not_active',
      'not_active',
      'not_active',
    ]);
  });
});

describe('accepting', () => {
  it('accepting turns pending into active with the role of the invitation', () => {
    expect(accept(pending)).toEqual({ ok: true, membership: { role: 'viewer', status: 'active' } });
  });

  it('accepting is refused to everybody without an open invitation', () => {
    expect(accept(editor)).toEqual({ ok: false, refusal: 'already_member' });
    expect(accept(revoked)).toEqual({ ok: false, refusal: 'not_invited' });
    expect(accept(undefined)).toEqual({ ok: false, refusal: 'not_invited' });
  });
});

describe('removing', () => {
  it('removing revokes a member or an open invitation', () => {
    expect(revoke(editor)).toEqual({ ok: true, membership: revoked });
    expect(revoke(pending)).toEqual({ ok: true, membership: { role: 'viewer', status: 'revoked' } });
  });

  it('removing the owner, or who is not a member, is refused', () => {
    expect(revoke(owner)).toEqual({ ok: false, refusal: 'owner_not_removable' });
    expect(revoke(revoked)).toEqual({ ok: false, refusal: 'not_a_member' });
    expect(revoke(undefined)).toEqual({ ok: false, refusal: 'not_a_member' });
  });
});

describe('changing a role', () => {
  it('changing a role keeps the status', () => {
    expect(changeRole(editor, 'viewer')).toEqual({ ok: true, membership: { role: 'viewer', status: 'active' } });
    expect(changeRole(pending, 'editor')).toEqual({ ok: true, membership: { role: 'editor', status: 'pending' } });
  });

  it('changing the role of the owner or of no member, or to owner, is refused', () => {
    expect(changeRole(editor, 'owner')).toEqual({ ok: false, refusal: 'owner_by_transfer_only' });
    expect(changeRole(owner, 'editor')).toEqual({ ok: false, refusal: 'owner_role_fixed' });
    expect(changeRole(revoked, 'editor')).toEqual({ ok: false, refusal: 'not_a_member' });
    expect(changeRole(undefined, 'editor')).toEqual({ ok: false, refusal: 'not_a_member' });
  });
});

describe('transferring the ownership', () => {
  it('transferring the ownership makes the old owner an editor and anybody else the owner', () => {
    for (const to of [undefined, editor, pending, revoked]) {
      expect(transfer(owner, to)).toEqual({ ok: true, from: editor, to: owner });
    }
  });

  it('transferring the ownership to the present owner, or by who is not the owner, is refused', () => {
    expect(transfer(owner, owner)).toEqual({ ok: false, refusal: 'already_owner' });
    expect(transfer(editor, pending)).toEqual({ ok: false, refusal: 'not_the_owner' });
  });
});
