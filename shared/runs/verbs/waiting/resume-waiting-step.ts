import type { Orchestrator } from '../../orchestration/port.ts';
import { mustStop } from '../../rules/claim.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { stateOf } from '../../store/executions.ts';
import type { RunPointerRecord } from '../../store/locks.ts';

/**
 * Ends the wait of a worker's run if its event has happened: there is a claim, or its worker has finished. Writers of
 * one of these, of a token, and reconciliation call this, each after its own write: so in any order, and after any
 * crash, one of them sees both. A repeat changes nothing: a token is used once.
 */
export async function resumeWaitingStep(
  orchestrator: Orchestrator,
  { waiting, claim }: Pick<RunPointerRecord, 'waiting' | 'claim'>,
  execution: Pick<ExecutionRecord, 'cancelRequestedAt'>,
): Promise<void> {
  if (!waiting || !claim) return;
  const { worker, fence, finished } = claim;
  if (waiting.kind === 'claim') return orchestrator.completeToken(waiting.token, { worker, fence });
  if (!finished) return;
  const { status, message } = finished;
  if (status === 'completed') return orchestrator.completeToken(waiting.token, { status });
  if (status === 'stopped' && execution.cancelRequestedAt !== undefined)
    return orchestrator.failToken(waiting.token, 'RunCancelled', message || 'Cancellation was requested');
  return orchestrator.failToken(waiting.token, 'RunFailed', message || unexplained(worker, status));
}

const unexplained = (worker: string, status: 'failed' | 'stopped'): string =>
  status === 'failed'
    ? `Worker '${worker}' reported that the run failed`
    : `Worker '${worker}' stopped before its work was done`;

/**
 * The same after a worker was told to continue: ends the wait for its claim, if that still lasts, and reports it alive.
 * A worker that must stop is no longer reported alive, so that the heartbeat times out.
 */
export async function resumeAndHeartbeat(
  orchestrator: Orchestrator,
  pointer: Pick<RunPointerRecord, 'waiting' | 'claim'>,
  execution: ExecutionRecord,
): Promise<void> {
  await resumeWaitingStep(orchestrator, pointer, execution);
  const { waiting, claim } = pointer;
  if (waiting?.kind !== 'worker' || !claim || mustStop(stateOf(execution), claim, claim.fence)) return;
  await orchestrator.heartbeat(waiting.token);
}
