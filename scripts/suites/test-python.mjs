/*
 * `npm run test:python`: the Python package on the oldest and the newest Python found of those that it supports (`-- --all`: on
 * each), with a local stack; on the newest also workers that are killed, paused and cut off on the service of `npm start`, the
 * notebook on its demo, ruff, mypy, pyright, and the wheel against the one that uv builds. Tools are installed into virtual
 * environments under .cache. Where no Python is found all tests are skipped with the reason. `-- --long` kills 200 times, pauses
 * 20 times and cuts the network 20 times; `-- --disturbed` does so and nothing else. The last line is `N passed, N failed,
 * N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWheel } from '../../local/website/wheel.ts';
import { pythonWheel } from '../../shared/workers/rules/python-wheel.ts';
import { besideStack } from './lib/beside-stack.mjs';
import { countPytest } from './lib/pytest.mjs';
import { findPythons, lastLine, virtualEnvironment } from './lib/python.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'python');
const tests = join(folder, 'tests');
const supported = ['3.10', '3.11', '3.12', '3.13'];
const disturbed = join(tests, 'test_disturbed.py');
const isDisturbedAlone = process.argv.includes('--disturbed');
const isLong = isDisturbedAlone || process.argv.includes('--long');
const often = isLong ? { LAB_KILLS: '200', LAB_PAUSES: '20', LAB_CUTS: '20', LAB_GRAPHS: '1000' } : {};
const timeoutSeconds = isLong ? 7200 : 1500;
const sum = { passed: 0, failed: 0, skipped: 0 };
/** How many checks of the sources and the wheel there are. */
const sourceChecks = 6;

const testCount = () =>
  readdirSync(tests)
    .filter((name) => /^test_.*\.py$/.test(name))
    .flatMap((name) => readFileSync(join(tests, name), 'utf8').match(/^def test_/gm) ?? []).length;

function skip(reason) {
  console.log(`The tests of the Python package are skipped: ${reason}`);
  sum.skipped += testCount();
}

/** One check that passes or fails as a whole. */
function check(name, command, args, more = {}) {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 900_000, ...more });
  const ok = done.status === 0;
  if (!ok) console.log(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  sum[ok ? 'passed' : 'failed'] += 1;
  return ok;
}

/** Adds what pytest has counted. */
function count(output) {
  const counts = countPytest(output);
  for (const word of Object.keys(sum)) sum[word] += counts?.[word] ?? 0;
  return counts !== undefined;
}

async function testOn(found, workspace) {
  const requirements = join(tests, 'requirements.txt');
  const { python, reason } = virtualEnvironment({ root, name: 'python', requirements, supported, found });
  if (reason) return skip(reason);
  const wheel = join(workspace, pythonWheel);
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--force-reinstall', wheel];
  if (!check(`the wheel can be installed with Python ${found.version}`, python, install)) return undefined;
  Object.assign(process.env, { ...often, ...process.env });
  if (!isDisturbedAlone) await testWithStack(python, [`--ignore=${disturbed}`, tests], { timeoutSeconds });
  return python;
}

/** Kills and cuts have the usual window of workers; pauses are longer than theirs, which is short. */
async function testDisturbed(python) {
  const settings = { WORKER_WINDOW_SECONDS: '30' };
  await testWithStack(python, ['-k', 'not paused', disturbed], { timeoutSeconds, stack: 'started' });
  await testWithStack(python, ['-k', 'paused', disturbed], { timeoutSeconds, stack: 'started', settings });
}

/** Runs pytest with a stack, and counts its tests. */
async function testWithStack(python, args, more) {
  // The package's own settings make pytest quiet: once more, and it would not count.
  const programs = [[python, '-m', 'pytest', '-p', 'no:cacheprovider', ...args]];
  const { ok, outputs } = await besideStack({ root, programs, ...more });
  const failedBefore = sum.failed;
  if ((!count(outputs.join('')) || !ok) && sum.failed === failedBefore) sum.failed += 1;
}

function checkSources(found, workspace) {
  const requirements = join(tests, 'requirements-checks.txt');
  const { python, reason } = virtualEnvironment({ root, name: 'python-checks', requirements, supported, found });
  if (reason) {
    console.log(`The checks of the Python package are skipped: ${reason}`);
    sum.skipped += sourceChecks;
    return;
  }
  const tool = (name) => join(dirname(python), name);
  const sources = ['src', 'tests', 'examples', 'bench', 'adapters', 'notebooks'];
  check('ruff', tool('ruff'), ['check', '--no-cache', ...sources]);
  check('ruff format', tool('ruff'), ['format', '--no-cache', '--check', ...sources]);
  check('mypy', tool('mypy'), ['--cache-dir', join(workspace, 'mypy')]);
  check('pyright', tool('pyright'), ['-p', '.', '--pythonpath', python]);
  const build = (to) => ['build', '--quiet', '--wheel', '--no-build-isolation', '--python', python, '--out-dir', to];
  const [one, two] = [join(workspace, 'one'), join(workspace, 'two')];
  const built = [one, two].map((to) => spawnSync(tool('uv'), build(to), { cwd: folder, encoding: 'utf8' }));
  const failed = built.find(({ status }) => status !== 0);
  if (failed) console.log(lastLine(failed));
  const bytes = (path) => (failed ? '' : readFileSync(join(path, pythonWheel), 'base64'));
  const same = (name, ok) => {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    sum[ok ? 'passed' : 'failed'] += 1;
  };
  same('two builds of the wheel by uv are equal', !failed && bytes(one) === bytes(two));
  same('the wheel of `npm run build` is the one of uv', !failed && bytes(one) === bytes(workspace));
}

const pythons = findPythons(supported);
const oldest = pythons.at(0);
const newest = pythons.at(-1);
const workspace = mkdtempSync(join(tmpdir(), 'fiducial-python-'));
try {
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, pythonWheel), await buildWheel());
  if (!oldest || !newest) {
    skip(`no Python ${supported.join(', ')} is found`);
    sum.skipped += sourceChecks;
  } else {
    const middle = process.argv.includes('--all') ? pythons.slice(1, -1) : [];
    const isOne = isDisturbedAlone || oldest.version === newest.version;
    const chosen = isOne ? [newest] : [oldest, ...middle, newest];
    console.log(`Python ${chosen.map(({ version }) => version).join(', ')}`);
    let python;
    for (const found of chosen) python = await testOn(found, workspace);
    if (python) await testDisturbed(python);
    if (!isDisturbedAlone) {
      if (python) await testWithStack(python, [join(folder, 'notebooks')], { timeoutSeconds: 900, stack: 'demo' });
      checkSources(newest, workspace);
    }
  }
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
