import type { Client } from '#shared/api/client.ts';

/** The calls of the worker protocol (docs/worker-protocol.md), typed by the registry. */
export type WorkerApi = Pick<
  Client,
  'announceWorker' | 'claimRun' | 'heartbeatRun' | 'reportTaskResults' | 'createUploads' | 'appendRunLog' | 'finishRun'
>;

type Input<Id extends keyof WorkerApi> = Parameters<WorkerApi[Id]>[0] extends { body: infer Body } ? Body : never;
type Output<Id extends keyof WorkerApi> = Awaited<ReturnType<WorkerApi[Id]>>;

export type Claim = NonNullable<Output<'claimRun'>['run']>;

/** A claimed run, and the key under which it was claimed. The key is sent with every report on the run. */
export interface Held {
  claim: Claim;
  claimKey: string;
}

/** What every call for a claimed run says of the claim. */
export const underClaim = ({ claim, claimKey }: Held) => ({ fence: claim.fence, claim_key: claimKey });

/** The outcome of one task on one target, on the wire. */
export type TaskReport = Input<'reportTaskResults'>['results'][number];

/** A file of a task, as an upload of it is asked for. */
export type UploadRequest = Input<'createUploads'>['files'][number];

/** Where a file is to be put. */
export type UploadTarget = Output<'createUploads'>['uploads'][number];

export type LogLine = Input<'appendRunLog'>['lines'][number];

/** Points of a running task, drawn on the page of its run. */
export type Trace = NonNullable<Input<'heartbeatRun'>['trace']>;

/** Tasks and flows that a worker can run, with forms of their parameters (docs/worker-protocol.md#announce-tasks-and-flows). */
export type Announcement = Pick<Input<'announceWorker'>, 'tasks' | 'flows'>;

/** How a worker ends a run. */
export type FinishStatus = Input<'finishRun'>['status'];
