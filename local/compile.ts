import { readdir, readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadGroup } from '#functions/groups.ts';
import { hashSources } from '#local/website/build.ts';
import { groups } from '#shared/api/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// What the service and its threads load.
const sources = ['compat', 'functions', 'local', 'shared', 'simulator', 'package-lock.json'];
const programs = ['local/run.ts', 'local/runs/thread.ts', 'local/streams/thread.ts'];
const folders = ['functions/steps', 'functions/scheduled', 'functions/stream'];

/**
 * Loads everything that the service may load, so that Node keeps it compiled (rule DEPLOY-44); nothing if that was
 * done before and nothing has changed since. In a process of its own: the compiler of types takes 12 MB in each thread
 * that has once used it, until the process ends.
 */
export async function compileAll(): Promise<void> {
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  const stampFile = join(folder, 'sources.stamp');
  const stamp = await hashSources(root, sources);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  const files = (await Promise.all(folders.map((name) => filesIn(name)))).flat();
  for (const file of [...programs, ...files]) {
    // The programs of threads are compiled, and then end without the data that a thread is given. What cannot be loaded
    // fails where it is used.
    await import(pathToFileURL(join(root, file)).href).catch(() => undefined);
  }
  for (const group of groups) await loadGroup(group).catch(() => undefined);
  flushCompileCache();
  // Without the stamp, the next start does it again.
  await writeFile(stampFile, stamp).catch(() => undefined);
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}
