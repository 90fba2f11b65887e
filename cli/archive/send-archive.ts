import { Readable } from 'node:stream';
import type { CallOutput, Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Progress } from '../terminal.ts';
import type { FileLine } from './manifest.ts';
import { type Archive, fileLineOf } from './open-archive.ts';

type ImportState = CallOutput<Registry['getProjectImport']>;
type Upload = CallOutput<Registry['createProjectImportUploads']>['uploads'][number];

/** The source of an import and its destination. */
export interface Sending {
  client: Client;
  archive: Archive;
  state: ImportState;
  progress: Progress;
}

/** Limits of one request, in lines and bytes. A single larger line is sent alone. */
const largest = { lines: 500, bytes: 1_000_000 };
/** Files that one request asks about, and parallel uploads. */
const filesAtOnce = { asked: 100, sent: 4 };

/** Sends what the service does not have yet, and completes the import. */
export async function sendArchive(sending: Sending): Promise<ImportState> {
  const { client, archive, state, progress } = sending;
  const { project_id, import_id } = state;
  const params = { project_id };
  let begins = 0;
  for (const part of archive.manifest.parts) {
    const ends = begins + part.lines;
    // The service has every line of it.
    const missing = ends > state.taken ? (await archive.linesOf(part)).slice(Math.max(0, state.taken - begins)) : [];
    let from = ends - missing.length;
    for (const lines of portionsOf(missing)) {
      progress.step(`Sending line ${from + 1} of ${state.lines}`);
      await sendFiles(
        sending,
        lines.flatMap((line) => fileLineOf(line) ?? []),
      );
      await client.appendProjectImportLines({ params, body: { import_id, from, lines } });
      from += lines.length;
    }
    begins = ends;
  }
  for (;;) {
    progress.step('Finishing');
    const after = await client.finishProjectImport({ params, body: { import_id } });
    if (after.status === 'finished') return after;
  }
}

/** Splits lines into portions of one request. */
export function portionsOf(lines: readonly string[]): string[][] {
  const portions: string[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const last = portions.at(-1);
    const size = Buffer.byteLength(line);
    bytes += size;
    if (last && last.length < largest.lines && bytes <= largest.bytes) last.push(line);
    else {
      portions.push([line]);
      bytes = size;
    }
  }
  return portions;
}

async function sendFiles({ client, archive, state }: Sending, files: readonly FileLine[]): Promise<void> {
  const { project_id, import_id } = state;
  for (let n = 0; n < files.length; n += filesAtOnce.asked) {
    const some = new Map(files.slice(n, n + filesAtOnce.asked).map((file) => [file.path, file]));
    const asked = [...some.values()].map(({ path, size_bytes, sha256 }) => ({ path, size_bytes, sha256 }));
    const body = { import_id, files: asked };
    const { uploads } = await client.createProjectImportUploads({ params: { project_id }, body });
    const left = [...uploads];
    const sendLeft = async () => {
      for (let upload = left.shift(); upload; upload = left.shift()) {
        const file = some.get(upload.path);
        if (file) await sendFile(archive, file, upload);
      }
    };
    await Promise.all(Array.from({ length: filesAtOnce.sent }, sendLeft));
  }
}

async function sendFile(archive: Archive, file: FileLine, { url, headers }: Upload): Promise<void> {
  // Node's fetch accepts a stream only with half-duplex mode.
  const body = { body: Readable.toWeb(Readable.from(archive.fileOf(file))), duplex: 'half' } as unknown as RequestInit;
  const length = { 'content-length': String(file.size_bytes) };
  const response = await fetch(url, { ...body, method: 'PUT', headers: { ...headers, ...length } }).catch(
    (error: unknown) => {
      throw new Failure(`File '${file.path}' was not sent: ${reasonOf(error)}. Run the same command again to go on.`);
    },
  );
  // It exists already, from an earlier attempt.
  if (!response.ok && response.status !== 412)
    throw new Failure(`File '${file.path}' was not taken: its store answered ${response.status}.`);
  await response.body?.cancel();
}
