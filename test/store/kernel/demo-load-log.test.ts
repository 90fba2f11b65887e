import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LoadLog } from '#local/demo/load-log.ts';
import { TableCopy } from '#local/demo/table-copy.ts';
import { undoLoad } from '#local/demo/undo-load.ts';
import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { diskObjects } from '#shared/kernel/objects/disk.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let folder: string;
beforeAll(async () => {
  verbs = await startVerbs();
  folder = await mkdtemp(join(tmpdir(), 'fiducial-load-'));
});
afterAll(async () => {
  await verbs.stop();
  await rm(folder, { recursive: true });
});

const now = new Date('2026-11-22T00:00:00.000Z');
const pk = 'P#demo';
const image = (sk: string, rev: number): Image => ({ pk: { S: pk }, sk: { S: sk }, rev: { N: String(rev) } });
const put = (item: Image, client = verbs.client) =>
  client.send(new PutItemCommand({ TableName: verbs.db.tableName, Item: item }));

/** What the service has before the load, which leaves one item, changes one and deletes one. */
const before = [image('LEFT', 1), image('CHANGED', 1), image('DELETED', 1)];
const unused = { LEFT: 1, CHANGED: 1, DELETED: 1 };
const added = Array.from({ length: 250 }, (_, n) => image(`ITEM#${String(n).padStart(4, '0')}`, 1));
const figure = 'figures/demo/run-1/pack.zip';
const objects = () => diskObjects(join(folder, 'objects'));
const logFile = () => join(folder, 'demo-loading.db');

beforeEach(empty);

async function empty(): Promise<void> {
  await verbs.empty();
  await rm(logFile(), { force: true });
  for (const item of before) await put(item);
}

class Killed extends Error {}

/** A client whose process dies at its nth write: before it is carried out, or before it is answered. */
function mortal(dieAt: number, isCarriedOut: boolean): DynamoDBClient {
  let writes = 0;
  const send = async (command: { constructor: { name: string } }) => {
    if (/^(TransactWriteItems|PutItem)Command$/.test(command.constructor.name)) writes += 1;
    if (writes > dieAt || (writes === dieAt && !isCarriedOut)) throw new Killed();
    const answer = await verbs.client.send(command as never);
    if (writes === dieAt) throw new Killed();
    return answer;
  };
  return { send } as unknown as DynamoDBClient;
}

const stored = async () =>
  Object.fromEntries((await scan(verbs.db)).filter((item) => item.pk === pk).map(({ sk, rev }) => [sk, rev]));

/** A process that dies leaves its log, without the lock. */
async function load(client: DynamoDBClient): Promise<'loaded' | 'killed'> {
  const log = await LoadLog.open(logFile());
  const table = new MemoryTable();
  const isLast = ({ sk }: Image) => sk?.S === 'CHIP';
  const copy = new TableCopy({ client, tableName: verbs.db.tableName }, table, { before, isLast, log });
  const write = (items: readonly Image[]) => {
    for (const item of items) table.write(pk, item.sk?.S ?? '', item);
  };
  const settle = () => {
    for (let looks = 0; looks < 8; looks += 1) copy.look(now);
  };
  log.appendRun({ projectId: 'demo', flowRunId: 'run-1' });
  await objects().put(figure, new Uint8Array([1]), 'application/zip');
  write([...added.slice(0, 120), image('CHANGED', 2)]);
  table.write(pk, 'DELETED', undefined);
  settle();
  write([image('ITEM#0000', 2), image('CHANGED', 3)]);
  table.write(pk, 'ITEM#0001', undefined);
  settle();
  write([...added.slice(120), image('CHIP', 1)]);
  try {
    await copy.finish(now);
    await log.delete();
    return 'loaded';
  } catch (error) {
    log.close();
    if (!(error instanceof Killed)) throw error;
    return 'killed';
  }
}

const undo = (client = verbs.client) =>
  undoLoad({ client, tableName: verbs.db.tableName, objects: objects(), logFile: logFile() });

async function expectWhole(): Promise<void> {
  const { CHIP, LEFT, CHANGED, DELETED, 'ITEM#0000': again, 'ITEM#0001': gone, ...items } = await stored();
  expect([CHIP, LEFT, CHANGED, DELETED, again, gone]).toEqual([1, 1, 3, undefined, 2, undefined]);
  expect(Object.keys(items)).toHaveLength(added.length - 2);
  expect(await objects().size(figure)).toBe(1);
  expect(existsSync(logFile())).toBe(false);
}

it.each([false, true])(
  'a load that is killed at any of its writes (carried out: %s) is undone, and can then be done',
  async (isCarriedOut) => {
    const outcomes: string[] = [];
    for (let dieAt = 1; (await load(mortal(dieAt, isCarriedOut))) === 'killed'; dieAt += 1) {
      const outcome = await undo();
      outcomes.push(outcome);
      if (outcome === 'undone') {
        expect([dieAt, await stored()]).toEqual([dieAt, unused]);
        expect(await objects().size(figure)).toBeUndefined();
        expect(await load(verbs.client)).toBe('loaded');
      }
      await expectWhole();
      await empty();
    }
    await expectWhole();
    expect(outcomes.length).toBeGreaterThan(4);
    expect(outcomes.indexOf('complete')).toBe(isCarriedOut ? outcomes.length - 1 : -1);
  },
);

it('an undo that is killed at any of its writes is completed by the next one', async () => {
  for (let dieAt = 1, isKilled = true; isKilled; dieAt += 1) {
    await empty();
    expect(await load(mortal(5, true))).toBe('killed');
    isKilled = await undo(mortal(dieAt, dieAt % 2 === 0)).then(
      () => false,
      () => true,
    );
    expect(await undo()).toBe('undone');
    expect(await stored()).toEqual(unused);
  }
});

it('the undo of a load leaves what another user has written meanwhile', async () => {
  expect(await load(mortal(5, true))).toBe('killed');
  for (const item of [image('CHANGED', 9), image('OURS', 1)]) await put(item);
  expect(await undo()).toBe('undone');
  expect(await stored()).toEqual({ ...unused, CHANGED: 9, OURS: 1 });
});

it('items that keep a load from being written are those of another user, and stay', async () => {
  await put(image('ITEM#0000', 7));
  await expect(load(verbs.client)).rejects.toThrow('ConditionalCheckFailed');
  expect(await undo()).toBe('undone');
  expect(await stored()).toEqual({ ...unused, 'ITEM#0000': 7 });
});

it('anyone who opens the log of a load waits until the process before has ended', async () => {
  const first = await LoadLog.open(logFile());
  let isOpen = false;
  const second = LoadLog.open(logFile()).then((log) => {
    isOpen = true;
    return log;
  });
  first.append([{ pk, sk: 'ITEM#0000' }], false);
  expect(isOpen).toBe(false);
  first.close();
  const log = await second;
  expect(log.newest()?.writes).toEqual([{ pk, sk: 'ITEM#0000' }]);
  log.close();
});
