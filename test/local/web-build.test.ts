import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSources } from '#local/web-build.ts';

let directory: string;
const inside = (...names: string[]) => join(directory, ...names);
const hash = () => hashSources([inside('web'), inside('lock.json')]);

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
