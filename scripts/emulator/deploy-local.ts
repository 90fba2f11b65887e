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
 *
 * `-- --endpoint http://localhost:4566`, before any other argument, deploys into a LocalStack that listens there. It leaves out
 * what needs a service that this LocalStack lacks, by name, and makes the checks that are possible without it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from '#local/website/build.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { type Counts, countsLine, runVitest } from '../suites/lib/vitest-counts.ts';
import { type OpenSearchNode, startOpenSearch, Unavailable } from '../tools/opensearch.ts';
import { type Cdk, cdkAt, emulatorVariables, ownArchitecture, runCommand, type Variables } from './lib/cdk.ts';
import { findLocalStack, type LocalStack, NoLocalStack } from './lib/localstack.ts';
import { deployToLocalStack } from './lib/localstack-deployment.ts';
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
  return conclude(checks, counts);
}

/** Prints the checks and adds them to the counts. @returns the exit code. */
function conclude(checks: readonly Check[], counts: Counts): number {
  for (const { name, ok } of checks) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  counts.passed += checks.filter(({ ok }) => ok).length;
  counts.failed += checks.filter(({ ok }) => !ok).length;
  console.log(countsLine(counts));
  return counts.failed === 0 ? 0 : 1;
}

/** The HTTP API, whose requests the functions can be given directly. */
const gateway = 'apigatewayv2';

/**
 * Makes the checks of a deployment that are possible without some services: without the HTTP API alone, the service is used
 * through its functions. @returns the exit code.
 */
async function verifyWithout(lacking: readonly string[], first: FirstDeployment): Promise<number> {
  const checks = [{ name: `the stacks are deployed without ${lacking.join(', ')}`, ok: true }];
  const skipped = ["the API's tests", 'a day of five runs', 'the replay of dead letters', 'other deployments over it'];
  const used = 'the service used as a person would, by calls of its functions';
  if (lacking.some((name) => name !== gateway)) skipped.unshift(used);
  else
    checks.push({ name: used, ok: (await runCommand('node', ['test/deployed/smoke.ts'], variablesOf(first))) === 0 });
  for (const name of skipped) console.log(`skipped ${name}: needs ${lacking.join(', ')}`);
  return conclude(checks, { passed: 0, failed: 0, skipped: skipped.length });
}

async function checkDeployments(cdk: Cdk, first: FirstDeployment, neighbour?: Neighbour): Promise<Check[]> {
  const over = await checkSecondDeployment(cdk, first, { isThereAndBack: neighbour !== undefined });
  return neighbour ? [...over, ...(await checkSecondEnvironment(first, neighbour))] : over;
}

/**
 * A real OpenSearch next to the emulator, whose own domains have no content. The functions of a LocalStack run in containers,
 * which do not reach a process of this machine.
 */
async function startSearch(localStack: LocalStack | undefined): Promise<OpenSearchNode | undefined> {
  if (process.env.OPENSEARCH_ENDPOINT || localStack) return undefined;
  return startOpenSearch().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`Notes are searched in the table: ${error.message}`);
    return undefined;
  });
}

/** The LocalStack of `--endpoint`, and the other arguments. @throws NoLocalStack. */
async function readArguments(given: string[]): Promise<{ localStack?: LocalStack; args: string[] }> {
  const [option, address = '', ...args] = given;
  return option === '--endpoint' ? { localStack: await findLocalStack(address), args } : { args: given };
}

async function main(given: string[]): Promise<number> {
  const {
    localStack,
    args: [program, ...args],
  } = await readArguments(given);
  const named = localStack?.endpoint ?? process.env.AWS_ENDPOINT_URL;
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-deploy-'));
  // Ctrl-C reaches the children directly. Listening to it lets this process clean up after them.
  const interrupted = new Promise<void>((resolveSignal) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolveSignal());
  });
  let emulator: Emulator | undefined;
  let search: OpenSearchNode | undefined;
  try {
    await bundleFunctions(await functionEntries());
    if (!named) emulator = await startEmulator(folder);
    const endpoint = named ?? emulator?.endpoint ?? '';
    search = await startSearch(localStack);
    const openSearchEndpoint = process.env.OPENSEARCH_ENDPOINT || search?.endpoint;
    const architecture = localStack && { architecture: ownArchitecture };
    const cdk = cdkAt(endpoint, folder, { ...architecture, ...(openSearchEndpoint && { openSearchEndpoint }) });
    const { outputs, lacking } = await deploy(cdk, localStack);
    // MiniStack serves an API below its own address; other emulators return an address.
    const urlOf = ({ ApiId, ApiUrl = '' }: Variables) =>
      emulator ? `${emulator.endpoint}/_aws/execute-api/${ApiId}` : ApiUrl;
    const url = urlOf(outputs);
    await checkHealth(url, lacking);
    const first = { endpoint, url, outputs };
    const extents: Record<string, Extent> = { '--brief': brief, '--environments': environments };
    const extent = program === undefined ? everything : extents[program];
    if (extent && lacking.length > 0) return await verifyWithout(lacking, first);
    if (extent) {
      // The synthesis needs the site, although it is not deployed.
      if (extent.isWhole) await ensureWebBuilt((line) => console.log(line));
      const cdkWith = (settings: Variables) =>
        cdkAt(endpoint, folder, { environment: 'dev', ...architecture, ...settings });
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

/** Deploys the stacks. @returns the outputs, and the services without which they are. */
async function deploy(cdk: Cdk, localStack?: LocalStack): Promise<{ outputs: Variables; lacking: string[] }> {
  if (localStack) return deployToLocalStack(cdk, localStack);
  await cdk.bootstrap();
  return { outputs: await cdk.deploy(), lacking: [] };
}

/** Checks that the API answers, unless it was left out. */
async function checkHealth(url: string, lacking: readonly string[]): Promise<void> {
  if (url === '' && lacking.length > 0) return console.log('Fiducial is deployed without its HTTP API');
  const health = await fetch(`${url}/health`);
  if (health.status !== 200) throw new Error(`GET ${url}/health answers ${health.status}: ${await health.text()}`);
  console.log(`Fiducial is deployed: ${url}`);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof NoLocalStack)) throw error;
  console.error(error.message);
  return 1;
});
