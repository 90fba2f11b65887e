import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from '#local/website/compress.ts';
import { writeWheel } from '#local/website/wheel.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stampFile = join(root, 'dist', 'web.stamp');

/** Output folder of the web application. */
export const webOutput = join(root, 'dist', 'web');

// Inputs of the build: sources, shared contract and rules, build scripts, and packages.
const sources = ['web', 'shared', 'local/website', 'package-lock.json'];

/**
 * Builds the web application if its sources have changed since the last build, and the wheel of the Python package.
 * Reports a build through `log`.
 * @throws Error with the builder's own message if the build fails or `signal` ends it.
 */
export async function ensureWebBuilt(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const stamp = await hashSources(root, sources);
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  // Takes a moment only, and its sources are not the web application's.
  if (built === stamp && existsSync(join(webOutput, 'index.html'))) return writeWheel(webOutput);
  log('Building the web application (its sources have changed) ...');
  await runVite(signal);
  await compressFiles(webOutput);
  await writeWheel(webOutput);
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, stamp);
}

/** One hash over the paths below `folder` and the contents of the named files and folders. */
export async function hashSources(folder: string, names: readonly string[]): Promise<string> {
  const files = (await Promise.all(names.map((name) => listFiles(join(folder, name))))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = createHash('sha256').update(await readFile(file));
    hash.update(`${relative(folder, file)}\0${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}

async function runVite(signal: AbortSignal | undefined): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json');
  const program = join(dirname(manifest), 'bin', 'vite.js');
  const args = [program, 'build', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn'];
  // A separate process, so that the build's memory is returned.
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The web application could not be built:\n${output.join('').trim()}`);
}
