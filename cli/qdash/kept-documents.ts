import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EJSON } from 'bson';
import type { Doc } from './document.ts';

/** A file of kept documents, as the manifest of the import names it. */
export interface KeptFile {
  name: string;
  collection: string;
  documents: number;
  /** Documents of each project. */
  byProject: ReadonlyMap<string, number>;
  sha256: string;
}

/** Keeps documents that nothing here is like, a file of MongoDB's extended JSON a collection. */
export class KeptDocuments {
  readonly #folder: string | undefined;
  readonly #files = new Map<
    string,
    {
      handle: FileHandle | undefined;
      documents: number;
      byProject: Map<string, number>;
      hash: ReturnType<typeof createHash>;
    }
  >();

  /** Without a folder documents are counted only. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async add(collection: string, doc: Doc, projectId?: string): Promise<void> {
    const file = this.#files.get(collection) ?? (await this.#begin(collection));
    const line = `${EJSON.stringify(doc)}\n`;
    file.documents += 1;
    if (projectId !== undefined) file.byProject.set(projectId, (file.byProject.get(projectId) ?? 0) + 1);
    file.hash.update(line);
    await file.handle?.write(line);
  }

  async #begin(collection: string) {
    const handle = this.#folder === undefined ? undefined : await this.#open(this.#folder, collection);
    const file = { handle, documents: 0, byProject: new Map<string, number>(), hash: createHash('sha256') };
    this.#files.set(collection, file);
    return file;
  }

  async #open(folder: string, collection: string): Promise<FileHandle> {
    await mkdir(join(folder, 'kept'), { recursive: true, mode: 0o700 });
    return open(join(folder, nameOf(collection)), 'w', 0o600);
  }

  async end(): Promise<KeptFile[]> {
    const files: KeptFile[] = [];
    for (const [collection, { handle, documents, byProject, hash }] of this.#files) {
      await handle?.close();
      files.push({ name: nameOf(collection), collection, documents, byProject, sha256: hash.digest('hex') });
    }
    return files;
  }
}

const nameOf = (collection: string): string => `kept/${collection.replace(/[^\w.-]/g, '_')}.jsonl`;
