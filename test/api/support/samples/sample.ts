import type { CallInput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import type { OperationId } from '#shared/api/routes.ts';
import type { beginningBody } from '../project-archive.ts';

/** The people and things that a sample request names; all of them exist. */
export interface SampleNames {
  projectId: string;
  chipId: string;
  /** A cryostat without cool-downs, and one with an ended cool-down without chips that has a checkpoint of its wiring. */
  idleCryoId: string;
  cryoId: string;
  cooldownId: string;
  /** A flow of the project. */
  flowName: string;
  /** A schedule of that flow. */
  scheduleId: string;
  /** A run that was cancelled. */
  executionId: string;
  flowRunId: string;
  /** Comments by the caller on the qubit `0` and the coupling `0-1`. */
  qubitCommentId: string;
  couplingCommentId: string;
  /** A task result with a note. */
  notedTaskId: string;
  /** A thread of the caller's about a task result, a reply of theirs in it, and a category. */
  postId: string;
  replyId: string;
  discussedTaskId: string;
  /** An image of the project. */
  imageName: string;
  /** What was learned from an issue, and an issue of which nothing was. */
  knowledgeId: string;
  otherIssueId: string;
  categoryKey: string;
  /** A run of reviews that was asked for, of the task result. */
  reviewRunId: string;
  /** The caller. */
  caller: { username: string; password: string };
  /** A member of the project, and a user who is not one. */
  member: string;
  outsider: string;
  /** A user who may be removed, without a default project. */
  leaver: string;
  /** An API token of the caller's. */
  tokenId: string;
  /** A webhook of the project, and a delivery to it. */
  webhookId: string;
  deliveryId: string;
  /** A message to the project's chat that was given up. */
  chatMessageId: string;
  /** A notification of the caller's. */
  notificationId: string;
  /** The code of an address of theirs. */
  emailCode: string;
  /** A session of the caller's, and not the one that calls. */
  sessionId: string;
  /** A task result, and a path of each kind of its artifacts. */
  taskId: string;
  figurePath: string;
  rawDataPath: string;
  /** Results of both spectroscopies of the qubit, with raw data. */
  qubitSpectroscopyId: string;
  resonatorSpectroscopyId: string;
  /** An archive of that figure that was asked for. */
  archiveId: string;
  /** An export of rows, and one that was cancelled. */
  exportId: string;
  cancelledExportId: string;
  /** A month of the chip whose results are archived. */
  archivedMonth: string;
  /** A run that the caller's worker has claimed, and the fence of its claim. */
  workerRunId: string;
  workerFence: number;
  /** An import of a project that an administrator has begun: what it was begun with, and its one line. */
  projectImport: { project_id: string; import_id: string; begun: ReturnType<typeof beginningBody>; line: string };
  /** An entry of the project's audit that can be undone. */
  auditId: string;
  /** The day of the service's calendar, `YYYYMMDD`. */
  today: string;
  /** A name that nothing has yet. */
  fresh: string;
}

/** A managed flow that checks T1 of one qubit. */
export const sampleFlow = `stages:
  - name: check
    tasks: [CheckT1]
    targets:
      qubits: ['0']
`;

/** A request of each operation of a list of routes that succeeds with the permission. */
export type SamplesOf<Routes> = { [Id in keyof Routes & OperationId]: (names: SampleNames) => CallInput<Registry[Id]> };
