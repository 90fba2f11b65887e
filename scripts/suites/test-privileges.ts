/**
 * `npm run test:privileges`: checks the rights that the functions used, of the table, the secret, objects, runs and
 * schedules, against those that their roles have, that none of what they wrote is denied, and lists the rights that none used. Uses the
 * record of a test run named by FIDUCIAL_RECORDED (`FIDUCIAL_RECORD=<file> npm test` makes one), else makes its own by
 * running the API's tests. The last line is `N passed, N failed, N skipped`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Counts, countsLine, runVitest } from './lib/vitest-counts.ts';

const tests = ['test/infra/least-privilege.test.ts', 'test/infra/denied-writes.test.ts'];

async function main(): Promise<Counts> {
  const given = process.env.FIDUCIAL_RECORDED;
  if (given) return runVitest(tests, { FIDUCIAL_RECORDED: resolve(given) });
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-rights-'));
  const file = join(folder, 'used.jsonl');
  try {
    const { failed } = await runVitest(['--project=api'], { FIDUCIAL_RECORD: file, FUZZ_RUNS: '4' });
    const checked = await runVitest(tests, { FIDUCIAL_RECORDED: file });
    return { ...checked, failed: checked.failed + failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const counts = await main();
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
