import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CallOutput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Exporting } from './exporting.ts';
import { fileNameOf } from './manifest.ts';

type ListedFile = CallOutput<Registry['getProjectArchiveFiles']>['files'][number];

/** Parallel downloads. */
const filesAtOnce = 8;

/** Downloads every file that is still missing. @returns whether nothing was missing and no file has disappeared. */
export async function downloadFiles(exporting: Exporting): Promise<boolean> {
  const { client, projectId, folder, progress } = exporting;
  const { state } = folder;
  const there = new Set<string>();
  let isSame = true;
  let cursor: string | undefined;
  do {
    const page = await client.getProjectArchiveFiles({ params: { project_id: projectId }, query: { cursor } });
    const lacking = page.files.filter(({ path, size_bytes }) => {
      there.add(path);
      return state.files[path]?.sizeBytes !== size_bytes;
    });
    for (let n = 0; n < lacking.length; n += filesAtOnce) {
      progress.step(`Reading files: ${there.size - lacking.length + n} of at least ${there.size}`);
      await Promise.all(lacking.slice(n, n + filesAtOnce).map((file) => download(exporting, file)));
    }
    if (lacking.length > 0) {
      isSame = false;
      await folder.save();
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  for (const path of Object.keys(state.files)) {
    if (there.has(path)) continue;
    isSame = false;
    delete state.files[path];
  }
  return isSame;
}

/** Downloads a file, continuing an interrupted download, and stores it under its hash. */
async function download({ url, folder }: Exporting, { path, size_bytes, link }: ListedFile): Promise<void> {
  const begun = folder.fileOf(`files/${createHash('sha256').update(path).digest('hex')}.begun`);
  const have = await stat(begun).then(
    ({ size }) => size,
    () => 0,
  );
  const from = have < size_bytes ? have : 0;
  const headers = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await fetch(new URL(link.url, `${url}/`), { headers }).catch((error: unknown) => {
    throw new Failure(`File '${path}' was not read: ${reasonOf(error)}. Run the same command again to go on.`);
  });
  if (!response.ok || !response.body)
    throw new Failure(`File '${path}' was not read: its store answered ${response.status}.`);
  const flags = response.status === 206 ? 'a' : 'w';
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(begun, { flags })).catch(
    (error: unknown) => {
      throw new Failure(`File '${path}' was broken off: ${reasonOf(error)}. Run the same command again to go on.`);
    },
  );
  const { size } = await stat(begun);
  if (size !== size_bytes) {
    await rm(begun);
    throw new Failure(`File '${path}' has ${size} bytes instead of ${size_bytes}. Run the same command again.`);
  }
  const sha256 = await hashOf(begun);
  await rename(begun, folder.fileOf(fileNameOf(sha256)));
  folder.state.files[path] = { sizeBytes: size_bytes, sha256 };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
