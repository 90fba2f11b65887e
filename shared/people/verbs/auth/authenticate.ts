import type { Actor, Context } from '../../../kernel/context.ts';
import { forbidden, ServiceError, unauthenticated } from '../../../kernel/errors.ts';
import type { WriteRevision } from '../../../kernel/store/revisions.ts';
import { activeRole, PROJECT_ROLES, type ProjectRole } from '../../../projects/rules/permissions.ts';
import { getProjects, listMemberships, type MemberRecord } from '../../../projects/store/projects.ts';
import type { FreshnessHours } from '../../../values/rules/fresh-for.ts';
import type { GateMode } from '../../../values/rules/gate-mark.ts';
import type { OwnLimits } from '../../../values/rules/own-limits.ts';
import { type Credentials, readCredentials, type UserRecord } from '../../store/users.ts';
import { verifyAccessToken } from './access-token.ts';
import { isTokenSecret, looksLikeApiToken, parseApiToken } from './api-token.ts';

/** Who a bearer token says it is, before anything was read (except cached keys). */
export interface BearerIdentity {
  userId: string;
  username: string;
  /** The project that the token names: the default one of a login, the only one of a bound API token. */
  projectId: string | undefined;
  kind:
    | { login: { version: number; sessionId?: string | undefined } }
    | { apiToken: { tokenId: string; secret: string } };
}

/** The caller, and their project where the operation has one. */
export interface Authenticated {
  actor: Actor;
  project:
    | {
        projectId: string;
        role: ProjectRole;
        freshnessHours: FreshnessHours | undefined;
        gate: GateMode | undefined;
        limits: OwnLimits | undefined;
        lockScope: 'chip' | undefined;
      }
    | undefined;
  /** By which they are in that project. */
  member: MemberRecord | undefined;
  /** Those that were wanted, as of before any other read of the request, unless that began at the same time. */
  revisions: readonly WriteRevision[];
}

/**
 * Reads the `Authorization` header.
 * @throws ServiceError `unauthenticated` without a bearer token, or for one that is forged or has expired.
 */
export async function identify(ctx: Context, authorization: string | undefined): Promise<BearerIdentity> {
  const match = /^Bearer +(\S+) *$/i.exec(authorization ?? '');
  if (!match?.[1]) throw unauthenticated('An Authorization header with a Bearer token is required');
  const named = parseApiToken(match[1]);
  if (named) {
    const { userId, username, projectId, tokenId, secret } = named;
    return { userId, username, projectId, kind: { apiToken: { tokenId, secret } } };
  }
  if (looksLikeApiToken(match[1])) throw invalidApiToken();
  const claims = await verifyAccessToken(ctx, match[1]);
  return {
    userId: claims.userId,
    username: claims.username,
    projectId: claims.projectId,
    kind: { login: { version: claims.version, sessionId: claims.sessionId } },
  };
}

const invalidApiToken = () => unauthenticated('Invalid API token');

/** What an operation requires of its caller. */
export interface Requirement {
  /** Project named by the request: path parameter, else `X-Project-Id`. */
  requestedProjectId: string | undefined;
  /** `required`: a role is needed; `optional`: a project is resolved where there is one; `none`: no project. */
  project: { required: ProjectRole } | 'optional' | 'none';
  admin: boolean;
  writes: boolean;
  /** The operation concerns secrets or rights: it needs a login, not an API token (rule AUTH-40). */
  sessionOnly: boolean;
  /** Users whose password was set by another person may call it before they choose their own. */
  beforePasswordChange: boolean;
  /** Whose revisions are read too. */
  revised?: readonly ('project' | 'user')[] | undefined;
}

/**
 * Checks the caller against the table: one consistent BatchGetItem
 * (docs/design/api-conventions.md#the-life-of-a-request).
 * @throws ServiceError `unauthenticated` (token ended), `forbidden` (disabled, role, project) or `invalid` (no project).
 */
export async function authorize(ctx: Context, identity: BearerIdentity, need: Requirement): Promise<Authenticated> {
  const projectId = await projectOf(ctx, identity, need);
  const credentials = await readCredentials(ctx.db, { ...keysOf(identity), projectId, revised: need.revised });
  const actor = actorOf(ctx, identity, credentials);
  const implied = need.requestedProjectId === undefined && actor.apiToken?.projectId === undefined;
  if (implied && projectId !== undefined && !canEnter(credentials)) {
    // The default project is gone or no longer the caller's: as if they had none. If it may be in another cell, it is refused.
    const owned = await ownedProject(ctx, identity.userId, projectId);
    if (owned !== undefined) return authorize(ctx, identity, { ...need, requestedProjectId: owned });
  }
  if (needsPassword(actor) && !need.beforePasswordChange)
    throw forbidden(
      `User '${actor.user.username}' must change the password first: POST /auth/change-password`,
      'password_change_required',
    );
  refuseNarrowToken(actor, need);
  if (need.admin && actor.user.systemRole !== 'admin')
    throw forbidden(`User '${actor.user.username}' is not a system administrator`);
  const project = projectAccess(credentials, actor, projectId, need);
  return { actor, project, member: project && credentials.member, revisions: credentials.revisions };
}

/** Whether the caller has to choose a password first (rule AUTH-25); who came by the provider needed none. */
export const needsPassword = ({ user, session }: { user: UserRecord; session?: Actor['session'] }): boolean =>
  user.mustChangePassword && session?.byProvider !== true;

const keysOf = ({ userId, username, kind }: BearerIdentity) => ({
  userId,
  username,
  tokenId: 'apiToken' in kind ? kind.apiToken.tokenId : undefined,
  sessionId: 'login' in kind ? kind.login.sessionId : undefined,
});

async function projectOf(ctx: Context, identity: BearerIdentity, need: Requirement): Promise<string | undefined> {
  if (need.project === 'none') return undefined;
  const named = need.requestedProjectId ?? identity.projectId;
  if (named !== undefined || need.project === 'optional') return named;
  // Who the caller is comes before which project they mean: an unknown one is 401.
  const { user } = actorOf(ctx, identity, await readCredentials(ctx.db, keysOf(identity)));
  if (user.defaultProjectId) return user.defaultProjectId;
  const owned = await ownedProject(ctx, identity.userId);
  if (owned !== undefined) return owned;
  throw new ServiceError('project_required', 'No project: send X-Project-Id, or have a default project');
}

/** Whether a project is there, and its member active. */
export const canEnter = ({ member, project }: Pick<Credentials, 'member' | 'project'>): boolean =>
  project !== undefined && !project.deletedAt && activeRole(member) !== undefined;

/** A project that the user owns and that is not deleted, other than the one that was tried; none of several cells (rule CELL-3). */
async function ownedProject(ctx: Context, userId: string, tried?: string): Promise<string | undefined> {
  if (ctx.config.cell !== '') return undefined;
  const ids = (await listMemberships(ctx.db, userId))
    .filter((member) => activeRole(member) === 'owner' && member.projectId !== tried)
    .map((member) => member.projectId);
  return (await getProjects(ctx.db, ids)).find((project) => !project.deletedAt)?.projectId;
}

function actorOf(ctx: Context, identity: BearerIdentity, { user, token, session }: Credentials): Actor {
  if (!user || user.username !== identity.username)
    throw 'login' in identity.kind ? unauthenticated('Invalid access token') : invalidApiToken();
  if ('login' in identity.kind) {
    refuseDisabled(user);
    if (identity.kind.login.version !== user.tokenVersion) throw tokenRevoked('The access token', '; log in again');
    if (identity.kind.login.sessionId !== undefined && !session)
      throw unauthenticated('The session was ended; log in again', 'token_revoked');
    return { user, apiToken: undefined, session };
  }
  const { secret } = identity.kind.apiToken;
  if (!token || !isTokenSecret(secret, token.secretHash) || token.projectId !== identity.projectId)
    throw invalidApiToken();
  refuseDisabled(user);
  if (token.expiresAt !== undefined && token.expiresAt <= ctx.clock().toISOString())
    throw unauthenticated(`API token '${token.name}' has expired`, 'token_expired');
  if (token.tokenVersion !== user.tokenVersion) throw tokenRevoked(`API token '${token.name}'`);
  const { tokenId, projectId, role, lastSeenAt } = token;
  return { user, apiToken: { tokenId, projectId, role, lastSeenAt } };
}

/** 401 of a credential from before a change of password, or before its user was disabled. */
export const tokenRevoked = (what: string, then = ''): ServiceError =>
  unauthenticated(`${what} was revoked when the password changed or the user was disabled${then}`, 'token_revoked');

/** Before the error that disabling has ended the credential as well (rule USER-2). */
function refuseDisabled({ disabled, username }: UserRecord): void {
  if (disabled) throw forbidden(`User '${username}' is disabled`, 'user_disabled');
}

/** An API token can neither make another credential nor leave its project or role. */
function refuseNarrowToken(actor: Actor, need: Requirement): void {
  if (!actor.apiToken) return;
  if (need.sessionOnly) throw forbidden('This operation needs a login, not an API token', 'login_required');
  const bound = actor.apiToken.projectId !== undefined || actor.apiToken.role !== undefined;
  if (bound && typeof need.project === 'string' && need.writes)
    throw forbidden('This API token is limited to a project or role and cannot do this', 'token_restricted');
  if (bound && need.admin)
    throw forbidden('This API token is limited to a project or role and cannot do this', 'token_restricted');
}

function projectAccess(
  { member, project }: Credentials,
  actor: Actor,
  projectId: string | undefined,
  need: Requirement,
): Authenticated['project'] {
  if (need.project === 'none' || projectId === undefined) return undefined;
  const role = canEnter({ member, project }) ? lesser(activeRole(member), actor.apiToken?.role) : undefined;
  const foreign = actor.apiToken?.projectId !== undefined && actor.apiToken.projectId !== projectId;
  if (role === undefined || foreign) {
    if (need.project === 'optional') return undefined;
    throw noAccess(projectId);
  }
  if (need.project !== 'optional' && PROJECT_ROLES.indexOf(role) < PROJECT_ROLES.indexOf(need.project.required))
    throw forbidden(
      `Role '${need.project.required}' is required in project '${projectId}'; yours is '${role}'`,
      'role_required',
    );
  const { freshnessHours, gate, limits, lockScope } = project ?? {};
  return { projectId, role, freshnessHours, gate, limits, lockScope };
}

/** The same answer for a project that is not the caller's and for one that does not exist (rule API-12). */
export const noAccess = (projectId: string): ServiceError =>
  forbidden(`You do not have access to project '${projectId}'`, 'no_project_access');

function lesser(role: ProjectRole | undefined, limit: ProjectRole | undefined): ProjectRole | undefined {
  if (role === undefined || limit === undefined) return role;
  return PROJECT_ROLES.indexOf(role) <= PROJECT_ROLES.indexOf(limit) ? role : limit;
}
