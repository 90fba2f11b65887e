/**
 * Makes exports on one machine. On AWS there is none, because the object that requests an export starts the function
 * that makes it.
 */
export interface ExportMaker {
  /** Begins or continues an export, once. */
  start(ref: { projectId: string; exportId: string }): void;
}
