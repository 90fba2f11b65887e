/*
 * `npm run test:clients`: QDash's published Python client against the local stack. The client is a development tool of
 * this test only, installed in a virtual environment under .cache. If Python or the package is unavailable, the tests
 * are skipped with the reason. The last line is `N passed, N failed, N skipped`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { besideStack } from './lib/beside-stack.mjs';
import { virtualEnvironment } from './lib/python.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'test/clients');

function skip(reason) {
  const files = readdirSync(folder).filter((name) => name.endsWith('_test.py'));
  const count = files.flatMap(
    (name) => readFileSync(join(folder, name), 'utf8').match(/^ {4}def test_/gm) ?? [],
  ).length;
  console.log(`The tests of the published client are skipped: ${reason}`);
  console.log(`0 passed, 0 failed, ${count} skipped`);
}

const { python, reason } = virtualEnvironment({
  root,
  name: 'clients',
  requirements: join(folder, 'requirements.txt'),
  // The client's package declares >=3.11,<3.13.
  supported: ['3.12', '3.11'],
});
if (reason) skip(reason);
else {
  const programs = [[python, join(folder, 'main.py')]];
  const { ok, outputs } = await besideStack({ root, programs, timeoutSeconds: 240 });
  // It has printed its counts without a failure.
  if (!ok || !/^[1-9]\d* passed, 0 failed, \d+ skipped\s*$/m.test(outputs.join(''))) {
    console.error('The tests of the published client failed.');
    process.exitCode = 1;
  }
}
