import type { ArchiveMaker, ArchiveRef } from '#shared/kernel/objects/archive-maker.ts';
import type { DiskObjects } from '#shared/kernel/objects/disk.ts';
import { makeArchive } from '#shared/results/verbs/files/figure-archives.ts';

/** Makes archives in this process. */
export interface LocalArchives extends ArchiveMaker {
  /** Waits for the archives under way. */
  settled(): Promise<void>;
}

/** Makes one archive after another. Each is a stream from disk to disk, so parallel work would only share the disk. */
export function localArchives(objects: DiskObjects, onError: (error: unknown) => void): LocalArchives {
  const underWay = new Set<string>();
  const nameOf = ({ projectId, archiveId }: ArchiveRef) => JSON.stringify([projectId, archiveId]);
  let last = Promise.resolve();
  return {
    start: (ref) => {
      const name = nameOf(ref);
      if (underWay.has(name)) return;
      underWay.add(name);
      last = last
        .then(() => makeArchive(objects, ref))
        .catch(onError)
        .finally(() => underWay.delete(name));
    },
    isUnderWay: (ref) => underWay.has(nameOf(ref)),
    settled: () => last,
  };
}
