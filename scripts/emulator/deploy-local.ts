/**
 * `npm run deploy:local`: deploys the stacks `data` and `service` into an AWS emulator with the CDK CLI. It runs the
 * API's tests against the deployed address, then `npm run smoke`, a day of five runs, failing functions and the replay
 * of their dead letters, a deployment of another version, of the first one again, and of a second environment, and then
 * removes everything. The last line is `N passed, N failed, N skipped`. `-- --brief` only runs the tests that cross
 * services and a smaller day, and ends after the other version; `-- --environments` makes all deployments with hardly
 * any test. `-- --stay` deploys and waits for Ctrl-C; `-- <command>` deploys and runs the command with the API in
 * FIDUCIAL_URL, the resources in TABLE_NAME, SECRET_ID and BUCKET_NAME, and the variables that point AWS clients to the
 * emulator. It uses MiniStack, or the emulator at AWS_ENDPOINT_URL. Notes are searched in a real OpenSearch if one is
 * available (`opensearch.ts`, or OPENSEARCH_ENDPOINT), otherwise in the table.
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

/** Variables with which a command or test finds the deployed service. */
function variablesOf({ endpoint, url, outputs }: FirstDeployment): Variables {
  const { TableName = '', ServiceSecretArn = '', ArtifactBucketName = '' } = outputs;
  const names = { TABLE_NAME: TableName, SECRET_ID: ServiceSecretArn, BUCKET_NAME: ArtifactBucketName };
  return { ...emulatorVariables(endpoint), FIDUCIAL_URL: url, ...names };
}

/** The tests to run (all if none is named), and the qubits and tasks of a day's runs. */
interface Extent {
  files: readonly string[];
  day: readonly string[];
  /** Whether to deploy the first version again at the end, and a second environment. */
  isWhole: boolean;
}

/** Tests that involve more than a function and the table: the state machine, the bucket, the stream, the secret. */
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

/** Only deployments, with one test of the API. */
const environments: Extent = { isWhole: true, day: ['4', '5'], files: ['auth/login'] };

/**
 * Runs the API's tests, or some of them, against the deployed address, then makes a second deployment over the first.
 * With a neighbour, it also deploys the first version again, and that environment. @returns the exit code.
 */
async function verify(
  cdk: Cdk,
  first: FirstDeployment,
  { files, day }: Extent,
  neighbour?: Neighbour,
): Promise<number> {
  // Fuzzing varies the input, which the same code handles on one machine.
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

/** A real OpenSearch next to the emulator, whose own domains have no content. */
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
  // Ctrl-C reaches the children directly. Listening to it lets this process clean up after them.
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
    // MiniStack serves an API below its own address; other emulators return an address.
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
      // The synthesis needs the site, although it is not deployed.
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
