/** Development tools written in Python, each in its own virtual environment under `.cache`. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './project-root.ts';

const run = promisify(execFile);
const installTimeoutMilliseconds = 240_000;

/**
 * Installs what `scripts/requirements/<name>.txt` pins, unless exactly that is installed.
 * @returns the folder of its programs.
 * @throws Error with the reason if Python 3 is missing or a package is unavailable.
 */
export async function installPythonTool(name: string): Promise<string> {
  const requirements = join(projectRoot, 'scripts/requirements', `${name}.txt`);
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12);
  const folder = join(projectRoot, '.cache', `${name}-${digest}`);
  const programs = join(folder, 'bin');
  const done = join(folder, '.installed');
  if (existsSync(done)) return programs;
  // Removes an interrupted installation.
  await rm(folder, { recursive: true, force: true });
  const options = { timeout: installTimeoutMilliseconds };
  const explain = (error: Error & { stderr?: string }) => {
    const last = error.stderr?.trim().split('\n').at(-1);
    throw new Error(`${name} cannot be installed: ${last || error.message}`);
  };
  await run('python3', ['-m', 'venv', folder], options).catch(explain);
  const pip = ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', requirements];
  await run(join(programs, 'pip'), pip, options).catch(explain);
  await writeFile(done, '');
  return programs;
}
