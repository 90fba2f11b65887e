import { type ArtifactKind, decodeSegment, encodeSegment } from './artifact-path.ts';

/**
 * Paths of files that a worker uploads one by one (docs/design/write-protocols.md#files): they name the claim's fence
 * and the task, so that no claim overwrites another's, and a file can be read only where the result of its task names
 * it.
 */

/** What such a path names. */
export interface UploadRef {
  kind: ArtifactKind;
  projectId: string;
  flowRunId: string;
  /** Of the claim under which it was uploaded. */
  fence: number;
  taskId: string;
  /** The file's name. */
  entry: string;
}

/** The path of an uploaded file, and the key of its object. */
export const uploadPath = ({ kind, projectId, flowRunId, fence, taskId, entry }: UploadRef): string =>
  [kind, ...[projectId, flowRunId, String(fence), taskId, entry].map(encodeSegment)].join('/');

/** What a path names; undefined for a text that `uploadPath` does not make. */
export function parseUploadPath(path: string): UploadRef | undefined {
  const [kind, ...encoded] = path.split('/');
  if ((kind !== 'figures' && kind !== 'raw') || encoded.length !== 5) return undefined;
  const [projectId, flowRunId, fence, taskId, entry] = encoded.map(decodeSegment);
  if (!projectId || !flowRunId || !fence || !taskId || !entry || !/^[1-9]\d{0,14}$/.test(fence)) return undefined;
  return { kind, projectId, flowRunId, fence: Number(fence), taskId, entry };
}
