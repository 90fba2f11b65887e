import * as z from 'zod';
import { instant, instantInput, projectId, username } from '../../../api/schemas/common.ts';
import { ownProject, projectRole } from '../../../projects/contract/schemas/projects.ts';
import { settings } from '../../../system/contract/schemas/system.ts';

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

/** A user's role in the whole service. */
export const systemRole = z.enum(['admin', 'user']);

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
  system_role: systemRole,
  identity: z
    .object({ issuer: z.string(), subject: z.string() })
    .nullable()
    .meta({ description: 'Who they are at the sign-in provider; null: they are not linked' }),
};

/** The caller's own profile. */
export const user = z.object(userFields).meta({ id: 'User' });

/** The caller, with what was asked for besides. */
export const ownUser = z
  .object({
    ...userFields,
    projects: z.array(ownProject).optional().meta({ description: 'Projects in which they are an active member' }),
    settings: settings.optional(),
    unread_count: z.int().min(0).optional().meta({ description: 'Notifications that they have not read' }),
  })
  .meta({ id: 'OwnUser' });

/** Answer of a registration. */
export const userWithToken = z
  .object({
    ...userFields,
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_at: instant,
    initial_password: z.string().nullable().meta({ description: 'The generated password, shown this once' }),
  })
  .meta({ id: 'UserWithToken' });

const detailFields = {
  ...userFields,
  created_at: instant,
  updated_at: instant,
  last_seen_at: instant.nullable().meta({ description: 'Their last request, to within an hour' }),
};

/** A user as administrators see them. */
export const userDetail = z.object(detailFields).meta({ id: 'UserDetail' });

/** The same with the projects that they are in. */
export const userWithProjects = z
  .object({
    ...detailFields,
    projects: z
      .array(
        z.object({
          project_id: z.string(),
          name: z.string(),
          role: projectRole,
          status: z.enum(['pending', 'active']),
          deleted_at: instant.nullable().meta({ description: 'A project that waits to be purged' }),
        }),
      )
      .meta({ description: 'In which they are a member or invited, by name' }),
  })
  .meta({ id: 'UserWithProjects' });

/** What an administrator changes of a user; absent fields stay, null clears a name. */
export const userSettingsBody = z
  .object({
    full_name: personName,
    display_name: personName,
    organization: personName,
    avatar_key: avatarKey,
    disabled: z.boolean().nullish().meta({ description: 'true ends every session and every API token of theirs' }),
    system_role: systemRole.nullish(),
    must_change_password: z
      .literal(true)
      .nullish()
      .meta({ description: 'They can do nothing else until they have chosen another password' }),
  })
  .meta({ id: 'UpdateUser' });

/** A list of users as CSV (rule USER-9). */
export const userImportBody = z.object({ csv: z.string().min(1).max(200_000) }).meta({ id: 'UserImportBody' });

/** The outcome of each row of a list of users. */
export const userImport = z
  .object({
    results: z.array(
      z.object({
        row_number: z.int().meta({ description: 'The head is row 1' }),
        username: z.string(),
        display_name: z.string().nullable(),
        organization: z.string().nullable(),
        system_role: systemRole,
        status: z.enum(['new', 'created', 'skipped', 'failed']),
        message: z.string().nullable(),
        initial_password: z
          .string()
          .nullable()
          .meta({ description: 'Of a user who was created; they choose another one before anything else' }),
      }),
    ),
    created: z.int(),
    skipped: z.int(),
    failed: z.int(),
    total: z.int(),
  })
  .meta({ id: 'UserImport' });

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

/** How people sign in. */
export const signInMethods = z
  .object({
    passwords: z.boolean().meta({ description: 'false: passwords are not accepted' }),
    provider: z
      .object({ name: z.string().meta({ example: 'Keycloak' }) })
      .nullable()
      .meta({ description: 'null: this service has none' }),
  })
  .meta({ id: 'SignInMethods' });

/** A sign-in that was begun at the provider. */
export const begunSignIn = z
  .object({
    authorization_url: z.url().meta({ description: 'Where the browser goes' }),
    browser_key: z.string().meta({ description: 'Kept only by the browser that began' }),
    expires_at: instant,
  })
  .meta({ id: 'BegunSignIn' });

/** The provider's answer, and what shows which browser had asked. */
export const completeSignInBody = z
  .object({
    response: z
      .string()
      .min(1)
      .max(8192)
      .meta({ description: 'The query of the address that the provider led back to', example: 'code=...&state=...' }),
    browser_key: z.string().min(1).max(128),
  })
  .meta({ id: 'CompleteSignIn' });

/** A new user. */
export const registerBody = z
  .object({
    username,
    password: newPassword
      .nullish()
      .meta({ description: 'Absent or null: one is generated and answered as `initial_password`' }),
    full_name: personName,
    display_name: personName,
    organization: personName,
    avatar_key: avatarKey,
    create_default_project: z.boolean().default(true),
  })
  .meta({ id: 'RegisterUser' });

/** Changes to one's own profile; absent fields stay. */
export const profileBody = z
  .object({
    full_name: personName,
    display_name: personName,
    organization: personName,
    avatar_key: avatarKey,
    default_project_id: projectId
      .optional()
      .meta({ description: 'A project of theirs, in which requests are that name none' }),
  })
  .meta({ id: 'UpdateProfile' });

/** A user's own change of password. */
export const changePasswordBody = z
  .object({ current_password: z.string(), new_password: newPassword })
  .meta({ id: 'ChangePassword' });

/** Answer of a changed password: every older token has ended, here is a fresh one. */
export const changePasswordResponse = z
  .object({ message: z.string(), access_token: z.string(), token_type: z.literal('bearer'), expires_at: instant })
  .meta({ id: 'PasswordChanged' });

/** An administrator's reset of a user's password. */
export const resetPasswordBody = z.object({ username, new_password: newPassword }).meta({ id: 'ResetPassword' });

const tokenFields = {
  token_id: z.string(),
  name: z.string(),
  project_id: z.string().nullable(),
  role: z.enum(['owner', 'editor', 'viewer']).nullable(),
  created_at: instant,
  expires_at: instant.nullable().meta({ description: 'null: never' }),
  last_used_at: instant.nullable().meta({ description: 'Its last request, to within an hour' }),
  revoked: z
    .boolean()
    .meta({ description: 'It was made before the password changed or the user was disabled, and opens nothing' }),
};

/** A named API token, without its secret. */
export const apiToken = z.object(tokenFields).meta({ id: 'ApiToken' });

/** Answer of a token's creation: the only time that its secret is shown. */
export const createdApiToken = z.object({ ...tokenFields, token: z.string() }).meta({ id: 'CreatedApiToken' });

/** A login that has not ended. */
export const session = z
  .object({
    session_id: z.string(),
    created_at: instant,
    expires_at: instant,
    last_used_at: instant.nullable().meta({ description: 'Its last request, to within an hour' }),
    address: z.string().meta({ description: 'Whence the login came' }),
    user_agent: z.string().nullable().meta({ description: 'The program, as it calls itself' }),
    current: z.boolean().meta({ description: 'The session that asks' }),
  })
  .meta({ id: 'Session' });

/** A new API token for scripts and workers; bound to one project and at most one role where given. */
export const createApiTokenBody = z
  .object({
    name: z.string().trim().min(1).max(100),
    expires_at: instantInput.nullish().meta({ description: 'In 90 days unless given; null: never' }),
    project_id: projectId.nullish(),
    role: z.enum(['owner', 'editor', 'viewer']).nullish(),
  })
  .meta({ id: 'CreateApiToken' });
