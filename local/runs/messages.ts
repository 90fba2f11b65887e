import type { SentAccess } from '#local/engine/channel.ts';
import type { EndedFlowRun } from '#local/runs/machine.ts';
import type { Config } from '#shared/config.ts';
import type { FlowRunInput } from '#shared/orchestration/port.ts';

/** What the thread of the runs is made of; everything can be sent to a thread. */
export interface RunsThreadData {
  access: SentAccess;
  config: Config;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  sliceSeconds: number;
  /** Of the number of requests in flight. */
  requests: SharedArrayBuffer;
}

/** What the stack tells the thread. */
export type ToRunsThread =
  | { kind: 'start'; input: FlowRunInput }
  | { kind: 'fail-token'; token: string; error: string; cause: string }
  | { kind: 'complete-token'; token: string; output: unknown }
  | { kind: 'heartbeat'; token: string }
  | { kind: 'close' };

/** What the thread tells the stack. */
export type FromRunsThread =
  | { kind: 'ended'; ended: EndedFlowRun }
  /** A step wants a run started: who starts it must know of it. */
  | { kind: 'start'; input: FlowRunInput }
  | { kind: 'error'; text: string }
  /** It has closed, and may go. */
  | { kind: 'closed' };
