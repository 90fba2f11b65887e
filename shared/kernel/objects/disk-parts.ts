import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DiskObjects } from './disk.ts';
import type { PartWriter } from './parts.ts';

const folderOf = ({ key, uploadId }: { key: string; uploadId: string }): string => `${key}.parts/${uploadId}`;

/** Writes objects on a disk in parts: each part is a file next to the object until they are joined. */
export function diskParts(objects: DiskObjects): PartWriter {
  return {
    begin: async () => randomUUID(),
    write: async (upload, part, bytes) => {
      await objects.put(`${folderOf(upload)}/${part}`, bytes, 'application/octet-stream');
      return { part, etag: createHash('sha256').update(bytes).digest('hex') };
    },
    complete: async (upload, parts) => {
      const pieces = async function* () {
        for (const { part } of parts) {
          const piece = await objects.stream(`${folderOf(upload)}/${part}`);
          if (!piece) throw new Error(`Part ${part} of '${upload.key}' is not there`);
          yield* piece;
        }
      };
      await objects.putStream(upload.key, Readable.from(pieces()), 'application/octet-stream');
      await objects.deleteBelow(`${upload.key}.parts`);
    },
    abandon: ({ key }) => objects.deleteBelow(`${key}.parts`),
  };
}
