import { randomUUID } from 'node:crypto';
import { contextOf, type Runtime } from '#functions/runtime.ts';
import { statusOf } from '#shared/api/error-statuses.ts';
import { errorBody } from '#shared/api/schemas/common.ts';
import { issueAccessToken } from '#shared/people/verbs/auth/access-token.ts';
import { hashPassword } from '#shared/people/verbs/auth/passwords.ts';
import { skipDeployed } from '#test/support/aws/skip-deployed.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { registerWithPassword } from '#test/support/people/register.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Answer, jsonHeaders, send } from './wire.ts';

/** A caller of the API. */
export interface Caller {
  username: string;
  password: string;
  userId: string;
  token: string;
  /** Their default project. */
  projectId: string;
  /** The API as they see it, in their default project unless a header names another. */
  api: FullClient;
}

/** A call beneath the typed client: whatever method, path and body. */
export interface RawCall {
  token?: string | undefined;
  project?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** The running service with its people. */
export interface World {
  stack: TestStack;
  admin: Caller;
  /** Moves the service's clock, which begins at noon UTC. */
  advance(seconds: number): void;
  /** The service's time. */
  now(): Date;
  /** A new user with a default project. */
  register(username: string): Promise<Caller>;
  /** Makes a registered user an active member: invited by `owner`, and accepted by the user. */
  join(owner: FullClient, invitation: Parameters<FullClient['inviteProjectMember']>[0]): Promise<void>;
  /** The API with a token and, if given, a project. */
  client(token: string | undefined, projectId?: string): FullClient;
  raw(method: string, path: string, call?: RawCall): Promise<Answer>;
  /** Every item of the table in a fixed order: equal texts are equal tables. */
  scan(): Promise<string>;
  stop(): Promise<void>;
}

type Register = (username: string) => Promise<Pick<Caller, 'userId' | 'token' | 'projectId'>>;

/** The password of every user whom a test registers. */
export const testPassword = 'swordfish and chips';

/** Starts the service for one test file. */
export async function startWorld(options: Parameters<typeof startTestStack>[0] = {}): Promise<World> {
  // A service that is deployed keeps its own time.
  const deployed = Boolean(process.env.FIDUCIAL_URL);
  let offset = deployed ? 0 : nextNoon(Date.now()) - Date.now();
  const now = () => new Date(Date.now() + offset);
  const stack = await startTestStack({ clock: now, ...options });
  const client = (token: string | undefined, projectId?: string) =>
    createFullClient({ baseUrl: stack.url, token: () => token, projectId: () => projectId, fetch: checkedFetch });
  const login = await client(undefined).login({ body: stack.admin });
  const admin: Caller = {
    ...stack.admin,
    userId: login.user_id,
    token: login.access_token,
    projectId: login.default_project_id ?? '',
    api: client(login.access_token),
  };
  const register = deployed ? registering(admin.api, client) : adding(stack.runtime);
  const registered = new Map<string, Caller>([[admin.username, admin]]);
  return {
    stack,
    admin,
    advance: (seconds) => {
      // Less is there to tell instants apart, which differ anyway.
      if (deployed && Math.abs(seconds) > 60) skipDeployed('moves the clock, and deployed functions have their own');
      if (!deployed) offset += seconds * 1000;
    },
    now,
    client,
    register: async (username) => {
      const somebody = await register(username);
      const caller = { username, password: testPassword, ...somebody, api: client(somebody.token) };
      registered.set(username, caller);
      return caller;
    },
    join: async (owner, invitation) => {
      const { username } = invitation.body;
      const caller = registered.get(username);
      if (!caller) throw new Error(`'${username}' was not registered here`);
      await owner.inviteProjectMember(invitation);
      // Its token may have been replaced since.
      await client(caller.token).acceptProjectInvitation({ params: { ...invitation.params, username } });
    },
    raw: (method, path, call = {}) => {
      const body = call.body ?? (call.json === undefined ? undefined : JSON.stringify(call.json));
      return send(stack.url, {
        method,
        path,
        headers: { ...jsonHeaders(call.token, call.project), ...call.headers },
        ...(body === undefined ? {} : { body }),
      }).then((answer) => {
        if (answer.status >= 400 && !deployed) checkError(answer.status, answer.text);
        return answer;
      });
    },
    scan: async () => {
      // What the consumers of the stream derive from earlier writes belongs to those.
      await stack.settle();
      // What a project keeps may be counted by every request, a refused one too (rule PROJ-21).
      // So may be the tokens of its caller's limits (rule LIMIT-1), and what its project used (rule LIMIT-11).
      const uncounted = ['project-usage', 'limit-bucket', 'meter'];
      const items = (await scan(stack.runtime.db)).filter(({ entity }) => !uncounted.includes(String(entity)));
      // When a member or a user was last there may be noted by every request, a refused one too (rules PROJ-13, USER-5).
      const kept = items.map(({ lastAccessedAt: _lastAccessedAt, ...item }) => item);
      for (const item of kept)
        if (['user', 'api-token', 'session'].includes(String(item.entity))) delete item.lastSeenAt;
      const lines = kept.map((item) => JSON.stringify(sortedEntries(item)));
      return lines.sort().join('\n');
    },
    stop: () => stack.stop(),
  };
}

/** Fails a test whose error answer is not in the one form, or carries a code of another status. */
function checkError(status: number, text: string): void {
  const { message: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  const { code } = errorBody.strict().parse(body);
  if (statusOf(code) !== status) throw new Error(`An answer ${status} has the code ${code}: ${text}`);
}

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok && response.status !== 304 && !process.env.FIDUCIAL_URL)
    checkError(response.status, await response.clone().text());
  return response;
};

/** Registers a user by the API. */
const registering =
  (api: FullClient, as: World['client']): Register =>
  async (username) => {
    const user = await registerWithPassword(api, as, { username, password: testPassword });
    return { userId: user.user_id, token: user.access_token, projectId: user.default_project_id ?? '' };
  };

let testPasswordHash: Promise<string> | undefined;

/** The same for a service in this process; the password is hashed once for all users and files. */
function adding(runtime: Runtime): Register {
  return async (username) => {
    const ctx = contextOf(runtime, 'test');
    testPasswordHash ??= hashPassword(testPassword);
    const userId = `usr_${randomUUID().replaceAll('-', '')}`;
    const user = await addUser(ctx, { userId, username, passwordHash: await testPasswordHash });
    const { token } = await issueAccessToken(ctx, user);
    return { userId, token, projectId: user.defaultProjectId ?? '' };
  };
}

/**
 * Noon UTC of the next day, in milliseconds: a test sees no midnight and no schedule's hour, whenever it is run, and to
 * the engine, whose time is the machine's, nothing has expired that the service has just written.
 */
function nextNoon(now: number): number {
  const day = 86_400_000;
  return Math.floor(now / day) * day + 1.5 * day;
}

function sortedEntries(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(sortedEntries);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sortedEntries(entry)]);
}
