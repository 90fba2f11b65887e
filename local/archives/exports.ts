import { randomUUID } from 'node:crypto';
import { contextOf, type Runtime } from '#functions/runtime.ts';
import { makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import type { ExportMaker } from '#shared/kernel/objects/archive-maker.ts';
import type { DiskObjects } from '#shared/kernel/objects/disk.ts';
import { diskParts } from '#shared/kernel/objects/disk-parts.ts';

/** Makes exports in this process. */
export interface LocalExports extends ExportMaker {
  /** Waits for the exports under way. */
  settled(): Promise<void>;
}

/** Makes one export after another, like archives. */
export function localExports(
  runtime: () => Runtime,
  objects: DiskObjects,
  onError: (error: unknown) => void,
): LocalExports {
  const waiting = new Set<string>();
  let last = Promise.resolve();
  return {
    start: (ref) => {
      const name = JSON.stringify([ref.projectId, ref.exportId]);
      if (waiting.has(name)) return;
      waiting.add(name);
      last = last
        .then(() => makeExport({ ...contextOf(runtime(), randomUUID()), objects, parts: diskParts(objects) }, ref))
        .then(() => undefined, onError)
        .finally(() => waiting.delete(name));
    },
    settled: () => last,
  };
}
