import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ArchiveEntry {
  name: string;
  /** Begins to read it; called when the entries before it are written, so that one is open at a time. */
  open(): Promise<Readable>;
}

/** Kinds of files that are compressed by their own format. */
const compressedAlready = /\.(png|zip|gz)$/i;

/** A fixed date, so that the bytes depend on the files alone. */
const mtime = new Date('1990-01-01T00:00:00Z');

/** The bytes of a zip archive as a stream. An error in an entry fails the stream. */
export function archiveStream(entries: readonly ArchiveEntry[]): Readable {
  const zip = new ZipFile();
  // It behaves as a stream; its type is of an older interface.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, open } of entries)
    zip.addReadStreamLazy(name, { mtime, compress: !compressedAlready.test(name) }, (done) => {
      open().then(
        (file) => done(undefined, file),
        (error: unknown) => output.destroy(error as Error),
      );
    });
  zip.end();
  return output;
}

/** Names for the entries of an archive: one that is taken is numbered, and none begins as the name of a drive does. */
export function entryNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.replace(/^([a-z]):/i, '$1_');
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${n}-${name}`;
    taken.add(free);
    return free;
  });
}
