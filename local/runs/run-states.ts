import type { FlowRunState } from '#shared/runs/orchestration/port.ts';

/** Ended runs that are remembered. Callers ask for a run's state during its life or soon after. */
const maxEnded = 200;

/** The states of the runs of this process. */
export class RunStates {
  readonly #running = new Set<string>();
  readonly #ended = new Map<string, FlowRunState>();

  /** Records a new run. @returns false if it is known already, since a run starts once. */
  begin(flowRunId: string): boolean {
    if (this.of(flowRunId)) return false;
    this.#running.add(flowRunId);
    return true;
  }

  /** Records how a run has ended, and forgets the oldest beyond the limit. */
  end(flowRunId: string, state: FlowRunState): void {
    this.#running.delete(flowRunId);
    this.#ended.set(flowRunId, state);
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= maxEnded) break;
      this.#ended.delete(oldest);
    }
  }

  /** Ends every active run, because its executor is gone. */
  endAll(state: FlowRunState): void {
    for (const flowRunId of [...this.#running]) this.end(flowRunId, state);
  }

  /** Whether a run is active. */
  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** The state of a run; undefined if it is unknown. */
  of(flowRunId: string): FlowRunState | undefined {
    return this.#running.has(flowRunId) ? { status: 'running' } : this.#ended.get(flowRunId);
  }
}
