import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  integerParam,
  listParam,
  message,
  optionalBooleanParam,
  pageFields,
  pageQuery,
  username,
} from '../../../api/schemas/common.ts';
import {
  apiToken,
  begunSignIn,
  changePasswordBody,
  changePasswordResponse,
  completeSignInBody,
  createApiTokenBody,
  createdApiToken,
  loginForm,
  ownUser,
  profileBody,
  registerBody,
  resetPasswordBody,
  session,
  signInMethods,
  systemRole,
  tokenResponse,
  user,
  userDetail,
  userImport,
  userImportBody,
  userSettingsBody,
  userWithProjects,
  userWithToken,
} from '../schemas/users.ts';

const ofUser = z.object({ username });
const ofSession = z.object({ session_id: z.string().min(1).max(64) });

/** Login, the caller's profile, passwords, API tokens, and all users for administrators. */
export const authOperations = {
  login: define('login', {
    summary: 'Exchange a name and a password for an access token',
    description:
      'Ten failed attempts in five minutes for a name and address are answered 429 with `Retry-After`. The token ends after twelve hours: scripts take a named API token (`POST /auth/tokens`).',
    body: loginForm,
    // Of the password form of OAuth 2.0, which libraries send whole.
    ignoredFields: ['grant_type', 'scope', 'client_id', 'client_secret'],
    bodyType: 'form',
    status: 200,
    response: tokenResponse,
    errors: ['wrong_credentials', 'user_disabled', 'password_sign_in_off', 'too_many_requests'],
    secret: true,
  }),
  getSignInMethods: define('getSignInMethods', {
    summary: 'How people sign in here: by a password, by a provider, or by either',
    status: 200,
    response: signInMethods,
  }),
  beginSignIn: define('beginSignIn', {
    summary: 'Begin a sign-in at the provider (OpenID Connect, authorization code flow with PKCE)',
    description:
      'The browser keeps `browser_key` and goes to `authorization_url`. The provider leads it back to `/login` of the web application within ten minutes. 300 in five minutes from an address.',
    status: 200,
    response: begunSignIn,
    errors: ['not_found', 'too_many_requests', 'provider_unavailable'],
    secret: true,
  }),
  completeSignIn: define('completeSignIn', {
    summary: "Exchange the provider's response for an access token",
    description:
      'Once, by the browser that began. The first sign-in of an identity registers its user; groups give roles as the settings of the service say (docs/operations.md).',
    body: completeSignInBody,
    status: 200,
    response: tokenResponse,
    errors: [
      'not_found',
      'sign_in_failed',
      'sign_in_refused',
      'user_disabled',
      'already_exists',
      'concurrent_change',
      'provider_unavailable',
    ],
    secret: true,
  }),
  beginIdentityLink: define('beginIdentityLink', {
    summary: 'Begin a sign-in at the provider that links it to the caller, who then signs in by it',
    status: 200,
    response: begunSignIn,
    errors: ['not_found', 'too_many_requests', 'provider_unavailable'],
    secret: true,
  }),
  logout: define('logout', {
    summary: 'Confirm a logout; the client discards its token',
    status: 200,
    response: message,
  }),
  registerUser: define('registerUser', {
    summary: 'Create a user, with a default project unless told otherwise',
    description:
      'Without `password` one is generated and shown this once. Until the user has replaced it, or a given one, they may only read their profile and change the password.',
    body: registerBody,
    status: 201,
    response: userWithToken,
    errors: ['already_exists'],
    secret: true,
  }),
  getCurrentUser: define('getCurrentUser', {
    summary: "The caller's profile, with more of what every page needs where it is asked for",
    description: 'Until a new password is chosen nothing is included.',
    query: z.object({
      include: listParam(z.enum(['projects', 'settings', 'unread_count'])).meta({
        description:
          'A parameter each: all answers of `GET /projects`, of `GET /settings` and of `GET /notifications/unread-count`',
      }),
    }),
    status: 200,
    response: ownUser,
  }),
  updateCurrentUserProfile: define('updateCurrentUserProfile', {
    summary: "Change the caller's profile or default project; absent fields stay, null clears",
    body: profileBody,
    status: 200,
    response: user,
    errors: ['no_project_access'],
  }),
  changePassword: define('changePassword', {
    summary: "Change the caller's password; every older token ends",
    body: changePasswordBody,
    status: 200,
    response: changePasswordResponse,
    errors: ['wrong_password', 'password_sign_in_off', 'too_many_requests'],
    secret: true,
  }),
  resetPassword: define('resetPassword', {
    summary: "Set anybody's password; every token of theirs ends",
    body: resetPasswordBody,
    status: 200,
    response: message,
    errors: ['not_found'],
    secret: true,
  }),
  listAllUsers: define('listAllUsers', {
    summary: 'Every user, by name',
    query: z.object({
      ...pageQuery,
      limit: integerParam({ min: 1, max: 100, fallback: 100 }),
      search: z.string().max(100).optional().meta({ description: 'A part of a username, name or organization' }),
      disabled: optionalBooleanParam,
      system_role: systemRole.optional(),
    }),
    status: 200,
    response: z.object({ users: z.array(userDetail), ...pageFields }),
  }),
  importUsers: define('importUsers', {
    summary: 'Register the users of a CSV list, each with a password that is shown this once',
    description:
      'At most 100 users, under the columns `username`, `display_name`, `organization`, `system_role`, `password_hash`, `disabled` and `must_change_password`, of which the first must be there. A `password_hash` is a bcrypt hash, as QDash has; its user keeps that password, and no other is given. `must_change_password` of `true` says that someone else set it. A row that is wrong, or whose username is taken, is told and stops no other.',
    body: userImportBody,
    status: 201,
    response: userImport,
    secret: true,
  }),
  previewUserImport: define('previewUserImport', {
    summary: 'What an import of a CSV list of users would do; nothing is written',
    body: userImportBody,
    status: 200,
    response: userImport,
  }),
  getUserDetails: define('getUserDetails', {
    summary: 'One user with the projects that they are in',
    params: ofUser,
    status: 200,
    response: userWithProjects,
    errors: ['not_found'],
  }),
  updateUserSettings: define('updateUserSettings', {
    summary: 'Rename, disable, enable or promote a user, or have them choose another password',
    description:
      'Disabling ends every session and every API token of theirs at once; after enabling they sign in anew. Administrators cannot disable or demote themselves, so that one is always left.',
    params: ofUser,
    body: userSettingsBody,
    status: 200,
    response: userDetail,
    errors: ['not_found'],
  }),
  deleteUser: define('deleteUser', {
    summary: 'Delete a user, with the projects without other members',
    description:
      'What they wrote keeps their name, which cannot be reused. Their projects are hidden, and purged after 30 days; one that others are in has to be transferred or deleted first.',
    params: ofUser,
    status: 200,
    response: message,
    errors: ['not_found', 'not_empty', 'run_active'],
  }),
  unlinkUserIdentity: define('unlinkUserIdentity', {
    summary: 'Unlink a user from who they are at the sign-in provider',
    description:
      'Ends every session and every API token of theirs; they sign in by a password until they are linked again.',
    params: ofUser,
    status: 200,
    response: userDetail,
    errors: ['not_found'],
  }),
  listSessions: define('listSessions', {
    summary: "The caller's sessions that have not ended, the newest first",
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ sessions: z.array(session), ...pageFields }),
  }),
  deleteSession: define('deleteSession', {
    summary: "End one of the caller's sessions at once",
    params: ofSession,
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
  listUserSessions: define('listUserSessions', {
    summary: 'The sessions of a user that have not ended, the newest first',
    params: ofUser,
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ sessions: z.array(session), ...pageFields }),
    errors: ['not_found'],
  }),
  deleteUserSession: define('deleteUserSession', {
    summary: 'End a session of a user at once',
    params: ofUser.extend(ofSession.shape),
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
  listApiTokens: define('listApiTokens', {
    summary: "The caller's API tokens, without their secrets",
    status: 200,
    response: z.object({ tokens: z.array(apiToken), ...pageFields }),
  }),
  createApiToken: define('createApiToken', {
    summary: 'Create a named API token; its secret is shown this once',
    description: 'It ends after 90 days unless `expires_at` says otherwise; null there means never.',
    body: createApiTokenBody,
    status: 201,
    response: createdApiToken,
    errors: ['no_project_access', 'already_exists', 'limit_reached'],
    secret: true,
  }),
  deleteApiToken: define('deleteApiToken', {
    summary: 'Revoke an API token at once',
    params: z.object({ token_id: z.string().min(1).max(64) }),
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
};
