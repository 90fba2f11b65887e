/** When a run counts as dead (rule RUN-12). */

/** The state machine's status of a run; undefined if it does not know the run. */
export interface MachineState {
  status: 'running' | 'succeeded' | 'failed' | 'timed_out' | 'aborted';
  reason?: string | undefined;
}

/** Seconds that a run may be unknown to the state machine: starting it takes less than a request may. */
export const startGraceSeconds = 60;

const ends: Record<Exclude<MachineState['status'], 'running'>, string> = {
  succeeded: 'The state machine ended without ending the run',
  failed: 'The state machine failed',
  timed_out: 'The state machine timed out',
  aborted: 'The state machine was stopped',
};

/** Why a run that has not ended never will, in one sentence for its message; undefined while it lives. */
export function terminationReason(
  machine: MachineState | undefined,
  ageSeconds: number,
  graceSeconds: number = startGraceSeconds,
): string | undefined {
  if (!machine) return ageSeconds < graceSeconds ? undefined : 'The run is not known to the state machine';
  if (machine.status === 'running') return undefined;
  return machine.reason ? `${ends[machine.status]}: ${machine.reason}` : ends[machine.status];
}
