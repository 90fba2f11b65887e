import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/project-root.ts';

const run = promisify(execFile);
const mostBytes = 50_000_000;
const installMilliseconds = 300_000;

/** Why the last release is unavailable. */
export class NoRelease extends Error {
  override name = 'NoRelease';
}

/** A released version of Fiducial with its packages and bundles. */
export interface Release {
  version: string;
  /** Folder of its checkout. */
  folder: string;
}

/** Returns the newest dated heading of the changelog, and its version. */
async function newestHeading(): Promise<{ heading: string; version: string }> {
  const text = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const [heading, version] = /^## (\d+\.\d+\.\d+) - [\d-]+$/m.exec(text) ?? [];
  if (heading === undefined || version === undefined) throw new Error('CHANGELOG.md names no release');
  return { heading, version };
}

/** Returns the commit that added a heading to the changelog. */
async function commitOf({ heading, version }: { heading: string; version: string }): Promise<string> {
  const search = ['log', `-S${heading}`, '--format=%H', '--', 'CHANGELOG.md'];
  const { stdout } = await run('git', search, { cwd: projectRoot }).catch(() => ({ stdout: '' }));
  const commit = stdout.trim().split('\n').at(-1);
  const parents =
    commit && (await run('git', ['rev-list', '--parents', '-n', '1', commit], { cwd: projectRoot })).stdout;
  // In a shallow history the oldest commit has no parent, so everything in it would seem new.
  if (!parents || parents.trim().split(' ').length < 2)
    throw new NoRelease(`the history of this checkout does not reach back to ${version}`);
  return commit;
}

/**
 * Prepares the last release with the packages of its lockfile, once, under `.cache`.
 * @throws NoRelease if the history lacks it, or its packages are unavailable.
 */
export async function lastRelease(): Promise<Release> {
  const { heading, version } = await newestHeading();
  const commit = await commitOf({ heading, version });
  const folder = join(projectRoot, '.cache', `release-${version}-${commit.slice(0, 12)}`);
  const done = join(folder, '.installed');
  if (existsSync(done)) return { version, folder };
  // Removes the remains of an interrupted attempt.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: projectRoot, maxBuffer: mostBytes });
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  const install = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: folder, timeout: installMilliseconds, maxBuffer: mostBytes }).catch(
    (error: Error & { stderr?: string }) => {
      const last = error.stderr?.trim().split('\n').at(-1);
      throw new NoRelease(`the packages of ${version} cannot be had: ${last || error.message}`);
    },
  );
  await run('npm', ['run', 'bundle'], { cwd: folder, maxBuffer: mostBytes });
  await writeFile(done, '');
  return { version, folder };
}
