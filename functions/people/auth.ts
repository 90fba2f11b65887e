import { countUnread } from '#shared/notifications/verbs/inbox.ts';
import { authOperations } from '#shared/people/contract/operations/auth.ts';
import { signInConfig } from '#shared/people/sign-in/provider-config.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import { listTokens } from '#shared/people/store/users.ts';
import { userNamed } from '#shared/people/verbs/administration.ts';
import { createApiToken as create, deleteApiToken as revoke, tokenLimit } from '#shared/people/verbs/api-tokens.ts';
import { registerUser as register } from '#shared/people/verbs/create-user.ts';
import * as users from '#shared/people/verbs/delete-user.ts';
import * as imports from '#shared/people/verbs/import-users.ts';
import { listUsers } from '#shared/people/verbs/list-users.ts';
import { login as logIn } from '#shared/people/verbs/login.ts';
import { changeUser } from '#shared/people/verbs/manage-user.ts';
import { changePassword as change, resetPassword as reset } from '#shared/people/verbs/passwords.ts';
import { userWithProjects } from '#shared/people/verbs/projects-of-user.ts';
import * as sessions from '#shared/people/verbs/sessions.ts';
import { beginSession, endSession, listSessions as sessionsOf } from '#shared/people/verbs/sessions.ts';
import { beginSignIn as begin } from '#shared/people/verbs/sign-in/begin-sign-in.ts';
import { completeSignIn as complete } from '#shared/people/verbs/sign-in/complete-sign-in.ts';
import { unlinkIdentity } from '#shared/people/verbs/sign-in/identities.ts';
import { updateProfile } from '#shared/people/verbs/update-user.ts';
import { listProjects } from '#shared/projects/verbs/projects.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf, wholePage } from '../http/page.ts';
import { presentOwnProject } from '../projects/present-project.ts';
import { readSecretsBy, readSignInBy } from '../runtime.ts';
import { presentSettings } from '../system/present-settings.ts';
import {
  presentApiToken,
  presentBegunSignIn,
  presentLogin,
  presentOwnUser,
  presentProjectOfUser,
  presentSession,
  presentToken,
  presentUser,
  presentUserDetail,
  presentUserImport,
} from './present.ts';

// Only the function of logins carries what reads secrets and the provider of sign-ins.
readSignInBy(signInConfig);
readSecretsBy((secretId, clientSecretId) => secretsManagerSource(secretId, undefined, clientSecretId));

export const beginIdentityLink = endpoint(authOperations.beginIdentityLink, async ({ ctx, client }) =>
  presentBegunSignIn(await begin(ctx, { ...client, userId: ctx.actor.user.userId })),
);

export const beginSignIn = endpoint(authOperations.beginSignIn, async ({ ctx, client }) =>
  presentBegunSignIn(await begin(ctx, client)),
);

export const changePassword = endpoint(authOperations.changePassword, async ({ ctx, body, client }) => {
  const token = await change(ctx, {
    currentPassword: body.current_password,
    newPassword: body.new_password,
    ...client,
  });
  return { message: 'Password changed successfully', ...presentToken(token) };
});

export const completeSignIn = endpoint(authOperations.completeSignIn, async ({ ctx, body, client }) => {
  const { user, token } = await complete(ctx, { answer: body.response, browserKey: body.browser_key, ...client });
  return presentLogin({ ...user, mustChangePassword: false }, token);
});

export const createApiToken = endpoint(authOperations.createApiToken, async ({ ctx, body }) => {
  const { record, token } = await create(ctx, {
    name: body.name,
    expiresAt: body.expires_at,
    projectId: body.project_id,
    role: body.role,
  });
  return { ...presentApiToken(record, ctx.actor.user), token };
});

export const deleteApiToken = endpoint(authOperations.deleteApiToken, async ({ ctx, params }) => {
  await revoke(ctx, params.token_id);
  return { message: `API token '${params.token_id}' deleted` };
});

export const deleteSession = endpoint(authOperations.deleteSession, async ({ ctx, params }) => {
  await endSession(ctx, ctx.actor.user, params.session_id);
  return { message: `Session '${params.session_id}' ended` };
});

export const deleteUser = endpoint(authOperations.deleteUser, async ({ ctx, params }) => {
  await users.deleteUser(ctx, params.username);
  return { message: `User '${params.username}' deleted` };
});

export const deleteUserSession = endpoint(authOperations.deleteUserSession, async ({ ctx, params }) => {
  await endSession(ctx, await userNamed(ctx, params.username), params.session_id);
  return { message: `Session '${params.session_id}' of user '${params.username}' ended` };
});

export const getCurrentUser = endpoint(authOperations.getCurrentUser, async ({ ctx, query }) => {
  const user = presentOwnUser(ctx.actor.user, ctx.actor);
  const included = new Set(user.must_change_password ? [] : query.include);
  const [projects, unread] = await Promise.all([
    included.has('projects') ? listProjects(ctx, { deleted: false }) : undefined,
    included.has('unread_count') ? countUnread(ctx) : undefined,
  ]);
  return {
    ...user,
    projects: projects?.map(presentOwnProject),
    settings: included.has('settings') ? presentSettings(ctx.config) : undefined,
    unread_count: unread,
  };
});

export const getSignInMethods = endpoint(authOperations.getSignInMethods, async ({ ctx: { config } }) => ({
  passwords: config.passwordSignIn,
  provider: config.provider ? { name: config.provider.name } : null,
}));

export const getUserDetails = endpoint(authOperations.getUserDetails, async ({ ctx, params }) => {
  const { user, projects } = await userWithProjects(ctx, params.username);
  return { ...presentUserDetail(user), projects: projects.map(presentProjectOfUser) };
});

export const importUsers = endpoint(authOperations.importUsers, async ({ ctx, body }) =>
  presentUserImport(await imports.importUsers(ctx, body.csv)),
);

export const listAllUsers = endpoint(authOperations.listAllUsers, async ({ ctx, query }) => {
  const { search, disabled, system_role: systemRole, ...request } = query;
  const page = await listUsers(ctx, { search, disabled, systemRole }, request);
  return { users: page.records.map(presentUserDetail), ...pageOf(page) };
});

export const listApiTokens = endpoint(authOperations.listApiTokens, async ({ ctx }) => {
  const { user } = ctx.actor;
  const { records, page } = wholePage(await listTokens(ctx.db, user.userId), { skip: 0, limit: tokenLimit });
  return { tokens: records.map((token) => presentApiToken(token, user)), ...page, next_cursor: null };
});

export const listSessions = endpoint(authOperations.listSessions, async ({ ctx, query }) => {
  const { user, session } = ctx.actor;
  const page = await sessions.listSessions(ctx, user, query);
  return { sessions: page.records.map((one) => presentSession(one, session)), ...pageOf(page) };
});

export const listUserSessions = endpoint(authOperations.listUserSessions, async ({ ctx, params, query }) => {
  const page = await sessionsOf(ctx, await userNamed(ctx, params.username), query);
  return { sessions: page.records.map((one) => presentSession(one, ctx.actor.session)), ...pageOf(page) };
});

export const login = endpoint(authOperations.login, async ({ ctx, body, client }) => {
  const { user, token } = await logIn(ctx, { ...body, ...client });
  return presentLogin(user, token);
});

/** The server keeps no session that could be ended (rule AUTH-5). */
export const logout = endpoint(authOperations.logout, async () => ({ message: 'Successfully logged out' }));

export const previewUserImport = endpoint(authOperations.previewUserImport, async ({ ctx, body }) =>
  presentUserImport(await imports.previewUserImport(ctx, body.csv)),
);

export const registerUser = endpoint(authOperations.registerUser, async ({ ctx, body, client }) => {
  const { user, generatedPassword } = await register(ctx, {
    username: body.username,
    password: body.password ?? undefined,
    fullName: body.full_name ?? body.display_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    createDefaultProject: body.create_default_project,
  });
  return {
    ...presentUser(user),
    ...presentToken(await beginSession(ctx, user, client)),
    initial_password: generatedPassword ?? null,
  };
});

export const resetPassword = endpoint(authOperations.resetPassword, async ({ ctx, body }) => {
  await reset(ctx, { username: body.username, newPassword: body.new_password });
  return { message: `Password reset successfully for user '${body.username}'` };
});

export const unlinkUserIdentity = endpoint(authOperations.unlinkUserIdentity, async ({ ctx, params }) =>
  presentUserDetail(await unlinkIdentity(ctx, params.username)),
);

export const updateCurrentUserProfile = endpoint(authOperations.updateCurrentUserProfile, async ({ ctx, body }) => {
  const user = await updateProfile(ctx, ctx.actor.user, {
    fullName: body.full_name === undefined ? body.display_name : body.full_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    defaultProjectId: body.default_project_id,
  });
  return presentOwnUser(user, ctx.actor);
});

export const updateUserSettings = endpoint(authOperations.updateUserSettings, async ({ ctx, params, body }) => {
  const user = await changeUser(ctx, params.username, {
    fullName: body.full_name === undefined ? body.display_name : body.full_name,
    organization: body.organization,
    avatarKey: body.avatar_key,
    disabled: body.disabled,
    systemRole: body.system_role,
    mustChangePassword: body.must_change_password,
  });
  return presentUserDetail(user);
});
