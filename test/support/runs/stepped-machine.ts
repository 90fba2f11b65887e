import { workerWaitSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import type { FlowRunInput, FlowRunState, Orchestrator } from '#shared/runs/orchestration/port.ts';
import { secondsToClaim } from '#shared/runs/rules/claim-wait.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { explainFailure } from '#shared/runs/verbs/end/explain-failure.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';

type Step = 'Begin' | 'AwaitClaim' | 'AwaitWorker' | 'Complete' | 'Abort' | 'end';

interface Machine {
  input: FlowRunInput;
  at: Step;
  /** Of a state that waits: its token, since when, and when it last heard of the worker. */
  wait?: { token: string; since: number; heard: number } | undefined;
  /** For how long AwaitClaim waits, as Begin has said. */
  claimSeconds: number;
  /** What the claim's token was completed with. */
  claim?: unknown;
  error?: { Error: string; Cause: string } | undefined;
  state: FlowRunState;
}

/**
 * The worker's branch of `flow-run` over the real steps, moved by the test: nothing happens between two calls of `step`,
 * and time passes only when the test says so. The states, their limits and the order of errors are those of the
 * definition, whose own tests walk it with an interpreter.
 */
export class SteppedMachine implements Orchestrator {
  readonly #machines = new Map<string, Machine>();
  readonly #context: () => Orchestrated;
  #tokens = 0;

  constructor(context: () => Orchestrated) {
    this.#context = context;
  }

  async start(input: FlowRunInput): Promise<void> {
    if (this.#machines.has(input.flow_run_id)) return;
    this.#machines.set(input.flow_run_id, { input, at: 'Begin', claimSeconds: 0, state: { status: 'running' } });
  }

  async describe(flowRunId: string): Promise<FlowRunState | undefined> {
    return this.#machines.get(flowRunId)?.state;
  }

  async completeToken(token: string, output: unknown): Promise<void> {
    const machine = this.#waiting(token);
    if (!machine) return;
    if (machine.at === 'AwaitClaim') machine.claim = output;
    machine.at = machine.at === 'AwaitClaim' ? 'AwaitWorker' : 'Complete';
    machine.wait = undefined;
  }

  async failToken(token: string, error: string, cause: string): Promise<void> {
    const machine = this.#waiting(token);
    if (machine) this.#fail(machine, error, cause);
  }

  async heartbeat(token: string): Promise<void> {
    const machine = this.#waiting(token);
    if (machine?.wait) machine.wait.heard = this.#now();
  }

  /** Where a run is; undefined for one that is not known. */
  at(flowRunId: string): Step | undefined {
    return this.#machines.get(flowRunId)?.at;
  }

  /** The token of the state that waits. */
  token(flowRunId: string): string {
    return this.#machines.get(flowRunId)?.wait?.token ?? '';
  }

  /** Enters the next state of every run that does not wait, once; what a step throws leads where its Catch does. */
  async step(): Promise<void> {
    for (const machine of this.#machines.values()) {
      this.#timeOut(machine);
      if (!machine.wait && machine.state.status === 'running') await this.#enter(machine);
    }
  }

  /** Steps until every run waits, has ended, or comes back to an Abort that cannot be ended yet. */
  async settle(): Promise<void> {
    for (let n = 0; n < 6; n += 1) await this.step();
  }

  /** The process of the machine is gone, with everything that it knew. */
  forget(): void {
    this.#machines.clear();
  }

  /** The execution ends without any Catch: it was stopped, or failed for good. */
  die(flowRunId: string, state: FlowRunState): void {
    const machine = this.#machines.get(flowRunId);
    if (machine) Object.assign(machine, { state, wait: undefined });
  }

  #now = (): number => this.#context().clock().getTime() / 1000;

  #waiting(token: string): Machine | undefined {
    const machine = [...this.#machines.values()].find(({ wait }) => wait?.token === token);
    if (machine) this.#timeOut(machine);
    return machine?.wait ? machine : undefined;
  }

  #timeOut(machine: Machine): void {
    const { at, wait, claimSeconds } = machine;
    if (!wait) return;
    const limit = at === 'AwaitClaim' ? claimSeconds : workerWaitSeconds.work;
    if (this.#now() - wait.since >= limit) this.#fail(machine, 'States.Timeout', '');
    else if (at === 'AwaitWorker' && this.#now() - wait.heard >= workerWaitSeconds.heartbeat)
      this.#fail(machine, 'States.HeartbeatTimeout', '');
  }

  #fail(machine: Machine, name: string, cause: string): void {
    Object.assign(machine, { at: 'Abort', wait: undefined, error: { Error: name, Cause: cause } });
  }

  async #enter(machine: Machine): Promise<void> {
    const ctx = this.#context();
    const { project_id: projectId, execution_id: executionId, flow_run_id: flowRunId } = machine.input;
    const ref = { projectId, executionId, flowRunId };
    try {
      switch (machine.at) {
        case 'Begin':
          machine.claimSeconds = secondsToClaim(await beginRun(ctx, ref), ctx.clock());
          machine.at = 'AwaitClaim';
          return;
        case 'AwaitClaim':
        case 'AwaitWorker': {
          this.#tokens += 1;
          const token = `token-${this.#tokens}`;
          machine.wait = { token, since: this.#now(), heard: this.#now() };
          await awaitToken(ctx, ref, { kind: machine.at === 'AwaitClaim' ? 'claim' : 'worker', token });
          return;
        }
        case 'Complete':
          await completeRun(ctx, ref);
          this.#end(machine);
          return;
        case 'Abort':
          await this.#abort(machine, ref);
      }
    } catch (error) {
      if (!(error instanceof Error) || machine.at === 'Abort') throw error;
      this.#fail(machine, error.name, error.message);
    }
  }

  /** Tried again at the next step while a worker may still drive the hardware. */
  async #abort(machine: Machine, ref: Parameters<typeof abortRun>[1]): Promise<void> {
    const ctx = this.#context();
    const error = machine.error ?? { Error: 'unknown', Cause: '' };
    const claim = machine.claim === undefined ? {} : { claim: machine.claim as null };
    const reason = await explainFailure(ctx, ref, { ...machine.input, ...claim, error });
    const ended = await abortRun(ctx, ref, reason);
    if (!ended || isEnded(ended.status)) this.#end(machine);
  }

  #end(machine: Machine): void {
    Object.assign(machine, { at: 'end', state: { status: 'succeeded' } });
  }
}
