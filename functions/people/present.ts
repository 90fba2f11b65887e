import type { Actor } from '#shared/kernel/context.ts';
import {
  apiToken,
  begunSignIn,
  session,
  tokenResponse,
  user,
  userDetail,
  userImport,
  userWithProjects,
} from '#shared/people/contract/schemas/users.ts';
import type { SessionRecord } from '#shared/people/store/sessions.ts';
import type { ApiTokenRecord, UserRecord } from '#shared/people/store/users.ts';
import type { IssuedToken } from '#shared/people/verbs/auth/access-token.ts';
import { needsPassword } from '#shared/people/verbs/auth/authenticate.ts';
import type { ImportedUser } from '#shared/people/verbs/import-users.ts';
import type { ProjectOfUser } from '#shared/people/verbs/projects-of-user.ts';
import type { BegunSignIn } from '#shared/people/verbs/sign-in/begin-sign-in.ts';
import { present } from '../http/present.ts';

/** A user on the wire; `full_name` and `display_name` are one field under two names (rule QDASH-14). */
export const presentUser = (record: UserRecord) => present(user, record, { display_name: record.fullName });

/** The caller's own profile on the wire: what they have to do depends on how they signed in (rule AUTH-25). */
export const presentOwnUser = (record: UserRecord, { session: ofActor }: Actor) =>
  present(user, record, {
    display_name: record.fullName,
    must_change_password: needsPassword({ user: record, session: ofActor }),
  });

/** A user on the wire as administrators see them. */
export const presentUserDetail = (record: UserRecord) => present(userDetail, record, { display_name: record.fullName });

/** A project on the wire with the user's role and membership status. */
export const presentProjectOfUser = ({ project, role, status }: ProjectOfUser) =>
  present(userWithProjects.shape.projects.element, project, { role, status });

/** The results of a user import, on the wire. */
export function presentUserImport(results: readonly ImportedUser[]) {
  const count = (status: ImportedUser['status']) => results.filter((one) => one.status === status).length;
  return {
    results: results.map((result) => present(userImport.shape.results.element, { ...result.row, ...result })),
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
export const presentLogin = (record: UserRecord, token: IssuedToken) =>
  present(tokenResponse, record, presentToken(token));

/** A sign-in at the provider that was begun, on the wire. */
export const presentBegunSignIn = (begun: BegunSignIn) =>
  present(begunSignIn, begun, { authorization_url: begun.address });

/** A session on the wire, as its user or an administrator sees it. */
export const presentSession = (record: SessionRecord, current: SessionRecord | undefined) =>
  present(session, record, {
    last_used_at: record.lastSeenAt,
    current: record.sessionId === current?.sessionId,
  });

/** An API token of a user on the wire, without its secret. */
export const presentApiToken = (token: ApiTokenRecord, user: UserRecord) =>
  present(apiToken, token, {
    last_used_at: token.lastSeenAt,
    revoked: token.tokenVersion !== user.tokenVersion,
  });
