/** Project roles from the least to the most allowed: read; read and write; read, write and administer. */
export const PROJECT_ROLES = ['viewer', 'editor', 'owner'] as const;

/** A member's role in a project. */
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** Membership status. */
export type MembershipStatus = 'pending' | 'active' | 'revoked';

/** The part of a membership that transitions change. */
export type Membership = { role: ProjectRole; status: MembershipStatus };

/** A membership with what else decides about it. */
export type MembershipFacts = Membership & {
  /** When they left or declined on their own: from then on only they can return (rule PROJ-17). */
  leftAt?: string | undefined;
};

/** Why a membership transition is refused. */
export type MembershipRefusal =
  /** Inviting an active member, or accepting twice. */
  | 'already_member'
  /** Accepting without an open invitation. */
  | 'not_invited'
  /** Changing or removing a user who is not in the project. */
  | 'not_a_member'
  /** Offering the project to a user who is not an active member. */
  | 'not_active'
  /** The owner role is given by transfer alone. */
  | 'owner_by_transfer_only'
  /** The owner's own role changes by transfer alone. */
  | 'owner_role_fixed'
  /** The owner cannot be removed. */
  | 'owner_not_removable'
  /** Transfer to the present owner, or from a user who is not the owner. */
  | 'already_owner'
  | 'not_the_owner';

/** The new state of one membership, or the reason it stays as it was. */
export type MembershipResult = { ok: true; membership: Membership } | { ok: false; refusal: MembershipRefusal };

/** Both memberships after a transfer, or the reason nothing changed. */
export type TransferResult = { ok: true; from: Membership; to: Membership } | { ok: false; refusal: MembershipRefusal };

/** True where `role` includes what `required` may do: viewer reads, editor writes, owner administers. */
export function roleAllows(role: ProjectRole, required: ProjectRole): boolean {
  return PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(required);
}

/** The role a membership grants now: undefined unless it is active. */
export function activeRole(membership: Membership | undefined): ProjectRole | undefined {
  return membership?.status === 'active' ? membership.role : undefined;
}

/**
 * Invites a user, who is pending until they accept (rule PROJ-4). A pending or revoked user is invited again with the
 * new role.
 */
export function invite(current: Membership | undefined, role: ProjectRole): MembershipResult {
  if (role === 'owner') return refuse('owner_by_transfer_only');
  if (current?.status === 'active') return refuse('already_member');
  return become({ role, status: 'pending' });
}

/** Makes a user a member at once, as administrators do; a user who left or declined is only invited (rule PROJ-17). */
export function admit(current: MembershipFacts | undefined, role: ProjectRole): MembershipResult {
  const invited = invite(current, role);
  if (!invited.ok || current?.leftAt !== undefined) return invited;
  return become({ role, status: 'active' });
}

/** The invited user accepts: pending becomes active with the role of the invitation. */
export function accept(current: Membership | undefined): MembershipResult {
  if (current?.status === 'active') return refuse('already_member');
  if (current?.status !== 'pending') return refuse('not_invited');
  return become({ role: current.role, status: 'active' });
}

/** Removes a member or withdraws an invitation; the row stays, revoked. */
export function revoke(current: Membership | undefined): MembershipResult {
  if (!isPresent(current)) return refuse('not_a_member');
  if (current.role === 'owner') return refuse('owner_not_removable');
  return become({ role: current.role, status: 'revoked' });
}

/** Gives a member, or an open invitation, another role below owner. */
export function changeRole(current: Membership | undefined, role: ProjectRole): MembershipResult {
  if (!isPresent(current)) return refuse('not_a_member');
  if (current.role === 'owner') return refuse('owner_role_fixed');
  if (role === 'owner') return refuse('owner_by_transfer_only');
  return become({ role, status: current.status });
}

/** Why a project cannot be offered to a user: undefined for an active member who does not own it (rule PROJ-3). */
export function offerRefusal(to: Membership | undefined): MembershipRefusal | undefined {
  const role = activeRole(to);
  if (role === 'owner') return 'already_owner';
  return role === undefined ? 'not_active' : undefined;
}

/**
 * Moves the ownership: the old owner becomes editor, the new one owner and active, whether they were a member or
 * not (rule PROJ-3). So a project has exactly one owner before and after.
 */
export function transfer(from: Membership, to: Membership | undefined): TransferResult {
  if (activeRole(to) === 'owner') return refuse('already_owner');
  if (activeRole(from) !== 'owner') return refuse('not_the_owner');
  return { ok: true, from: { role: 'editor', status: 'active' }, to: { role: 'owner', status: 'active' } };
}

function isPresent(membership: Membership | undefined): membership is Membership {
  return membership !== undefined && membership.status !== 'revoked';
}

function become(membership: Membership): MembershipResult {
  return { ok: true, membership };
}

function refuse(refusal: MembershipRefusal): { ok: false; refusal: MembershipRefusal } {
  return { ok: false, refusal };
}
