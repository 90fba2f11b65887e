import type { Operation } from '#shared/api/define.ts';
import { noteSeen } from '#shared/people/verbs/note-seen.ts';
import { noteAccess } from '#shared/projects/verbs/note-access.ts';
import { type MiddyRequest, stateOf } from './state.ts';

/** How long an answer waits at most for the note, which a function that has answered might never write. */
const waitMilliseconds = 250;

/**
 * Records, at the same time as the handler runs, that the caller is active (rule USER-5), also in their project (rule
 * PROJ-13).
 */
export const lastAccess = (operation: Operation) => ({
  before: (request: MiddyRequest) => {
    const state = stateOf(request.event);
    const { ctx, authenticated } = state;
    if (!authenticated) return;
    const { actor, member } = authenticated;
    const notes: Promise<unknown>[] = noteSeen(ctx, actor);
    if (member && operation.route.auth === 'project') notes.push(...noteAccess(ctx, member));
    if (notes.length > 0) state.accessNoted = Promise.all(notes);
  },
});

/** Waits for what `lastAccess` began, but not for long. */
export async function waitForNote(noted: Promise<unknown> | undefined): Promise<void> {
  if (!noted) return;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMilliseconds);
  await Promise.race([noted, late]);
  clearTimeout(timer);
}
