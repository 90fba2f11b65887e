import type { RequestOf } from '#shared/contract/define.ts';
import type { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import type { Upload, UploadFile } from '#shared/services/workers/create-uploads.ts';

type WireFile = RequestOf<(typeof artifactOperations)['createUploads']>['body']['files'][number];

/** A file that a worker wants to upload. */
export const parseFile = (file: WireFile): UploadFile => ({
  task: file.task,
  taskType: file.task_type,
  qid: file.qid,
  stage: file.stage,
  attempt: file.attempt,
  name: file.name,
  kind: file.kind,
  contentType: file.content_type,
  sizeBytes: file.size_bytes,
});

/** Where it goes. */
export const presentUpload = ({ name, path, url, headers, expiresAt }: Upload) => ({
  ...{ name, path, url, headers },
  method: 'PUT' as const,
  expires_at: expiresAt,
});
