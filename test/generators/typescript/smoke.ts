import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createClient } from './client/client/index.js';
import * as sdk from './client/index.js';

/*
 * What a script does with the client that the generator has made: against the stack of FIDUCIAL_CLIENT_TEST. Types are checked
 * before it runs. Prints `N passed, N failed`.
 */

interface Stack {
  base_url: string;
  username: string;
  password: string;
}

const stack = JSON.parse(process.env.FIDUCIAL_CLIENT_TEST ?? '') as Stack;
let token: string | undefined;
const client = createClient({ baseUrl: stack.base_url, auth: () => token });
const chip_id = 'generated-typescript';

const steps: [string, () => Promise<void>][] = [
  [
    'a login answers a token, which the client sends from then on',
    async () => {
      const { username, password } = stack;
      const { data } = await sdk.login({ client, body: { username, password }, throwOnError: true });
      token = data.access_token;
      const me = await sdk.getCurrentUser({ client, throwOnError: true });
      assert.equal(me.data.username, username);
    },
  ],
  [
    'a chip is made and read',
    async () => {
      const made = await sdk.createChip({ client, body: { chip_id, topology_id: 'linear-4' }, throwOnError: true });
      assert.equal(made.data.size, 4);
      const read = await sdk.getChip({ client, path: { chip_id }, throwOnError: true });
      assert.deepEqual([read.data.chip_id, read.data.qubit_count], [chip_id, 4]);
    },
  ],
  [
    'a value is set and read with its unit',
    async () => {
      const parameters = { t1: { value: 42 } };
      await sdk.updateCalibrationParameters({ client, body: { chip_id, qid: '1', parameters }, throwOnError: true });
      const { data } = await sdk.getChipQubit({ client, path: { chip_id, qid: '1' }, throwOnError: true });
      assert.equal(data.qid, '1');
    },
  ],
  [
    'a note is written and is in the list of events',
    async () => {
      await sdk.upsertQubitNote({
        client,
        path: { chip_id, qid: '1' },
        body: { content: 'by a client' },
        throwOnError: true,
      });
      const { data } = await sdk.listChipNoteEvents({ client, path: { chip_id }, throwOnError: true });
      assert.equal(data.events.length, 1);
    },
  ],
  [
    'pages follow each other by the cursor',
    async () => {
      const first = await sdk.listChips({ client, query: { limit: 1 }, throwOnError: true });
      const cursor = first.data.next_cursor;
      assert.ok(cursor);
      const second = await sdk.listChips({ client, query: { limit: 1, cursor }, throwOnError: true });
      assert.notEqual(first.data.chips[0]?.chip_id, second.data.chips[0]?.chip_id);
    },
  ],
  [
    'a refusal has its status and its code, by which a program tells refusals apart',
    async () => {
      const { error, response } = await sdk.getChip({ client, path: { chip_id: 'nowhere' } });
      assert.equal(response?.status, 404);
      assert.equal(error?.code, 'not_found');
    },
  ],
  [
    'a chip is deleted with what is in it',
    async () => {
      await sdk.deleteChip({ client, path: { chip_id }, query: { force: true }, throwOnError: true });
      const { response } = await sdk.getChip({ client, path: { chip_id } });
      assert.equal(response?.status, 404);
    },
  ],
];

const say = (line: string) => process.stdout.write(`${line}\n`);
let failed = 0;
for (const [name, step] of steps)
  try {
    await step();
    say(`ok: generated TypeScript client: ${name}`);
  } catch (error) {
    failed += 1;
    say(`FAILED: generated TypeScript client: ${name}\n${inspect(error)}`);
  }
say(`${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
