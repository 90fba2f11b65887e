/*
 * `npm run test:clients -- [--all] [--seed N]`: QDash's published Python client against the local stack, then 200 reads by
 * it (1,000 with --all) of QDash with a dump and of a service that has imported the dump, drawn by the seed. The client is a
 * development tool of this test only, installed in a virtual environment under .cache. If Python or the package is
 * unavailable, the tests are skipped with the reason. The last line is `N passed, N failed, N skipped`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
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
const { all, seed } = parseArgs({
  options: { all: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
}).values;
if (reason) skip(reason);
else {
  process.env.DUMP_SEED = seed;
  process.env.DUMP_READS = all ? '1000' : '200';
  process.env.DUMP_RESULTS = all ? '2000' : '300';
  const timeoutSeconds = all ? 1800 : 240;
  const suites = [
    { stack: 'test', programs: [[python, join(folder, 'main.py')]] },
    { stack: 'dump', programs: [[python, join(folder, 'dump/main.py')]] },
  ];
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const { ok, outputs } = await besideStack({ root, timeoutSeconds, ...suite });
    const counts = /^(?<passed>[1-9]\d*) passed, (?<failed>0) failed, (?<skipped>\d+) skipped\s*$/m.exec(
      outputs.join(''),
    );
    for (const [name, count] of Object.entries(counts?.groups ?? {})) sum[name] += Number(count);
    if (ok && counts) continue;
    // It may have ended before it printed its counts.
    sum.failed += 1;
    console.error(`The tests of the published client with the stack '${suite.stack}' failed.`);
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}
