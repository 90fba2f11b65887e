import type { ProjectContext } from '../../../kernel/context.ts';
import { OutOfTimeError } from '../../../kernel/deadline.ts';
import { conflict, ServiceError } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { getLock, getRunPointer, holdersOf, type LockHolder } from '../../store/locks.ts';
import { runAudit } from '../audit.ts';
import type { RunRef } from '../change-run.ts';
import { type Orchestrated, reconcileRuns } from '../lock/reconcile.ts';
import { abortRun } from './abort-run.ts';

/** How long the tasks of a run are closed while the caller waits: the gateway stops waiting after 30 s. */
const answeredWithinSeconds = 12;

/**
 * Ends the run that holds the project's lock, or the one meant where several hold the locks of chips, whatever the state machine says of it, and so frees the lock through its
 * owner, which is the run. Later writes of the run are refused; a waiting step is told. The project's audit has the
 * user and the reason from the moment in which the run accepts no more results, even if another process ends the rest
 * of it.
 * @param requestedId execution that the caller takes for the holder: another one, which began meanwhile, continues
 * @throws ServiceError `conflict` if the execution that is meant holds no lock, and if none is named of several; `busy` if closing its
 * tasks takes longer than the caller waits.
 * @returns the execution that was ended; undefined if the lock was free.
 */
export async function forceUnlock(
  ctx: Orchestrated<ProjectContext>,
  reason: string | undefined,
  requestedId?: string,
): Promise<Stored<ExecutionRecord> | undefined> {
  const { projectId } = ctx;
  const { username } = ctx.actor.user;
  const holder = holderMeant(projectId, holdersOf(await getLock(ctx.db, projectId)), requestedId);
  if (!holder) return undefined;
  const ref = { projectId, executionId: holder.executionId, flowRunId: holder.flowRunId };
  const message = `Ended by '${username}' to free the lock${reason ? `: ${reason}` : ''}`;
  const audit = (execution: ExecutionRecord) => runAudit(ctx, 'force-unlock', execution, { reason: reason ?? '' });
  const until = new Date(ctx.clock().getTime() + answeredWithinSeconds * 1000);
  const ended = await abortRun(ctx, ref, message, { force: { by: username, audit }, until }).catch((error: unknown) => {
    throw error instanceof OutOfTimeError ? stillClosing(ref) : error;
  });
  // A lock whose run is over or missing has no owner: reconciling it frees it.
  await reconcileRuns(ctx, projectId, { tolerant: true });
  if (ended) await failWait(ctx, ref, message);
  return ended;
}

function holderMeant(
  projectId: string,
  holders: readonly LockHolder[],
  requestedId: string | undefined,
): LockHolder | undefined {
  const [first, ...others] = holders;
  if (!first) return undefined;
  const names = holders.map(({ executionId }) => `'${executionId}'`).join(', ');
  if (requestedId === undefined) {
    if (others.length === 0) return first;
    throw conflict(
      `${holders.length} runs hold locks of project '${projectId}': ${names}. Name one by 'execution_id'`,
      'run_active',
    );
  }
  const meant = holders.find(({ executionId }) => executionId === requestedId);
  if (meant) return meant;
  const does = others.length === 0 ? `run ${names} does` : `runs ${names} do`;
  throw conflict(`Run '${requestedId}' does not hold the lock of project '${projectId}': ${does}`, 'run_ended');
}

/** The run accepts no more results; the next request, or the sweep, closes the rest of its tasks. */
const stillClosing = ({ executionId }: RunRef): ServiceError =>
  new ServiceError('busy', `Run '${executionId}' is being ended: not all of its tasks are closed yet. Try again`, {
    retryAfterSeconds: 5,
  });

/** The run has ended already: where its wait cannot be ended just now, its time-out does. */
async function failWait(ctx: Orchestrated<ProjectContext>, ref: RunRef, cause: string): Promise<void> {
  try {
    const pointer = await getRunPointer(ctx.db, ref.projectId, ref.flowRunId);
    if (pointer?.waiting) await ctx.orchestrator.failToken(pointer.waiting.token, 'RunCancelled', cause);
  } catch (error) {
    ctx.log.warn('waiting run not told', { projectId: ref.projectId, reason: String(error) });
  }
}
