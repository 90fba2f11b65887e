import type { SentAccess } from '#local/engine/channel.ts';
import type { EndedFlowRun } from '#local/runs/machine.ts';
import type { Config } from '#shared/kernel/config.ts';
import type { FlowRunInput } from '#shared/runs/orchestration/port.ts';

/** Input of the runs' thread, all of it transferable. */
export interface RunsThreadData {
  access: SentAccess;
  config: Config;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  sliceSeconds: number;
  /** Shared memory of the number of requests in progress. */
  requests: SharedArrayBuffer;
}

/** Messages to the thread. */
export type ToRunsThread =
  /** Load what the first run needs. */
  | { kind: 'prepare' }
  | { kind: 'start'; input: FlowRunInput }
  | { kind: 'fail-token'; token: string; error: string; cause: string }
  | { kind: 'complete-token'; token: string; output: unknown }
  | { kind: 'heartbeat'; token: string }
  | { kind: 'close' };

/** Messages from the thread. */
export type FromRunsThread =
  | { kind: 'ended'; ended: EndedFlowRun }
  /** A step wants to start a run, which the stack must know about. */
  | { kind: 'start'; input: FlowRunInput }
  | { kind: 'error'; text: string }
  /** The thread has closed and may end. */
  | { kind: 'closed' };
