import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';

/* Python packages that are development tools of one suite, each set in its own virtual environment under .cache. */

const programs = ['python3.12', 'python3.11', 'python3', 'python'];
const windows = process.platform === 'win32';

/** Finds the first Python of one of these versions: its program and version. */
function findPython(supported) {
  for (const program of programs) {
    const version = versionOf(program);
    if (supported.includes(version)) return { program, version };
  }
  return undefined;
}

/** Finds the Pythons of these versions, oldest first: in PATH and in pyenv. */
export function findPythons(supported) {
  const pyenv = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const installed = existsSync(pyenv) ? readdirSync(pyenv).map((name) => join(pyenv, name, 'bin', 'python')) : [];
  return supported.flatMap((version) => {
    const own = installed.filter((path) => path.includes(`${sep}${version}.`));
    const program = [`python${version}`, 'python3', 'python', ...own].find((name) => versionOf(name) === version);
    return program === undefined ? [] : [{ program, version }];
  });
}

function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
    encoding: 'utf8',
  });
  return status === 0 ? (stdout?.trim() ?? '') : '';
}

/**
 * Creates the virtual environment of a requirements file, or reuses it.
 * @param found the Python to use; by default the first of the supported versions in PATH.
 * @param installSeconds after this long an installation is given up.
 * @returns its `python`, or the `reason` why there is none.
 */
export function virtualEnvironment({
  root,
  name,
  requirements,
  supported,
  found = findPython(supported),
  installSeconds = 900,
}) {
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
    // A line may be for some versions of Python alone.
    .map((line) => line.split(';')[0])
    .join(', ');
  console.log(`Installing ${packages} into ${directory} ...`);
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-compile',
    '--disable-pip-version-check',
    '--timeout',
    '20',
    '--retries',
    '1',
  ];
  const installed = run(python, [...pip, '--only-binary', ':all:', '--requirement', requirements]);
  if (installed.status !== 0) {
    const isLate = installed.error?.code === 'ETIMEDOUT';
    const why = isLate ? `it takes more than ${installSeconds} s` : lastLine(installed);
    return { reason: `${packages} cannot be installed: ${why}` };
  }
  writeFileSync(done, '');
  return { python };
}

/** The last line of a command's output. */
export const lastLine = ({ stderr, stdout, error }) =>
  error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').at(-1) ?? '';
