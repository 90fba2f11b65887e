import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeClone, sharePackages } from '../../scripts/suites/clone.mjs';

let root: string;
const made: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fiducial-root-'));
  made.push(root);
  for (const name of ['README.md', 'shared/a.ts', 'node_modules/.package-lock.json', 'dist/web/index.html']) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), name);
  }
  await writeFile(join(root, '.gitignore'), 'node_modules/\ndist/\n');
});
afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))));

function cloned(): string {
  const { folder, clone } = makeClone(root);
  made.push(folder);
  return clone;
}

test.each(['a checkout of git', 'a folder that git does not know'])('the clone of %s has its sources', async (kind) => {
  if (kind === 'a checkout of git') expect(spawnSync('git', ['init', '--quiet'], { cwd: root }).status).toBe(0);
  const names = await readdir(cloned(), { recursive: true });
  expect(names.sort()).toEqual(['.gitignore', 'README.md', 'shared', 'shared/a.ts']);
});

test('a clone has a long path with a space in it, and no neighbouring folders', async () => {
  const clone = cloned();
  expect(clone.length).toBeGreaterThan(90);
  expect(clone).toContain(' ');
  expect(await readdir(dirname(clone))).toEqual(['fiducial']);
});

test('packages are given to a checkout that has none, and to no other', async () => {
  const clone = cloned();
  sharePackages(clone, root);
  sharePackages(root, clone);
  const file = join(clone, 'node_modules', '.package-lock.json');
  expect(existsSync(file)).toBe(true);
  await writeFile(join(root, 'node_modules', 'later'), '');
  sharePackages(root, clone);
  expect(await stat(join(clone, 'node_modules', 'later')).catch(() => undefined)).toBeUndefined();
});
