/**
 * `npm run test:engines`: the storage tests on AWS's DynamoDB Local instead of the embedded engine; with paths after
 * `--` those tests instead, such as `-- test/api/` (several times slower, so not in CI). Skipped with the reason if
 * there is no JDK or Maven. The last line is `N passed, N failed, N skipped`.
 */
import { javaProblem, startDynamoDbLocal } from '#local/engine/dynamodb-local.ts';
import { thisHost } from '#local/engine/host.ts';
import { countsLine, runVitest } from './lib/vitest-counts.ts';

/** Tests that only talk to a database, without the walks over every crash of a run, which take many minutes there. */
const suites = [
  'test/store/',
  'test/property/store/',
  'test/local/dynamodb-local.test.ts',
  ...['runs', 'task-results'].map((folder) => `--exclude=test/store/${folder}/**`),
  // Fifty runs with counted units, which depend on item sizes and not on the engine.
  '--exclude=test/store/values/linear.test.ts',
  // Thousands of samples over months would take a quarter of an hour; the requests to the table are the same for all
  // levels.
  '--exclude=test/property/store/drift.property.test.ts',
  // A thousand projects to sweep: the test is about the sweep's time, not the engine.
  '--exclude=test/store/values/sweep-bounds.test.ts',
];

/** It is ten times slower than the embedded engine; fuzzing varies the input, which reaches no database. */
const slowEngine = { arguments: ['--testTimeout=600000', '--hookTimeout=600000'], variables: { FUZZ_RUNS: '4' } };

async function main(filters: readonly string[]): Promise<void> {
  const problem = await javaProblem(thisHost, console.log);
  if (problem !== undefined) {
    console.log(`Skipped: ${problem}.\n0 passed, 0 failed, 1 skipped`);
    return;
  }
  const engine = await startDynamoDbLocal(thisHost);
  try {
    console.log(`DynamoDB Local serves at ${engine.access.endpoint}`);
    const tests = filters.length > 0 ? filters : suites;
    const { endpoint, accessKeyId } = engine.access;
    const variables = {
      ...slowEngine.variables,
      DYNAMODB_ENDPOINT: endpoint,
      DYNAMODB_ACCESS_KEY_ID: accessKeyId,
    };
    const counts = await runVitest([...tests, ...slowEngine.arguments], variables);
    console.log(countsLine(counts));
    process.exitCode = counts.failed === 0 ? 0 : 1;
  } finally {
    await engine.stop();
  }
}

await main(process.argv.slice(2));
