import type { FlowRunState } from '#shared/orchestration/port.ts';

/** Ended runs that are still known; whoever asks for the state of one asks while it lives, or soon after. */
const maxEnded = 200;

/** How the runs of this process stand. */
export class RunStates {
  readonly #running = new Set<string>();
  readonly #ended = new Map<string, FlowRunState>();

  /** Takes a run up. @returns false when it is known already: a run is started once. */
  begin(flowRunId: string): boolean {
    if (this.of(flowRunId)) return false;
    this.#running.add(flowRunId);
    return true;
  }

  /** Remembers how a run has ended, and forgets the oldest of too many. */
  end(flowRunId: string, state: FlowRunState): void {
    this.#running.delete(flowRunId);
    this.#ended.set(flowRunId, state);
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= maxEnded) break;
      this.#ended.delete(oldest);
    }
  }

  /** Ends every run that is on, because what ran them is gone. */
  endAll(state: FlowRunState): void {
    for (const flowRunId of [...this.#running]) this.end(flowRunId, state);
  }

  /** How a run stands; undefined when it is not known. */
  of(flowRunId: string): FlowRunState | undefined {
    return this.#running.has(flowRunId) ? { status: 'running' } : this.#ended.get(flowRunId);
  }
}
