import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Operation, Revised } from '#shared/api/define.ts';
import type { Context } from '#shared/kernel/context.ts';
import { countsWrites, revisionOf, revisionOfUser } from '../revisions.ts';
import { requestedProject } from './request.ts';
import { Reply } from './response.ts';
import { type Event, headerOf, type MiddyRequest, type State, stateOf } from './state.ts';

/**
 * Entity tags of operations that are `revised` (rule API-32). A tag has the revision of the project or the user before the
 * first read, when it ends, and a digest of everything else that the answer depends on. Nothing has to be read to check it but
 * the revision, which comes with the check of the caller.
 */

/** How long a tag is valid at most; it bounds what a process that died between its write and the revision leaves. */
const validMilliseconds = 3_600_000;

/**
 * A read that began together with that of the revision may lack the last writes, unless these are older than clocks of
 * several functions differ.
 */
const quietMilliseconds = 5000;

/** Counts begin anew with every process. */
const process = randomUUID().slice(0, 8);

/** Of an answer with ages, or of the days that are over: it changes by the clock alone, which may appear that much later. */
export const changesByClock = (ctx: Pick<Context, 'clock'>): { until: string } => ({
  until: new Date(ctx.clock().getTime() + 300_000).toISOString(),
});

let ownDigest: string | undefined;

/** Another text for other code: in a function this file is the whole bundle. */
function codeVersion(): string {
  ownDigest ??= digestOf(readFileSync(fileURLToPath(import.meta.url)));
  return ownDigest;
}

const digestOf = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url').slice(0, 12);

/** Notes the revision before the early read begins. */
export const beginRevision = ({ revised }: Operation) => ({
  before: ({ event }: MiddyRequest) => {
    if (!revised) return;
    const state = stateOf(event);
    const projectId = requestedProject(event) ?? state.identity?.projectId;
    const counted = countedRevision(revised, { projectId, userId: state.identity?.userId });
    state.begun = { nowMs: state.ctx.clock().getTime(), projectId, counted };
  },
});

/** What is to be read of, where a request says so. */
interface Owners {
  projectId: string | undefined;
  userId: string | undefined;
}

function countedRevision(revised: readonly Revised[], { projectId = '', userId = '' }: Owners): string | undefined {
  if (!countsWrites()) return undefined;
  const counts = revised.map((of) => (of === 'user' ? revisionOfUser(userId) : revisionOf(projectId)));
  return [process, ...counts].join('-');
}

/** The tag of `If-None-Match` that is still valid, if there is one. Called before the operation reads anything. */
export function unchangedTag(operation: Operation, event: Event): string | undefined {
  if (!operation.revised) return undefined;
  const state = stateOf(event);
  const revision = revisionBefore(operation.revised, state);
  state.revision = revision;
  const sent = headerOf(event, 'if-none-match');
  if (revision === undefined || sent === undefined) return undefined;
  const scope = scopeOf(operation, state);
  const nowMs = state.ctx.clock().getTime();
  return sent
    .split(',')
    .map((tag) => tag.trim())
    .find((tag) => {
      const [, known, until = '', of] = /^(?:W\/)?"([\w-]*)\.([0-9a-z]+)\.([\w-]+)"$/.exec(tag) ?? [];
      const left = Number.parseInt(until, 36) - nowMs;
      // The clock may have been set back.
      return known === revision && of === scope && left > 0 && left <= validMilliseconds;
    });
}

/** Gives the answer of an operation that is `revised` its tag, unless it may lack writes that the revision has. */
export function tagged(operation: Operation, event: Event, answer: unknown): unknown {
  if (!operation.revised) return answer;
  const state = stateOf(event);
  const reply = answer instanceof Reply ? answer : new Reply(answer, {});
  const { revision } = state;
  if (revision === undefined || reply.more.untagged) return reply;
  const nowMs = state.begun?.nowMs ?? 0;
  const { until } = reply.more;
  const untilMs = Math.min(
    nowMs + validMilliseconds,
    until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
  );
  const etag = `W/"${revision}.${untilMs.toString(36)}.${scopeOf(operation, state)}"`;
  return new Reply(reply.body, { ...reply.more, etag });
}

/** The revision before the first read of the answer; undefined if that is not certain. */
function revisionBefore(revised: readonly Revised[], { authenticated, begun, early }: State): string | undefined {
  if (!authenticated || !begun) return undefined;
  const { actor, project, revisions } = authenticated;
  if (revised.includes('project') && !project) return undefined;
  const projectId = project?.projectId;
  // The request may have named no project; then nothing was read early.
  if (countsWrites())
    return begun.projectId === projectId
      ? begun.counted
      : countedRevision(revised, { projectId, userId: actor.user.userId });
  const lastMs = Math.max(...revisions.map(({ writtenMs }) => writtenMs));
  return early && begun.nowMs - lastMs < quietMilliseconds ? undefined : revisions.map((one) => one.revision).join('-');
}

function scopeOf({ operationId }: Operation, { authenticated, input }: State): string {
  const { actor, project } = authenticated ?? {};
  const caller = [actor?.user.userId, actor?.apiToken?.tokenId, project?.projectId, project?.role];
  return digestOf(JSON.stringify([codeVersion(), operationId, caller, input?.params, input?.query]));
}
