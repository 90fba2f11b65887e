import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Doc, small } from '#test/support/qdash/dump/fields.ts';
import { writeDump } from '#test/support/qdash/dump/write.ts';
import { makeArchives } from '../../../../cli/qdash/make-archives.ts';
import { mostLevels } from '../../../../cli/qdash/nesting.ts';

const lab: [string, Doc][] = [
  ['user', { username: 'anna', user_id: 'u-anna' }],
  ['project', { project_id: 'lab', owner_username: 'anna', name: 'Lab' }],
];
const fields = '"username":"anna","name":"qubex","project_id":"lab"';

/** BSON of a document that consists of `levels` documents, each the field `a` of the one around it (bsonspec.org). */
function nestedBson(levels: number): Buffer {
  const names = Buffer.concat(Array.from({ length: levels }, (_, n) => head(5 + 8 * (levels - 1 - n), n + 1 < levels)));
  return Buffer.concat([names, Buffer.alloc(levels)]);
}

/** The length of a document and, where it has a field, the type and name of that. */
function head(length: number, hasField: boolean): Buffer {
  const bytes = Buffer.from(hasField ? '00000000036100' : '00000000', 'hex');
  bytes.writeInt32LE(length);
  return bytes;
}

const nestedJson = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-nested-'));
});
afterEach(() => rm(folder, { recursive: true }));

const make = async (collection: string, content: string | Buffer) => {
  await writeDump(join(folder, 'dump'), small, 'bson', lab);
  await writeFile(join(folder, 'dump', collection), content);
  return (await makeArchives({ dump: join(folder, 'dump') }, join(folder, 'made'))).report;
};

/** Documents of a file: an allowed one, one that parsers read but nothing stores, and one that overflows their stack. */
const depths = [mostLevels, mostLevels + 1, 100_000];

test('of BSON a document that is nested too deeply is left out with its place, and the others are read', async () => {
  const { collections, remarks } = await make('agent_sessions.bson', Buffer.concat(depths.map(nestedBson)));
  expect(collections.agent_sessions).toMatchObject({ documents: 3, kept: 1, refused: 2 });
  const message = 'is nested more than 200 levels deep: it is in the dump only';
  const examples = ['the document at byte 1597', 'the document at byte 3202'];
  expect(remarks).toContainEqual({ kind: 'refused', collection: 'agent_sessions', message, count: 2, examples });
});

test('of JSON lines a document that is nested too deeply is left out with its line, and the others are read', async () => {
  const lines = depths.map((levels) => `{${fields},"note":${nestedJson(levels - 1)}}\n`);
  const { collections, remarks } = await make('backend.jsonl', lines.join(''));
  expect(collections.backend).toMatchObject({ documents: 3, imported: 1, refused: 2 });
  const examples = ['the document in line 2', 'the document in line 3'];
  expect(remarks).toContainEqual(
    expect.objectContaining({ kind: 'refused', collection: 'backend', count: 2, examples }),
  );
});

test('every collection counts such a document, those with accounts and memberships too', async () => {
  for (const collection of ['project_membership', 'counter', 'task_result_history', 'notification'])
    expect((await make(`${collection}.bson`, nestedBson(50_000))).collections[collection]).toMatchObject({
      refused: 1,
    });
});
