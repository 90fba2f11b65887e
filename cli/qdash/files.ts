import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ArtifactKind, adoptedPath } from '#shared/runs/rules/artifact-path.ts';

/** A file to be imported. */
export interface FoundFile {
  /** Key of its object. */
  path: string;
  source: string;
  sizeBytes: number;
  sha256: string;
}

/** Finds the files that documents name by their paths on QDash's server. */
export interface FileFinder {
  /** Notes that a document names a file, to be found at the end. */
  name(projectId: string, kind: ArtifactKind, path: string): void;
  /** The text of a flow's source; undefined where it is not there. */
  text(path: string): Promise<string | undefined>;
}

/** Files that were named, each once. */
export class NamedFiles implements FileFinder {
  readonly #named = new Map<string, Map<string, { kind: ArtifactKind; path: string }>>();
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  name(projectId: string, kind: ArtifactKind, path: string): void {
    const own = this.#named.get(projectId) ?? new Map();
    this.#named.set(projectId, own.set(`${kind} ${path}`, { kind, path }));
  }

  async text(path: string): Promise<string | undefined> {
    const source = await this.#find(path);
    if (source === undefined) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(source)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** The named files of a project that are there, and those that are missing. */
  async *found(projectId: string): AsyncGenerator<FoundFile | { missing: string }> {
    for (const { kind, path } of this.#named.get(projectId)?.values() ?? []) {
      const source = await this.#find(path);
      const object = adoptedPath({ kind, projectId, path });
      if (source === undefined || object === undefined) yield { missing: path };
      else yield { path: object, source, ...(await digestOf(source)) };
    }
  }

  /** Under the folder, without links that lead out of it; from the root of QDash's server down: `/app/calib_data/x` may be `app/calib_data/x`, `calib_data/x` or `x`. */
  async #find(path: string): Promise<string | undefined> {
    if (this.#folder === undefined) return undefined;
    const root = resolve(this.#folder);
    const parts = path.split('/').filter((part) => part !== '');
    for (const start of [0, 1, 2]) {
      const candidate = resolve(root, ...parts.slice(start));
      if (start >= parts.length || !candidate.startsWith(root + sep)) continue;
      const source = await realpath(candidate).catch(() => undefined);
      if (!source?.startsWith((await realpath(root)) + sep)) continue;
      if ((await stat(source)).isFile()) return source;
    }
    return undefined;
  }
}

async function digestOf(file: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(
    createReadStream(file),
    async function* count(source) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    async (source) => {
      for await (const _ of source);
    },
  );
  return { sizeBytes, sha256: hash.digest('hex') };
}
