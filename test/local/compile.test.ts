import { execFile } from 'node:child_process';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

let folder: string;
let scripts: string;
beforeAll(async () => {
  folder = await makeScratch('fiducial-compiled-');
  scripts = await makeScratch('fiducial-loader-');
});
afterAll(() => Promise.all([folder, scripts].map((path) => rm(path, { recursive: true }))));

const inService = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  });

/** When each file of the cache was written. */
async function compiled(): Promise<Map<string, number>> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const));
  return new Map(found);
}

test('what the service and its threads load is compiled once, before it starts', async () => {
  const loader = join(scripts, 'load.mjs');
  await writeFile(loader, 'for (const file of process.argv.slice(2)) await import(file).catch(() => undefined);');
  const load = (...files: string[]) => inService([loader, ...files.map((file) => join(projectRoot, file))]);
  await inService(['local/service.ts', '--compile-only']);
  await load();
  const first = await compiled();
  await inService(['local/service.ts', '--compile-only']);
  // A process adds to the cache what it finds nowhere: these add nothing, and the last one does.
  await load('local/run.ts', 'local/runs/thread.ts', 'functions/steps/run-slice.ts');
  await load('functions/http/group.ts', 'functions/values/metrics.ts', 'compat/qdash/handlers/metrics.ts');
  expect(await compiled()).toEqual(first);
  await load('test/support/stack/processes.ts');
  expect((await compiled()).size).toBeGreaterThan(first.size);
});
