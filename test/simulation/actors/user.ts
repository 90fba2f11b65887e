import type { ProjectContext, UserContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { authorize } from '#shared/people/verbs/auth/authenticate.ts';
import type { Service } from '../world/service.ts';
import type { Ended } from '../world/world.ts';
import { Violation } from '../world/world.ts';

/** A user at a browser, in one project. */
export interface User {
  service: Service;
  username: string;
  projectId: string;
}

/** What a verb is called with in a request. */
export type Caller = ProjectContext & Service['ctx'];

/** What a user hears of a request; `unknown`: nothing, or that the service could not say. */
export type Heard<T> = { kind: 'done'; value: T } | { kind: 'refused'; error: ServiceError } | { kind: 'unknown' };

/** When no one waits for an answer any more; the request goes on, as it does on one machine. */
const patienceSeconds = 30;

export const userIdOf = (username: string): string => `usr_${username}`;

/** Sends a request, whose process may pause or die, and waits for its answer. */
export const request = <T>(user: User, name: string, verb: (ctx: Caller) => Promise<T>): Promise<Heard<T>> =>
  send(user, name, async () => {
    const { actor, project } = await enter(user, { required: 'editor' });
    if (!project) throw new Error('A user who is let in has a project');
    return verb({ ...user.service.ctx, actor, ...project });
  });

/** Sends a request that is about no project. */
export const requestOfUser = <T>(user: User, name: string, verb: (ctx: UserContext) => Promise<T>): Promise<Heard<T>> =>
  send(user, name, async () => verb({ ...user.service.ctx, actor: (await enter(user, 'none')).actor }));

async function send<T>(user: User, name: string, work: () => Promise<T>): Promise<Heard<T>> {
  const { world } = user.service;
  world.note(`${user.username} asks: ${name}`);
  const ended = world.spawn(`${user.username}.${name}`, work).then((how) => heardOf(user, name, how));
  return Promise.race([ended, world.sleep(patienceSeconds * 1000).then((): Heard<T> => ({ kind: 'unknown' }))]);
}

/** The caller, as the API finds who they are, and what they may. */
const enter = ({ service, username, projectId }: User, project: Parameters<typeof authorize>[2]['project']) =>
  authorize(
    service.ctx,
    { userId: userIdOf(username), username, projectId, kind: { login: { version: 1 } } },
    {
      ...{ requestedProjectId: projectId, project, admin: false, writes: true },
      ...{ sessionOnly: false, beforePasswordChange: false },
    },
  );

/** A table that is busy or cannot be reached is answered 503, and no one knows what was done. */
const unknowable = new Set(['TimeoutError', 'TransactionCanceledException', 'ProvisionedThroughputExceededException']);

function heardOf<T>(user: User, name: string, ended: Ended<T>): Heard<T> {
  if (ended.kind === 'answered') return { kind: 'done', value: ended.value };
  if (ended.kind === 'died') return { kind: 'unknown' };
  const { error } = ended;
  if (error instanceof ServiceError) return { kind: 'refused', error };
  if (error instanceof Error && (unknowable.has(error.name) || error.message.includes('unprocessed')))
    return { kind: 'unknown' };
  const { world } = user.service;
  world.fail(new Violation(`${user.username} was answered a fault to '${name}': ${String(error)}`, { cause: error }));
  return { kind: 'unknown' };
}
