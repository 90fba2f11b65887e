import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSources } from '#local/website/build.ts';

let directory: string;
const inside = (...names: string[]) => join(directory, ...names);
const hash = (folder = directory) => hashSources(folder, ['web', 'lock.json']);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fiducial-hash-'));
  await mkdir(inside('web', 'pages'), { recursive: true });
  await writeFile(inside('web', 'main.ts'), 'one');
  await writeFile(inside('web', 'pages', 'a.ts'), 'two');
  await writeFile(inside('lock.json'), '{}');
});
afterAll(() => rm(directory, { recursive: true }));

test('the hash of the sources follows their contents and names, and nothing else', async () => {
  const before = await hash();
  await writeFile(inside('web', 'main.ts'), 'one');
  expect(await hash()).toBe(before);

  await writeFile(inside('lock.json'), '{"changed":true}');
  const otherLock = await hash();
  expect(otherLock).not.toBe(before);

  await rename(inside('web', 'pages', 'a.ts'), inside('web', 'pages', 'b.ts'));
  expect(await hash()).not.toBe(otherLock);
});

test('the hash of the sources is the same wherever their folder is, however long its path', async () => {
  const deep = inside('a folder with a name that is longer than that of any project', 'and one below');
  await cp(inside('web'), join(deep, 'web'), { recursive: true });
  await cp(inside('lock.json'), join(deep, 'lock.json'));
  expect(await hash(deep)).toBe(await hash());
});
