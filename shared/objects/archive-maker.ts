/** An archive that was asked for. */
export interface ArchiveRef {
  projectId: string;
  archiveId: string;
}

/**
 * What makes archives where nothing else does: on AWS there is none, because the object that asks for an archive starts
 * the function that makes it.
 */
export interface ArchiveMaker {
  /** Begins to make an archive, once. */
  start(ref: ArchiveRef): void;
  isUnderWay(ref: ArchiveRef): boolean;
}
