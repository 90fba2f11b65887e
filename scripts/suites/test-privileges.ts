/**
 * `npm run test:privileges`: compares the rights that the functions used (table, secret, objects, runs and schedules)
 * with those of their roles, checks that no write was denied, and lists unused rights. It uses the record of a test run
 * in FIDUCIAL_RECORDED (`FIDUCIAL_RECORD=<file> npm test` creates one), or runs the API's tests to create one. The last
 * line is `N passed, N failed, N skipped`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Counts, countsLine, runVitest } from './lib/vitest-counts.ts';

const tests = [
  'test/infra/least-privilege.test.ts',
  'test/infra/denied-writes.test.ts',
  'test/infra/project-roles.test.ts',
];

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
