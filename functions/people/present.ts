import type { Actor } from '#shared/kernel/context.ts';
import type { SessionRecord } from '#shared/people/store/sessions.ts';
import type { ApiTokenRecord, UserRecord } from '#shared/people/store/users.ts';
import type { IssuedToken } from '#shared/people/verbs/auth/access-token.ts';
import { needsPassword } from '#shared/people/verbs/auth/authenticate.ts';
import type { ImportedUser } from '#shared/people/verbs/import-users.ts';
import type { ProjectOfUser } from '#shared/people/verbs/projects-of-user.ts';
import type { BegunSignIn } from '#shared/people/verbs/sign-in/begin-sign-in.ts';

/** A user on the wire; `full_name` and `display_name` are one field under two names (rule QDASH-14). */
export const presentUser = (user: UserRecord) => ({
  user_id: user.userId,
  username: user.username,
  full_name: user.fullName ?? null,
  display_name: user.fullName ?? null,
  organization: user.organization ?? null,
  avatar_key: user.avatarKey ?? null,
  disabled: user.disabled,
  default_project_id: user.defaultProjectId ?? null,
  must_change_password: user.mustChangePassword,
  system_role: user.systemRole,
  identity: user.identity ?? null,
});

/** The caller's own profile on the wire: what they have to do depends on how they signed in (rule AUTH-25). */
export const presentOwnUser = (user: UserRecord, { session }: Actor) => ({
  ...presentUser(user),
  must_change_password: needsPassword({ user, session }),
});

/** A user on the wire as administrators see them. */
export const presentUserDetail = (user: UserRecord) => ({
  ...presentUser(user),
  created_at: user.createdAt,
  updated_at: user.updatedAt,
  last_seen_at: user.lastSeenAt ?? null,
});

/** A project on the wire with the user's role and membership status. */
export const presentProjectOfUser = ({ project, role, status }: ProjectOfUser) => ({
  project_id: project.projectId,
  name: project.name,
  role,
  status,
  deleted_at: project.deletedAt ?? null,
});

/** The results of a user import, on the wire. */
export function presentUserImport(results: readonly ImportedUser[]) {
  const count = (status: ImportedUser['status']) => results.filter((one) => one.status === status).length;
  return {
    results: results.map(({ row, status, message, initialPassword }) => ({
      row_number: row.rowNumber,
      username: row.username,
      display_name: row.displayName ?? null,
      organization: row.organization ?? null,
      system_role: row.systemRole,
      status,
      message: message ?? null,
      initial_password: initialPassword ?? null,
    })),
    created: count('created'),
    skipped: count('skipped'),
    failed: count('failed'),
    total: results.length,
  };
}

/** A fresh access token on the wire. */
export const presentToken = ({ token, expiresAt }: IssuedToken) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_at: expiresAt,
});

/** The answer to a sign-in. */
export const presentLogin = (user: UserRecord, token: IssuedToken) => ({
  ...presentToken(token),
  user_id: user.userId,
  username: user.username,
  default_project_id: user.defaultProjectId ?? null,
  must_change_password: user.mustChangePassword,
});

/** A sign-in at the provider that was begun, on the wire. */
export const presentBegunSignIn = ({ address, browserKey, expiresAt }: BegunSignIn) => ({
  authorization_url: address,
  browser_key: browserKey,
  expires_at: expiresAt,
});

/** A session on the wire, as its user or an administrator sees it. */
export const presentSession = (session: SessionRecord, current: SessionRecord | undefined) => ({
  session_id: session.sessionId,
  created_at: session.createdAt,
  expires_at: session.expiresAt,
  last_used_at: session.lastSeenAt ?? null,
  address: session.address,
  user_agent: session.userAgent ?? null,
  current: session.sessionId === current?.sessionId,
});

/** An API token of a user on the wire, without its secret. */
export const presentApiToken = (token: ApiTokenRecord, user: UserRecord) => ({
  token_id: token.tokenId,
  name: token.name,
  project_id: token.projectId ?? null,
  role: token.role ?? null,
  created_at: token.createdAt,
  expires_at: token.expiresAt ?? null,
  last_used_at: token.lastSeenAt ?? null,
  revoked: token.tokenVersion !== user.tokenVersion,
});
