import * as z from 'zod';
import { instant, instantInput, projectId, username } from './common.ts';

/** Wire shapes of users, tokens and passwords. */

/** A password: 12 to 128 characters, any Unicode (rule AUTH-6). */
export const newPassword = z
  .string()
  .refine((text) => text.isWellFormed() && [...text].length >= 12 && [...text].length <= 128, {
    message: 'must be 12 to 128 characters',
  })
  .meta({
    // The bound of the last release, whose clients go on to be described (docs/decisions/0009-openapi-compatibility.md).
    minLength: 8,
    maxLength: 128,
    format: 'password',
    description: 'At least 12 characters; neither the username nor a well-known password',
  });

const personName = z.string().max(100).nullish();
const avatarKey = z
  .string()
  .max(64)
  .regex(/^[a-z0-9_-]+$/, 'must be lower-case letters, digits, underscores or hyphens')
  .nullish();

/** `full_name` and `display_name` are one field under two names (rule QDASH-14). */
const personFields = {
  full_name: z.string().nullable(),
  display_name: z.string().nullable(),
  organization: z.string().nullable(),
  avatar_key: z.string().nullable(),
};

const userFields = {
  user_id: z.string(),
  username: z.string(),
  ...personFields,
  disabled: z.boolean(),
  default_project_id: z.string().nullable(),
  must_change_password: z.boolean(),
  system_role: z.enum(['admin', 'user']),
};

/** The caller's own profile. */
export const user = z.object(userFields).meta({ id: 'User' });

/** Answer of a registration. */
export const userWithToken = z
  .object({ ...userFields, access_token: z.string(), token_type: z.literal('bearer'), expires_at: instant })
  .meta({ id: 'UserWithToken' });

/** Form fields of a login; the OAuth2 password form's other fields are tolerated. */
export const loginForm = z
  .object({ username: z.string().min(1).max(128), password: z.string().min(1) })
  .meta({ id: 'LoginForm' });

/** Answer of a login. */
export const tokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_at: instant,
    user_id: z.string(),
    username: z.string(),
    default_project_id: z.string().nullable(),
    must_change_password: z.boolean(),
  })
  .meta({ id: 'TokenResponse' });

/** A new user. */
export const registerBody = z
  .object({
    username,
    password: newPassword,
    full_name: personName,
    display_name: personName,
    organization: personName,
    avatar_key: avatarKey,
    create_default_project: z.boolean().default(true),
  })
  .meta({ id: 'RegisterUser' });

/** Changes to one's own profile; absent fields stay. */
export const profileBody = z
  .object({ full_name: personName, display_name: personName, organization: personName, avatar_key: avatarKey })
  .meta({ id: 'UpdateProfile' });

/** A user's own change of password. */
export const changePasswordBody = z
  .object({ current_password: z.string(), new_password: newPassword })
  .meta({ id: 'ChangePassword' });

/** Answer of a changed password: every older token has ended, here is a fresh one. */
export const changePasswordResponse = z
  .object({ message: z.string(), access_token: z.string(), token_type: z.literal('bearer'), expires_at: instant })
  .meta({ id: 'PasswordChanged' });

/** An administrator's reset of anybody's password. */
export const resetPasswordBody = z.object({ username, new_password: newPassword }).meta({ id: 'ResetPassword' });

const tokenFields = {
  token_id: z.string(),
  name: z.string(),
  project_id: z.string().nullable(),
  role: z.enum(['owner', 'editor', 'viewer']).nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
};

/** A named API token, without its secret. */
export const apiToken = z.object(tokenFields).meta({ id: 'ApiToken' });

/** Answer of a token's creation: the only time that its secret is shown. */
export const createdApiToken = z.object({ ...tokenFields, token: z.string() }).meta({ id: 'CreatedApiToken' });

/** A new API token for scripts and workers; bound to one project and at most one role where given. */
export const createApiTokenBody = z
  .object({
    name: z.string().trim().min(1).max(100),
    expires_at: instantInput.nullish(),
    project_id: projectId.nullish(),
    role: z.enum(['owner', 'editor', 'viewer']).nullish(),
  })
  .meta({ id: 'CreateApiToken' });
