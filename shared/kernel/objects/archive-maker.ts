/**
 * Makes exports on one machine. On AWS there is none, because the object that requests an export starts the function
 * that makes it.
 */
export interface ExportMaker {
  /** Begins or continues an export, once. */
  start(ref: { projectId: string; exportId: string }): void;
}

/** A requested archive. */
export interface ArchiveRef {
  projectId: string;
  archiveId: string;
}

/**
 * Makes archives on one machine. On AWS there is none, because the object that requests an archive starts the function
 * that makes it.
 */
export interface ArchiveMaker {
  /** Begins to make an archive, once. */
  start(ref: ArchiveRef): void;
  isUnderWay(ref: ArchiveRef): boolean;
}
