/**
 * What makes exports where nothing else does: on AWS there is none, because the object that asks for an export starts the
 * function that makes it.
 */
export interface ExportMaker {
  /** Begins or goes on with an export, once. */
  start(ref: { projectId: string; exportId: string }): void;
}
