import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { bsonDocuments } from './bson-file.ts';
import type { Doc } from './document.ts';
import { jsonDocuments } from './json-file.ts';

/** A dump of QDash's database: a file a collection. */
export interface Dump {
  /** Names of its collections, sorted. */
  collections: readonly string[];
  /** The documents of a collection; none for one that the dump does not have. Reads the file anew each time. */
  documents(collection: string): AsyncIterable<Doc>;
  /** Places of the documents, among those that were read, that are nested too deeply to be read (`mostLevels`). */
  tooDeep(collection: string): ReadonlySet<string>;
}

const collectionFile = /^(.+)\.(bson|json|jsonl|ndjson)(\.gz)?$/;

/**
 * Opens a folder that mongodump or mongoexport wrote, or the one folder in it that has the collections.
 * @throws Failure where there is none, or a collection is there twice.
 */
export async function openDump(folder: string): Promise<Dump> {
  const files = await filesOf(folder);
  const deep = new Map<string, Set<string>>();
  const tooDeep = (collection: string) => deep.get(collection) ?? new Set<string>();
  return {
    tooDeep,
    collections: [...files.keys()].sort(),
    documents: (collection) => {
      const path = files.get(collection);
      if (path === undefined) return nothing();
      const onTooDeep = (place: string) => void deep.set(collection, tooDeep(collection).add(place));
      return (/\.bson(\.gz)?$/.test(path) ? bsonDocuments : jsonDocuments)(path, onTooDeep);
    },
  };
}

async function* nothing(): AsyncGenerator<Doc> {}

/** A link to a file is one. */
const isFile = async (folder: string, entry: Dirent): Promise<boolean> =>
  entry.isSymbolicLink()
    ? stat(join(folder, entry.name)).then(
        (found) => found.isFile(),
        () => false,
      )
    : entry.isFile();

async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    throw new Failure(`The dump ${folder} cannot be read: ${error.message}`);
  });
  const files = new Map<string, string>();
  for (const entry of entries) {
    const [, collection, kind] = ((await isFile(folder, entry)) && collectionFile.exec(entry.name)) || [];
    // mongodump writes the indexes of each collection next to it.
    if (collection === undefined || (kind === 'json' && collection.endsWith('.metadata'))) continue;
    if (collection === 'prelude') continue;
    const other = files.get(collection);
    if (other !== undefined)
      throw new Failure(`The dump has collection '${collection}' twice: ${other} and ${join(folder, entry.name)}.`);
    files.set(collection, join(folder, entry.name));
  }
  if (files.size > 0) return files;
  const folders = entries.filter((entry) => entry.isDirectory() && !['admin', 'config', 'local'].includes(entry.name));
  const [only, another] = folders;
  if (only && !another) return filesOf(join(folder, only.name));
  const several = folders.map(({ name }) => name).join(', ');
  throw new Failure(
    another
      ? `The dump ${folder} has several databases: name the folder of one of them (${several}).`
      : `The dump ${folder} has no collection: expected files such as project.bson or project.jsonl.`,
  );
}
