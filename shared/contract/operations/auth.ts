import * as z from 'zod';
import { define } from '../define.ts';
import { message, pageFields } from '../schemas/common.ts';
import {
  apiToken,
  changePasswordBody,
  changePasswordResponse,
  createApiTokenBody,
  createdApiToken,
  loginForm,
  profileBody,
  registerBody,
  resetPasswordBody,
  tokenResponse,
  user,
  userWithToken,
} from '../schemas/users.ts';

/** Login, the caller's profile, passwords and API tokens. */
export const authOperations = {
  login: define('login', {
    summary: 'Exchange a name and a password for an access token',
    description: 'Ten failed attempts in five minutes for a name and address are answered 429 with `Retry-After`.',
    body: loginForm,
    bodyType: 'form',
    status: 200,
    response: tokenResponse,
    errors: ['wrong_credentials', 'user_disabled', 'too_many_requests'],
    secret: true,
  }),
  logout: define('logout', {
    summary: 'Confirm a logout; the client discards its token',
    status: 200,
    response: message,
  }),
  registerUser: define('registerUser', {
    summary: 'Create a user, with a default project unless told otherwise',
    body: registerBody,
    status: 201,
    response: userWithToken,
    errors: ['already_exists'],
    secret: true,
  }),
  getCurrentUser: define('getCurrentUser', { summary: "The caller's profile", status: 200, response: user }),
  updateCurrentUserProfile: define('updateCurrentUserProfile', {
    summary: "Change the caller's profile; absent fields stay, null clears",
    body: profileBody,
    status: 200,
    response: user,
  }),
  changePassword: define('changePassword', {
    summary: "Change the caller's password; every older token ends",
    body: changePasswordBody,
    status: 200,
    response: changePasswordResponse,
    errors: ['wrong_password', 'too_many_requests'],
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
  listApiTokens: define('listApiTokens', {
    summary: "The caller's API tokens, without their secrets",
    status: 200,
    response: z.object({ tokens: z.array(apiToken), ...pageFields }),
  }),
  createApiToken: define('createApiToken', {
    summary: 'Create a named API token; its secret is shown this once',
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
