import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#shared/api/client.ts';
import { runCli } from '#test/cli/run-cli.ts';
import { consistent } from '#test/support/qdash/consistent.ts';
import { dumpDocuments } from '#test/support/qdash/dump/documents.ts';
import { type Doc, projectId } from '#test/support/qdash/dump/fields.ts';
import { password } from '#test/support/qdash/dump/people.ts';
import { writeConfig, writeDump, writeFiles } from '#test/support/qdash/dump/write.ts';
import { startPeer } from '#test/support/qdash/peer/peer.ts';
import { startTestStack } from '#test/support/stack/stack.ts';

/*
 * QDash with a dump, and a local stack that has imported it: prints one line of JSON that says where both are and which
 * ids the dump has, and ends when its standard input does. DUMP_RESULTS sets the number of task results.
 */

const size = { results: Number(process.env.DUMP_RESULTS ?? 500), days: 10 };
const folder = await mkdtemp(join(tmpdir(), 'fiducial-reads-'));
const [dump, files, config] = ['dump', 'files', 'config'].map((name) => join(folder, name)) as [string, string, string];
const documents = consistent([...dumpDocuments(size)]);
await writeDump(dump, size, 'bson', documents);
await writeFiles(files, size);
await writeConfig(config);

const idsOf = (collection: string, field: string, isWanted: (doc: Doc) => boolean = () => true): string[] => [
  ...new Set(
    documents.flatMap(([name, doc]) =>
      name === collection && doc.project_id === projectId && isWanted(doc) ? String(doc[field] ?? '') : [],
    ),
  ),
];

const sources = await Promise.all(
  idsOf('flows', 'file_path').map(async (path): Promise<[string, string][]> => {
    const text = await readFile(join(files, path), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [[path, text]];
  }),
);
const peer = await startPeer({ documents, files: new Map(sources.flat()) });
const stack = await startTestStack();
const address = { baseUrl: `${stack.url}/api` };
const { access_token: adminToken } = await createClient(address).login({ body: stack.admin });
const env = { FIDUCIAL_URL: stack.url, FIDUCIAL_TOKEN: adminToken };
const imported = await runCli(['import', '--from', 'qdash', dump, '--files', files, '--config', config], env);
if (imported.code !== 0) throw new Error(`The import failed: ${imported.stderr}`);
await stack.settle();
const { access_token: token } = await createClient(address).login({ body: { username: 'anna', password } });

/** Ids of the documents that the import refused, as its archive has them. */
const kept = join(`${dump}-import`, 'kept');
const refused: Record<string, string[]> = {};
for (const name of await readdir(kept)) {
  const [, collection] = /^refused\.(.+)\.jsonl$/.exec(name) ?? [];
  if (collection === undefined) continue;
  const docs = (await readFile(join(kept, name), 'utf8')).trim().split('\n');
  refused[collection] = docs.map((line) => {
    const {
      qid,
      cooldown_id: cooldownId,
      _id,
    } = JSON.parse(line) as Record<string, string> & { _id: { $oid: string } };
    return qid ?? cooldownId ?? _id.$oid;
  });
}

const starts = documents.flatMap(([name, doc]) => (name === 'task_result_history' ? [doc.start_at as Date] : []));
process.stdout.write(
  `${JSON.stringify({
    peer: { base_url: peer.url, api_token: 'secret-token-of-anna' },
    ours: { base_url: address.baseUrl, api_token: token },
    project_id: projectId,
    ids: {
      chip: idsOf('chip', 'chip_id'),
      qubit: idsOf('qubit', 'qid', (doc) => doc.chip_id === 'alpha'),
      coupling: idsOf('coupling', 'qid', (doc) => doc.chip_id === 'alpha'),
      execution: idsOf('execution_history', 'execution_id'),
      task: idsOf('task_result_history', 'task_id'),
      task_name: idsOf('task_result_history', 'name'),
      issue: idsOf('issue', '_id'),
      knowledge: idsOf('issue_knowledge', '_id'),
      flow: idsOf('flows', 'name'),
      post: idsOf('forum_post', '_id'),
      cooldown: idsOf('cooldown', 'cooldown_id'),
      username: idsOf('task_result_history', 'username'),
      project: idsOf('project', 'project_id'),
    },
    refused,
    unfinished: idsOf('task_result_history', 'task_id', (doc) => doc.status === 'running'),
    mux: idsOf('task_result_history', 'task_id', (doc) => doc.task_type === 'mux'),
    excluded: idsOf('task_result_history', 'task_id', (doc) => doc.excluded === true),
    range: [starts.at(0), starts.at(-1)],
  })}\n`,
);
process.stdin.resume();
await once(process.stdin, 'end');
await peer.stop();
await stack.stop();
await rm(folder, { recursive: true });
