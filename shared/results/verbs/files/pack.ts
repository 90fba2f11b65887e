import { deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

/** Of a zip archive: compressed by deflate (APPNOTE.TXT 4.4.5). */
const deflated = 8;

/** A fast level: the files are two percent larger than at the usual one, in half of its time. */
const level = 3;

/** A file that is pushed as a whole, and compressed by the runtime's own zlib, which takes a third of the time. */
class PackedFile extends ZipPassThrough {
  override compression = deflated;
  /** A fixed date, so that the bytes depend on the files alone. */
  override mtime = '1990-01-01';

  protected override process(file: Uint8Array<ArrayBuffer>, isFinal: boolean): void {
    this.ondata(null, deflateRawSync(file, { level }), isFinal);
  }
}

/** The zip archive of some files by their names, made without waiting. The same files make the same bytes. */
export function packOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of files) {
    const file = new PackedFile(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
