/** How verbs start, look at and stop runs of the state machine `flow-run`, whoever executes it. */

/** What a run of the state machine is started with: ids alone, for a state may carry 256 KB at most. */
export interface FlowRunInput {
  project_id: string;
  execution_id: string;
  /** UUID of the run, and the name of the state machine's execution. */
  flow_run_id: string;
  runner: 'managed' | 'worker';
}

/** How a run of the state machine stands. `reason` says why it failed, where something says so. */
export interface FlowRunState {
  status: 'running' | 'succeeded' | 'failed' | 'timed_out' | 'aborted';
  reason?: string | undefined;
}

/** Starts, looks at and stops runs. Adapters: Step Functions, and the interpreter on one machine. */
export interface Orchestrator {
  /** Starts a run under its `flow_run_id`; starting it again with the same input changes nothing. */
  start(input: FlowRunInput): Promise<void>;
  /** How the run stands; undefined when it is not known. */
  describe(flowRunId: string): Promise<FlowRunState | undefined>;
  /** Ends a waiting state (task token) with an error, which leads to Abort. A token that has ended is no error. */
  failToken(token: string, error: string, cause: string): Promise<void>;
  /** Ends a waiting state with an output. A token that has ended is no error. */
  completeToken(token: string, output: unknown): Promise<void>;
  /** Says that whoever a waiting state waits for is alive. A token that has ended is no error. */
  heartbeat(token: string): Promise<void>;
}
