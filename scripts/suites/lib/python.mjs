import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* Packages of Python that are development tools of one suite: each set in a virtual environment of its own under .cache. */

const programs = ['python3.12', 'python3.11', 'python3', 'python'];
const installSeconds = 150;
const windows = process.platform === 'win32';

/** The first Python of one of these versions: its program and version. */
function findPython(supported) {
  for (const program of programs) {
    const { status, stdout } = spawnSync(program, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    const version = stdout?.trim() ?? '';
    if (status === 0 && supported.includes(version)) return { program, version };
  }
  return undefined;
}

/**
 * Makes the virtual environment of a file of requirements, or takes the one that is there for it.
 * @returns its `python`, or the `reason` for which there is none.
 */
export function virtualEnvironment({ root, name, requirements, supported }) {
  const found = findPython(supported);
  if (!found) return { reason: `no Python ${supported.join(' or ')} in PATH` };
  const { program, version } = found;
  const wanted = readFileSync(requirements, 'utf8');
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const directory = join(root, '.cache', `${name}-${version}-${digest}`);
  const python = join(directory, windows ? 'Scripts/python.exe' : 'bin/python');
  const done = join(directory, '.installed');
  if (existsSync(done)) return { python };
  rmSync(directory, { recursive: true, force: true });
  const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: installSeconds * 1000 });
  const made = run(program, ['-m', 'venv', directory]);
  if (made.status !== 0) return { reason: `${program} cannot make a virtual environment: ${lastLine(made)}` };
  const packages = wanted
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join(', ');
  console.log(`Installing ${packages} into ${directory} ...`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--timeout', '20', '--retries', '1'];
  const installed = run(python, [...pip, '--only-binary', ':all:', '--requirement', requirements]);
  if (installed.status !== 0) return { reason: `${packages} cannot be installed: ${lastLine(installed)}` };
  writeFileSync(done, '');
  return { python };
}

/** What a command said last. */
export const lastLine = ({ stderr, stdout, error }) =>
  error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').at(-1) ?? '';
