/**
 * `npm run test:engines`: the tests of storage once more, on AWS's DynamoDB Local instead of the embedded engine; with
 * paths behind `--` those tests instead, such as `-- test/api/` (several times slower there, so not in CI).
 * Skipped with the reason where there is no JDK or Maven. The last line is `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '#local/ports.ts';
import { projectRoot } from '../tools/project-root.ts';
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const script = join(projectRoot, 'test/engines/dynamodb-local.sh');

/** Ends with this where what it needs is not to be had; see the script. */
const unavailable = 69;

/** What talks to a database and nothing else; but for the walks over every crash of a run, which take many minutes there. */
const suites = [
  'test/store/',
  'test/property/store/',
  ...['runs', 'task-results'].map((folder) => `--exclude=test/store/${folder}/**`),
  // Fifty runs, of which units are counted: they follow from the sizes of the items, whatever engine has them.
  '--exclude=test/store/projection/linear.test.ts',
  // A thousand projects to look after: what is tested is how a sweep divides its time, not what the engine answers.
  '--exclude=test/store/sweep-bounds.test.ts',
];

/** It is several times slower than the embedded engine; what is fuzzed is the input, which meets no database. */
const slowEngine = { arguments: ['--testTimeout=120000', '--hookTimeout=120000'], variables: { FUZZ_RUNS: '4' } };

/** Runs the script; its complaints go to the terminal. */
function engine(command: 'start' | 'stop', port: number) {
  const env = { ...process.env, DYNAMODB_LOCAL_PORT: String(port) };
  return spawnSync(script, [command], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

async function main(filters: readonly string[]): Promise<void> {
  const port = await freePort();
  try {
    const { status, stdout, error } = engine('start', port);
    if (status === unavailable) {
      console.log('Skipped: DynamoDB Local cannot be had here, for the reason above.\n0 passed, 0 failed, 1 skipped');
      return;
    }
    if (status !== 0) throw error ?? new Error('DynamoDB Local does not start');
    const endpoint = stdout.trim();
    console.log(`DynamoDB Local serves at ${endpoint}`);
    const tests = filters.length > 0 ? filters : suites;
    const variables = { ...slowEngine.variables, DYNAMODB_ENDPOINT: endpoint };
    const counts = await runVitest([...tests, ...slowEngine.arguments], variables);
    console.log(countsLine(counts));
    process.exitCode = counts.failed === 0 ? 0 : 1;
  } finally {
    engine('stop', port);
  }
}

await main(process.argv.slice(2));
