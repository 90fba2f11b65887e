import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EJSON, serialize } from 'bson';
import { dumpDocuments } from './documents.ts';
import { type Doc, type DumpSize, qids } from './fields.ts';

/** Writes a dump. @returns how many documents each collection has. */
export async function writeDump(
  folder: string,
  size: DumpSize,
  form: 'bson' | 'jsonl' = 'bson',
  documents: Iterable<[collection: string, doc: Doc]> = dumpDocuments(size),
): Promise<Record<string, number>> {
  await mkdir(folder, { recursive: true });
  const counts: Record<string, number> = {};
  const files = new Map<string, ReturnType<typeof createWriteStream>>();
  for (const [collection, doc] of documents) {
    counts[collection] = (counts[collection] ?? 0) + 1;
    const file = files.get(collection) ?? createWriteStream(join(folder, `${collection}.${form}`));
    files.set(collection, file);
    const bytes = form === 'bson' ? serialize(doc) : `${EJSON.stringify(doc)}\n`;
    if (!file.write(bytes)) await once(file, 'drain');
  }
  for (const file of files.values()) {
    file.end();
    await finished(file);
  }
  await writeFile(join(folder, 'project.metadata.json'), '{}');
  return counts;
}

/** Writes the files of QDash's server: figures and raw data of every second result, and the source of one flow. */
export async function writeFiles(folder: string, size: DumpSize): Promise<number> {
  let files = 0;
  const write = async (path: string, text: string) => {
    const file = join(folder, path.replace(/^\/app\//, ''));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    files += 1;
  };
  for (const [collection, doc] of dumpDocuments(size)) {
    const n = Number.parseInt(String(doc.task_id).slice(-12), 16);
    if (collection !== 'task_result_history' || n % 2 === 1) continue;
    for (const field of ['figure_path', 'json_figure_path', 'raw_data_path'])
      for (const path of doc[field] as string[]) await write(path, `${path} of result ${n}`);
  }
  await write('user_flows/anna/nightly.py', 'def run():\n    pass\n');
  return files - 1;
}

/** QDash's configuration: the topology of the lab's chip. */
export async function writeConfig(folder: string): Promise<void> {
  await mkdir(join(folder, 'domain', 'topologies'), { recursive: true });
  const places = qids.map((qid) => `  ${qid}: {row: ${Math.floor(Number(qid) / 2)}, col: ${Number(qid) % 2}}`);
  await writeFile(
    join(folder, 'domain', 'topologies', 'lab-square-4.yaml'),
    `id: lab-square-4\nqubits:\n${places.join('\n')}\n`,
  );
}
