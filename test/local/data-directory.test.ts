import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fiducial-data-'));
});
afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a data folder that an earlier version left open is closed to others with all that is in it', async () => {
  const folder = join(parent, 'data');
  const deep = join(folder, 'objects', 'figures');
  await mkdir(deep, { recursive: true });
  const files = [join(folder, 'dynamodb.db'), join(folder, 'search.db-wal'), join(deep, 'a.svg')];
  for (const file of files) {
    await writeFile(file, 'x');
    await chmod(file, 0o644);
  }
  for (const open of [folder, join(folder, 'objects'), deep]) await chmod(open, 0o755);
  const data = await claimDataDirectory(folder);
  for (const path of [folder, join(folder, 'objects'), deep]) expect([path, await modeOf(path)]).toEqual([path, '700']);
  for (const path of [...files, join(folder, 'lock.db')]) expect([path, await modeOf(path)]).toEqual([path, '600']);
  await data.release();
});

test('a data folder is made for its owner alone', async () => {
  const folder = join(parent, 'new');
  const data = await claimDataDirectory(folder);
  expect(await modeOf(folder)).toBe('700');
  await data.release();
});

test('a file that came into a closed data folder is closed at the next start', async () => {
  const folder = join(parent, 'data');
  await (await claimDataDirectory(folder)).release();
  const copy = join(folder, 'dynamodb.db');
  await writeFile(copy, 'x');
  await chmod(copy, 0o644);
  await (await claimDataDirectory(folder)).release();
  expect(await modeOf(copy)).toBe('600');
});
