/** How verbs start, describe and stop runs of the state machine `flow-run`, on any engine. */

/** The input of a run of the state machine: ids only, since a state may carry 256 KB at most. */
export interface FlowRunInput {
  project_id: string;
  execution_id: string;
  /** UUID of the run, and the name of the state machine's execution. */
  flow_run_id: string;
  runner: 'managed' | 'worker';
}

/** The state of a run of the state machine. `reason` says why it failed, if that is known. */
export interface FlowRunState {
  status: 'running' | 'succeeded' | 'failed' | 'timed_out' | 'aborted';
  reason?: string | undefined;
}

/** Starts, describes and stops runs. Adapters: Step Functions, and the interpreter on one machine. */
export interface Orchestrator {
  /** Starts a run under its `flow_run_id`; starting it again with the same input changes nothing. */
  start(input: FlowRunInput): Promise<void>;
  /** The state of the run; undefined when the run is not known. */
  describe(flowRunId: string): Promise<FlowRunState | undefined>;
  /** Ends a waiting state (task token) with an error, which leads to Abort. An ended token is ignored. */
  failToken(token: string, error: string, cause: string): Promise<void>;
  /** Ends a waiting state with an output. An ended token is ignored. */
  completeToken(token: string, output: unknown): Promise<void>;
  /** Sends a heartbeat for a waiting state. An ended token is ignored. */
  heartbeat(token: string): Promise<void>;
}
