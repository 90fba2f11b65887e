/**
 * `npm run test:engines`: the tests of storage once more, on AWS's DynamoDB Local instead of the embedded engine; with
 * paths behind `--` those tests instead, such as `-- test/api/` (several times slower there, so not in CI).
 * Skipped with the reason where there is no JDK or Maven. The last line is `N passed, N failed, N skipped`.
 */
import { javaProblem, startDynamoDbLocal } from '#local/engine/dynamodb-local.ts';
import { thisHost } from '#local/engine/host.ts';
import { countsLine, runVitest } from './lib/vitest-counts.ts';

/** What talks to a database and nothing else; but for the walks over every crash of a run, which take many minutes there. */
const suites = [
  'test/store/',
  'test/property/store/',
  'test/local/dynamodb-local.test.ts',
  ...['runs', 'task-results'].map((folder) => `--exclude=test/store/${folder}/**`),
  // Fifty runs, of which units are counted: they follow from the sizes of the items, whatever engine has them.
  '--exclude=test/store/projection/linear.test.ts',
  // Months of samples by the thousand, which would take it a quarter of an hour; what is asked of the table is what levels ask.
  '--exclude=test/property/store/drift.property.test.ts',
  // A thousand projects to look after: what is tested is how a sweep divides its time, not what the engine answers.
  '--exclude=test/store/sweep-bounds.test.ts',
];

/** It is ten times slower than the embedded engine; what is fuzzed is the input, which meets no database. */
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
