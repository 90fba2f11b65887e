import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/project-root.ts';

const run = promisify(execFile);
const mostBytes = 50_000_000;
const installMilliseconds = 300_000;

/** Why the last release cannot be had here. */
export class NoRelease extends Error {
  override name = 'NoRelease';
}

/** A version of Fiducial as it was released, with its packages and the bundles of its functions. */
export interface Release {
  version: string;
  /** Its checkout. */
  folder: string;
}

/** The newest heading of the changelog that has a date, and the version in it. */
async function newestHeading(): Promise<{ heading: string; version: string }> {
  const text = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const [heading, version] = /^## (\d+\.\d+\.\d+) - [\d-]+$/m.exec(text) ?? [];
  if (heading === undefined || version === undefined) throw new Error('CHANGELOG.md names no release');
  return { heading, version };
}

/** The commit that brought a heading into the changelog. */
async function commitOf({ heading, version }: { heading: string; version: string }): Promise<string> {
  const search = ['log', `-S${heading}`, '--format=%H', '--', 'CHANGELOG.md'];
  const { stdout } = await run('git', search, { cwd: projectRoot }).catch(() => ({ stdout: '' }));
  const commit = stdout.trim().split('\n').at(-1);
  const parents =
    commit && (await run('git', ['rev-list', '--parents', '-n', '1', commit], { cwd: projectRoot })).stdout;
  // The oldest commit of a history that was cut has no parent, and is searched as if all of it were new.
  if (!parents || parents.trim().split(' ').length < 2)
    throw new NoRelease(`the history of this checkout does not reach back to ${version}`);
  return commit;
}

/**
 * The last release with its own packages, as its lockfile pins them; made once, under `.cache`.
 * @throws NoRelease where the history lacks it, or its packages cannot be had.
 */
export async function lastRelease(): Promise<Release> {
  const { heading, version } = await newestHeading();
  const commit = await commitOf({ heading, version });
  const folder = join(projectRoot, '.cache', `release-${version}-${commit.slice(0, 12)}`);
  const done = join(folder, '.installed');
  if (existsSync(done)) return { version, folder };
  // What was cut short has left behind.
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
