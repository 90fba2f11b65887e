/*
 * `npm run test:adapters [-- NAME]`: routines of Qibocal, QUAlibrate, LabOne Q and Qiskit Experiments as tasks of the Python
 * package, each with the published package in a virtual environment of its own under .cache. Where a package cannot be
 * installed, or not within the time, its tests are skipped, and the last lines say which and why. The last line is `N passed,
 * N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countPytest } from './lib/pytest.mjs';
import { findPythons, virtualEnvironment } from './lib/python.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'python/adapters');
/** Versions for which the package and what it needs are published, the preferred one first. */
const adapters = {
  qiskit: ['3.12', '3.13', '3.11'],
  qibocal: ['3.12', '3.11', '3.13'],
  qualibrate: ['3.12', '3.11'],
  laboneq: ['3.12', '3.11'],
};
/** On two quiet cores an adapter takes 45 s: 20 s to install 130 to 220 MB, and the tests. */
const installSeconds = 240;
const testSeconds = 240;
/** All installations together: a slow network ends in skipped tests. */
const installationsEndAt = Date.now() + 900_000;
const wanted = process.argv.slice(2);
const reasons = [];
const sum = { passed: 0, failed: 0, skipped: 0 };
const tests = readFileSync(join(folder, 'test_adapters.py'), 'utf8').match(/^def test_/gm).length;

const secondsLeft = () => Math.max(1, Math.min(installSeconds, Math.round((installationsEndAt - Date.now()) / 1000)));

for (const [name, supported] of Object.entries(adapters)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const pythons = findPythons(supported);
  const found = supported.flatMap((version) => pythons.find((one) => one.version === version) ?? []).at(0);
  const requirements = join(folder, `requirements-${name}.txt`);
  const { python, reason } = found
    ? virtualEnvironment({
        root,
        name: `adapter-${name}`,
        requirements,
        supported,
        found,
        installSeconds: secondsLeft(),
      })
    : { reason: `no Python ${supported.join(' or ')} is found` };
  if (!python) {
    reasons.push(`The tests of the adapter of ${name} are skipped: ${reason}`);
    sum.skipped += tests;
    continue;
  }
  console.log(`=== ${name} with Python ${found.version}`);
  // The package's own settings make it quiet.
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '-W', 'ignore::DeprecationWarning'];
  const done = spawnSync(python, [...args, join(folder, 'test_adapters.py')], {
    cwd: folder,
    encoding: 'utf8',
    timeout: testSeconds * 1000,
    env: {
      ...process.env,
      LAB_ADAPTER: name,
      PYTHONPATH: join(root, 'python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  console.log(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`);
  const counts = countPytest(done.stdout ?? '');
  for (const word of Object.keys(sum)) sum[word] += counts?.[word] ?? 0;
  if (done.status !== 0 && !counts?.failed) sum.failed += 1;
}
for (const reason of reasons) console.log(reason);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
