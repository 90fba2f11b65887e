import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '#local/data-folder/check-database.ts';
import { run } from '#local/run.ts';
import { StreamState } from '#local/streams/state-file.ts';
import { createClient } from '#shared/api/client.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { cut, zeroPages } from '#test/support/stack/damage.ts';
import { type PersistentStack, startPersistentStack } from '#test/support/stack/persistent-stack.ts';
import { eventually } from '#test/support/stack/processes.ts';

let folder: string;
let service: PersistentStack | undefined;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-damage-'));
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

async function start(): Promise<PersistentStack> {
  service = await startPersistentStack(folder);
  return service;
}

async function stop(): Promise<void> {
  await service?.stop();
  service = undefined;
}

const owner = async (stack: PersistentStack) => stack.as(await stack.login());

async function note(stack: PersistentStack, content: string): Promise<void> {
  const api = await owner(stack);
  const params = { chip_id: 'NOTED' };
  const { etag } = await api.getChipNote({ params }).catch(() => ({ etag: undefined }));
  await api.upsertChipNote({ params, body: { content }, ...(etag && { headers: { 'if-match': etag } }) });
}

/** How many note events a search finds, once the consumers have nothing left to do. */
async function found(stack: PersistentStack, text: string): Promise<number | null> {
  await stack.streams.settle();
  return (await (await owner(stack)).searchNoteEvents({ query: { q: text } })).total;
}

const parts = async (stack: PersistentStack) => (await createClient({ baseUrl: `${stack.url}/api` }).getHealth()).parts;

describe.skipIf(missingEngine)(`damaged files of one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  test('a service with notes is there to be damaged', async () => {
    const stack = await start();
    await (await owner(stack)).createChip({ body: { chip_id: 'NOTED', size: 16 } });
    await note(stack, 'resonator drifts');
    expect(await found(stack, 'drifting')).toBe(1);
    expect(await parts(stack)).toMatchObject({
      table: { status: 'ok' },
      disk: { status: 'ok' },
      search: { status: 'ok' },
    });
  });

  test('a cut streams.db is named and begun anew, and what was not delivered yet is delivered', async () => {
    const before = await start();
    await before.streams.hold();
    await note(before, 'written while nothing was delivered');
    await stop();
    cut(file('streams.db'));

    const stack = await start();
    expect(await found(stack, 'delivered')).toBe(1);
    expect(stack.said()).toContain(`${file('streams.db')} was damaged`);
    expect(existsSync(file('streams.db.damaged'))).toBe(true);
    expect((await parts(stack)).streams).toEqual({ status: 'ok', reason: null });
    expect(await stack.streams.deadLetters()).toEqual([]);
  });

  test.each([
    ['cut', cut],
    ['overwritten with zeros', (name: string) => zeroPages(name)],
    ['no database', (name: string) => writeFileSync(name, 'x'.repeat(9000))],
  ])('a search.db that is %s is made again from the table at the start', async (_, damage) => {
    damage(file('search.db'));
    const stack = await start();
    expect(await found(stack, 'drifting')).toBe(1);
    expect(stack.said()).toContain(`${file('search.db')} is damaged`);
  });

  test('a search.db that is damaged while the service runs is made again without a restart', async () => {
    const stack = await start();
    zeroPages(file('search.db'), 0);
    await note(stack, 'after the damage');
    await eventually(async () => (await found(stack, 'damage')) === 1);
    await eventually(() => stack.said().includes(`${file('search.db')} is rebuilt`));
    expect(await found(stack, 'drifting')).toBe(1);
    expect((await parts(stack)).search).toEqual({ status: 'ok', reason: null });
    await stop();
    // The file on the disk is the new one.
    expect(await found(await start(), 'damage')).toBe(1);
  });

  test.each([
    ['is cut', cut],
    ['has zeroed pages', (name: string) => zeroPages(name, 4)],
    ['is empty', (name: string) => writeFileSync(name, '')],
  ])('a dynamodb.db that %s stops the start with a sentence that names it, and is kept', async (_, damage) => {
    const directory = await mkdtemp(join(tmpdir(), 'fiducial-table-'));
    const name = join(directory, 'dynamodb.db');
    writeFileSync(name, readFileSync(file('dynamodb.db')));
    damage(name);
    const damaged = readFileSync(name);
    const starting = run([], { PORT: '0', FIDUCIAL_DATA_DIR: directory }, new AbortController().signal);
    await expect(starting).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/dynamodb\.db is damaged \(.+\).*npm run restore/),
    });
    expect(readFileSync(name).equals(damaged)).toBe(true);
    await rm(directory, { recursive: true });
  });

  test('a large file is checked in the background, which says so and finds the damage later', async () => {
    const name = file('copy.db');
    writeFileSync(name, readFileSync(file('dynamodb.db')));
    zeroPages(name, 4);
    const lines: string[] = [];
    const { signal } = new AbortController();
    const options = { signal, log: (line: string) => lines.push(line), inProcessBytes: 0, waitMilliseconds: 0 };
    const { problem, later } = await checkDatabase(name, options);
    expect(problem).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('checked in the background')]);
    expect(await later).toMatch(/malformed|page/);
  });
});

test('a streams.db that is deleted while it is open is begun anew, with the positions of the consumers and a word', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'fiducial-state-'));
  const name = join(directory, 'streams.db');
  const notices: string[] = [];
  const position = { consumer: 'project', streamArn: 'arn', shardId: 'shard' };
  const other = { ...position, consumer: 'search' };
  const state = new StreamState(name, (notice) => notices.push(notice));
  state.moveCursor(position, { after: '41' });
  state.moveCursor(other, { after: '40' });
  for (const file of await readdir(directory)) await rm(join(directory, file));
  state.moveCursor(position, { after: '42' });
  state.close();
  expect(notices).toEqual([expect.stringContaining(`${name} was deleted`)]);
  const again = new StreamState(name);
  expect([again.cursor(position), again.cursor(other)]).toEqual([{ after: '42' }, { after: '40' }]);
  again.close();
  await rm(directory, { recursive: true });
});

test('a streams.db that is damaged while it is open keeps the positions of the consumers', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'fiducial-state-'));
  const name = join(directory, 'streams.db');
  const notices: string[] = [];
  const position = { consumer: 'project', streamArn: 'arn', shardId: 'shard' };
  const state = new StreamState(name, (notice) => notices.push(notice));
  state.moveCursor(position, { after: '41' });
  zeroPages(name, 0);
  state.moveCursor(position, { after: '42' });
  expect(state.deadLetters()).toEqual([]);
  state.close();
  expect(notices).toEqual([expect.stringContaining(`${name} was damaged`)]);
  const again = new StreamState(name);
  expect(again.cursor(position)).toEqual({ after: '42' });
  again.close();
  await rm(directory, { recursive: true });
});
