/*
 * `npm run test:clients`: QDash's published Python client against the local stack. The client is a development tool
 * of this test alone: it is installed into a virtual environment under .cache. Where Python or the package cannot be
 * had, the tests are skipped with the reason. The last line is `N passed, N failed, N skipped`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const serve = fileURLToPath(import.meta.resolve('../../test/clients/serve.ts'));
const requirements = join(root, 'test/clients/requirements.txt');
const folder = join(root, 'test/clients');
const tests = join(folder, 'main.py');
// What the client's package declares: >=3.11,<3.13.
const pythons = ['python3.12', 'python3.11', 'python3', 'python'];
const supported = ['3.12', '3.11'];
const installSeconds = 150;
const testSeconds = 240;

const windows = process.platform === 'win32';
const text = (file) => readFileSync(file, 'utf8');

/** The first Python that the client supports: its program and version. */
function findPython() {
  for (const program of pythons) {
    const { status, stdout } = spawnSync(program, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    const version = stdout?.trim() ?? '';
    if (status === 0 && supported.includes(version)) return { program, version };
  }
  return undefined;
}

/** Makes the virtual environment, or takes the one that is there for these requirements; answers a reason if neither goes. */
function prepare({ program, version }) {
  const digest = createHash('sha256').update(text(requirements)).digest('hex').slice(0, 12);
  const directory = join(root, '.cache', `clients-${version}-${digest}`);
  const python = join(directory, windows ? 'Scripts/python.exe' : 'bin/python');
  const done = join(directory, '.installed');
  if (existsSync(done)) return { python };
  rmSync(directory, { recursive: true, force: true });
  const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: installSeconds * 1000 });
  const made = run(program, ['-m', 'venv', directory]);
  if (made.status !== 0) return { reason: `${program} cannot make a virtual environment: ${lastLine(made)}` };
  console.log(`Installing ${wanted()} into ${directory} ...`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--timeout', '20', '--retries', '1'];
  const installed = run(python, [...pip, '--only-binary', ':all:', '--requirement', requirements]);
  if (installed.status !== 0) return { reason: `${wanted()} cannot be installed: ${lastLine(installed)}` };
  writeFileSync(done, '');
  return { python };
}

const lastLine = ({ stderr, stdout, error }) =>
  error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').at(-1) ?? '';

const wanted = () =>
  text(requirements)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join(', ');

function skip(reason) {
  const files = readdirSync(folder).filter((name) => name.endsWith('_test.py'));
  const count = files.flatMap((name) => text(join(folder, name)).match(/^ {4}def test_/gm) ?? []).length;
  console.log(`The tests of the published client are skipped: ${reason}`);
  console.log(`0 passed, 0 failed, ${count} skipped`);
}

/** Runs the tests beside a stack of their own; answers whether they have counted themselves and none failed. */
async function runTests(python) {
  const stack = spawn(process.execPath, [serve], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'close');
  const [described] = await Promise.race([once(createInterface({ input: stack.stdout }), 'line'), ended]);
  if (typeof described !== 'string') return false;
  const run = spawn(python, [tests], {
    env: { ...process.env, FIDUCIAL_CLIENT_TEST: described, NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: testSeconds * 1000,
  });
  let output = '';
  run.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(run, 'close');
  stack.stdin.end();
  const [stackCode] = await ended;
  return code === 0 && stackCode === 0 && /^[1-9]\d* passed, 0 failed, \d+ skipped\s*$/m.test(output);
}

const python = findPython();
const prepared = python ? prepare(python) : { reason: `no Python ${supported.join(' or ')} in PATH` };
if (prepared.reason) skip(prepared.reason);
else if (!(await runTests(prepared.python))) {
  console.error('The tests of the published client failed.');
  process.exitCode = 1;
}
