/**
 * `npm run deploy:local`: deploys the stacks `data` and `service` into an AWS emulator by the CDK CLI, runs the API's
 * tests against the deployed address, uses it as `npm run smoke` does, then a day of five runs, has functions fail and replays their dead letters, deploys another version
 * over it, the first one again, and another environment beside it, and ends all. The last line is `N passed, N
 * failed, N skipped`. `-- --brief` runs the tests of the paths that cross services alone, and a smaller day, and ends with the other version;
 * `-- --environments` has all deployments and hardly a test. `-- --stay` deploys and waits for Ctrl-C; `-- <command>` deploys and runs the command, which finds
 * the API in FIDUCIAL_URL, table, secret and bucket in TABLE_NAME, SECRET_ID and BUCKET_NAME, and the variables that
 * lead AWS clients to the emulator. Uses MiniStack, or the emulator at AWS_ENDPOINT_URL. Notes are searched in a real OpenSearch where one can be
 * had (`opensearch.ts`, or OPENSEARCH_ENDPOINT), else in the table.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from '#local/website/build.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { countsLine, runVitest } from '../suites/lib/vitest-counts.ts';
import { type OpenSearchNode, startOpenSearch, Unavailable } from '../tools/opensearch.ts';
import { type Cdk, cdkAt, emulatorVariables, runCommand, type Variables } from './lib/cdk.ts';
import { type Emulator, startEmulator } from './lib/ministack.ts';
import { type Check, checkSecondDeployment, type FirstDeployment } from './lib/second-deployment.ts';
import { checkSecondEnvironment, type Neighbour } from './lib/second-environment.ts';

/** What a command or a test needs to find the deployed service. */
function variablesOf({ endpoint, url, outputs }: FirstDeployment): Variables {
  const { TableName = '', ServiceSecretArn = '', ArtifactBucketName = '' } = outputs;
  const names = { TABLE_NAME: TableName, SECRET_ID: ServiceSecretArn, BUCKET_NAME: ArtifactBucketName };
  return { ...emulatorVariables(endpoint), FIDUCIAL_URL: url, ...names };
}

/** Which tests are run, all where none is named, and the qubits and tasks of the runs of a day. */
interface Extent {
  files: readonly string[];
  day: readonly string[];
  /** Whether the first version is deployed again in the end, and another environment beside it. */
  isWhole: boolean;
}

/** Tests whose path leads through more than a function and the table: the state machine, the bucket, the stream, the secret. */
const brief: Extent = {
  isWhole: false,
  day: ['4', '5'],
  files: [
    'auth/login',
    'flows/run',
    'workers/worker-run',
    'api/schedules',
    'run-queue',
    'api/search',
    'task-results/artifacts',
  ],
};

const everything: Extent = { isWhole: true, day: ['16', '10'], files: [] };

/** What concerns deployments alone, with one test of the API. */
const environments: Extent = { isWhole: true, day: ['4', '5'], files: ['auth/login'] };

/**
 * The API's tests at the deployed address, or some of them, then a second deployment over the first; with a neighbour the first
 * version again, and that environment beside it. @returns the exit code.
 */
async function verify(
  cdk: Cdk,
  first: FirstDeployment,
  { files, day }: Extent,
  neighbour?: Neighbour,
): Promise<number> {
  // What is fuzzed is the input, which meets the same code as on one machine.
  const variables = { ...variablesOf(first), FUZZ_RUNS: '2', S3_ENDPOINT: first.endpoint };
  const counts = await runVitest(['--config', 'test/deployed/vitest.config.ts', ...files], variables);
  const used = await runCommand('node', ['test/deployed/smoke.ts'], variablesOf(first));
  const dayEnded = await runCommand('node', ['test/deployed/day.ts', ...day], variablesOf(first));
  const replayed = await runCommand('node', ['test/deployed/given-up.ts'], variablesOf(first));
  const checks = [
    { name: 'the service used as a person would', ok: used === 0 },
    { name: 'a day of five runs', ok: dayEnded === 0 },
    { name: 'what functions gave up is done by a replay', ok: replayed === 0 },
    ...(await checkDeployments(cdk, first, neighbour)),
  ];
  for (const { name, ok } of checks) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  counts.passed += checks.filter(({ ok }) => ok).length;
  counts.failed += checks.filter(({ ok }) => !ok).length;
  console.log(countsLine(counts));
  return counts.failed === 0 ? 0 : 1;
}

async function checkDeployments(cdk: Cdk, first: FirstDeployment, neighbour?: Neighbour): Promise<Check[]> {
  const over = await checkSecondDeployment(cdk, first, { isThereAndBack: neighbour !== undefined });
  return neighbour ? [...over, ...(await checkSecondEnvironment(first, neighbour))] : over;
}

/** A real OpenSearch beside the emulator, whose own domains are names alone. */
async function startSearch(): Promise<OpenSearchNode | undefined> {
  return startOpenSearch().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`Notes are searched in the table: ${error.message}`);
    return undefined;
  });
}

async function main([program, ...args]: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-deploy-'));
  const given = process.env.AWS_ENDPOINT_URL;
  // Ctrl-C reaches the children by itself; listening lets this process clean up after them.
  const interrupted = new Promise<void>((resolveSignal) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolveSignal());
  });
  let emulator: Emulator | undefined;
  let search: OpenSearchNode | undefined;
  try {
    await bundleFunctions(await functionEntries());
    if (!given) emulator = await startEmulator(folder);
    const endpoint = given ?? emulator?.endpoint ?? '';
    search = process.env.OPENSEARCH_ENDPOINT ? undefined : await startSearch();
    const openSearchEndpoint = process.env.OPENSEARCH_ENDPOINT || search?.endpoint;
    const cdk = cdkAt(endpoint, folder, { ...(openSearchEndpoint && { openSearchEndpoint }) });
    await cdk.bootstrap();
    const outputs = await cdk.deploy();
    // MiniStack serves an API below a path of its own address; others by the address that they answer.
    const urlOf = ({ ApiId, ApiUrl = '' }: Variables) =>
      emulator ? `${emulator.endpoint}/_aws/execute-api/${ApiId}` : ApiUrl;
    const url = urlOf(outputs);
    const health = await fetch(`${url}/health`);
    if (health.status !== 200) throw new Error(`GET ${url}/health answers ${health.status}: ${await health.text()}`);
    console.log(`Fiducial is deployed: ${url}`);
    const first = { endpoint, url, outputs };
    const extents: Record<string, Extent> = { '--brief': brief, '--environments': environments };
    const extent = program === undefined ? everything : extents[program];
    if (extent) {
      // Its site is part of what is synthesized, though not of what is deployed.
      if (extent.isWhole) await ensureWebBuilt((line) => console.log(line));
      const cdkWith = (settings: Variables) => cdkAt(endpoint, folder, { environment: 'dev', ...settings });
      const neighbour = { cdkWith, urlOf };
      return await verify(cdk, first, extent, extent.isWhole ? neighbour : undefined);
    }
    if (program !== undefined && program !== '--stay') return await runCommand(program, args, variablesOf(first));
    await interrupted;
    return 0;
  } finally {
    await emulator?.stop();
    await search?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
