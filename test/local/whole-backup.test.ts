import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { saveTemplateFlows } from '#local/demo/lab-flows.ts';
import { backUp, restore } from '#scripts/operations/lib/data-backup.ts';
import { restoreTable } from '#scripts/operations/lib/single-file-backup.ts';
import type { Client } from '#shared/api/client.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { startPersistentStack } from '#test/support/stack/persistent-stack.ts';

/** The answers of every file of a run, by what was asked: as digests. */
async function answersOf(client: Client): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const keep = async (name: string, asked: Promise<Blob>) => {
    const bytes = new Uint8Array(await (await asked).arrayBuffer());
    answers[name] = `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
  };
  const { executions } = await client.listExecutions({ query: {} });
  for (const { execution_id } of executions) {
    const params = { execution_id };
    answers[`snapshot of ${execution_id}`] = await client.getExecutionSnapshot({ params });
    // The instant of the read, where the index is whole.
    const { complete_until: _readAt, ...execution } = await client.getExecution({ params });
    answers[execution_id] = execution;
    const ids = execution.task.map(({ task_id }) => task_id);
    const tasks = await Promise.all(ids.map((task_id) => client.getTaskResult({ params: { task_id } })));
    const figures = tasks.flatMap(({ figure_path, json_figure_path }) => [...figure_path, ...json_figure_path]);
    for (const path of figures) await keep(path, client.getFigureByPath({ query: { path } }));
    for (const path of tasks.flatMap(({ raw_data_path }) => raw_data_path))
      await keep(path, client.downloadFile({ query: { path } }));
    await keep('zip', client.downloadFiguresAsZip({ body: { paths: figures } }));
  }
  return answers;
}

async function runEnded(client: Client): Promise<void> {
  for (;;) {
    const { executions } = await client.listExecutions({ query: {} });
    if (executions.length > 0 && executions.every(({ status }) => status === 'completed')) return;
    await sleep(50);
  }
}

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.skipIf(missingEngine)(`a backup of one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  let parent: string;
  let backup: string;
  let token: string;
  let before: Record<string, unknown>;
  let number = 0;
  let target: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'fiducial-whole-'));
    const stack = await startPersistentStack(join(parent, 'original'));
    token = await stack.login();
    const client = stack.as(token);
    await client.createChip({ body: { chip_id: 'kept', topology_id: 'linear-4' } });
    await saveTemplateFlows(client, 'kept');
    await client.executeFlow({ params: { name: 'coherence' }, body: {} });
    await runEnded(client);
    before = await answersOf(client);
    // As a kill, or a worker that is still sending, leaves it.
    const unfinished = join(parent, 'original', 'objects', '.unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'half'), 'half');
    backup = join(parent, 'backup');
    await backUp(join(parent, 'original'), backup);
    await stack.stop();
  });
  afterAll(() => rm(parent, { recursive: true }));
  beforeEach(() => {
    number += 1;
    target = join(parent, `restored-${number}`);
  });

  test('a backup holds every file of the service, and a restore makes every one of them answer the same bytes', async () => {
    expect(Object.keys(before).some((name) => name.startsWith('figures/'))).toBe(true);
    expect(Object.keys(before).some((name) => name.startsWith('raw/'))).toBe(true);
    const { fileCount } = await restore(backup, target);
    // The manifest itself is the one that is not in its list.
    expect((await filesOf(backup)).length).toBe(fileCount + 1);
    const stack = await startPersistentStack(target);
    expect(await answersOf(stack.as(token))).toEqual(before);
    await stack.stop();
  });

  test('a backup has what the streams have delivered, so that nothing is delivered again that was', async () => {
    await restore(backup, target);
    const cursors = (folder: string) => {
      const database = new DatabaseSync(join(folder, 'streams.db'), { readOnly: true });
      const rows = database.prepare('SELECT consumer, shard_id, position FROM cursors ORDER BY 1, 2').all();
      database.close();
      return rows;
    };
    expect(cursors(target).length).toBeGreaterThan(0);
    expect(cursors(target)).toEqual(cursors(backup));
  });

  const damages: [what: string, damage: (folder: string, object: string) => Promise<void>, said: RegExp][] = [
    ['lacks an object', (_, object) => rm(object), /is not whole: '.*' is missing/],
    ['has an object that is shorter', (_, object) => truncate(object, 1), /is not what it was/],
    ['has an object that is another', (_, object) => flip(object), /is not what it was/],
    ['has a file too many', (folder) => writeFile(join(folder, 'objects', 'more'), ''), /does not belong to it/],
    ['lacks its table', (folder) => rm(join(folder, 'dynamodb.db')), /'dynamodb.db' is missing/],
    ['lacks the state of the streams', (folder) => rm(join(folder, 'streams.db')), /'streams.db' is missing/],
    ['lacks its secrets', (folder) => rm(join(folder, 'secrets.json')), /'secrets.json' is missing/],
    [
      'was cut short',
      (folder) => rm(join(folder, 'manifest.json')),
      /is not a Fiducial backup, or one that was cut short/,
    ],
    [
      'has a manifest that is damaged',
      (folder) => truncate(join(folder, 'manifest.json'), 99),
      /manifest.json.* is damaged/,
    ],
  ];
  test.each(damages)('a backup that %s is refused, and nothing of it is restored', async (_, damage, said) => {
    const damaged = join(parent, `damaged-${number}`);
    await cp(backup, damaged, { recursive: true });
    const [object = ''] = await filesOf(join(damaged, 'objects'));
    await damage(damaged, object);
    await expect(restore(damaged, target)).rejects.toThrow(said);
    const left = await readdir(target).catch(() => []);
    expect(left.filter((name) => name !== 'lock.db')).toEqual([]);
  });

  test('a restore that was cut short keeps the service from starting, and can be begun again', async () => {
    await mkdir(join(target, 'restoring'), { recursive: true });
    await mkdir(join(target, 'objects'));
    await writeFile(join(target, 'objects', 'half'), 'half');
    await copyFile(join(backup, 'secrets.json'), join(target, 'secrets.json'));
    await expect(claimDataDirectory(target)).rejects.toThrow(/was interrupted, and the data is incomplete/);
    await restore(backup, target);
    expect(await readdir(target)).not.toContain('restoring');
    expect(await readdir(join(target, 'objects'))).not.toContain('half');
    await (await claimDataDirectory(target)).release();
  });

  test.each(['secrets.json', 'streams.db', 'objects'])(
    'a restore into a folder that has %s is refused',
    async (name) => {
      await cp(join(backup, name), join(target, name), { recursive: true });
      await expect(restore(backup, target)).rejects.toThrow('holds data already');
    },
  );

  test('a backup that was cut short before does not keep the next from being made', async () => {
    const next = join(parent, `next-${number}`);
    await mkdir(`${next}.part`);
    await writeFile(join(`${next}.part`, 'dynamodb.db'), 'half');
    await backUp(join(parent, 'original'), next);
    const names = async (folder: string) => (await readdir(folder)).toSorted();
    expect(await names(next)).toEqual(await names(backup));
  });

  test('a file that Fiducial 0.1.0 made is refused unless the table is said to be enough', async () => {
    const file = join(parent, 'old-backup');
    await copyFile(join(backup, 'dynamodb.db'), file);
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE fiducial_backup (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
    const insert = database.prepare('INSERT INTO fiducial_backup VALUES (?, ?)');
    const secrets = await readFile(join(backup, 'secrets.json'), 'utf8');
    for (const [name, value] of Object.entries({ format: '1', madeAt: '2026-11-01', version: '0.1.0', secrets }))
      insert.run(name, value);
    database.close();
    await expect(restoreTable(file, target, false)).rejects.toThrow(/holds no figures, raw data or snapshots/);
    expect(await readdir(target).catch(() => [])).toEqual([]);
    await restoreTable(file, target, true);
    const stack = await startPersistentStack(target);
    expect((await stack.as(token).listChips({})).chips).toHaveLength(1);
    await stack.stop();
  });
});

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(file, bytes);
}
