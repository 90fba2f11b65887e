/**
 * `npm run deploy:local [-- command args]`: deploys the stacks `data` and `service` into an AWS emulator by the CDK
 * CLI, checks that the API answers, then runs the command and ends all; without a command it stays until Ctrl-C.
 * The command finds the API's address in `FIDUCIAL_URL`, table and secret in `TABLE_NAME` and `SECRET_ID`, and the
 * variables that lead AWS clients to the emulator. Uses MiniStack, or the emulator at `AWS_ENDPOINT_URL`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundleFunctions, functionEntries } from './bundle.ts';
import { type Emulator, emulatorAccount, emulatorRegion, startEmulator } from './ministack.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const programs = join(root, 'node_modules/.bin');

/** Longest that one CDK command may take: a resource that an emulator cannot make would hang it for ever. */
const cdkTimeoutSeconds = 300;

type Variables = Record<string, string>;

/** The caller's variables without a login to a real account, `node_modules/.bin` first in PATH, and some more. */
function environment(more: Variables): NodeJS.ProcessEnv {
  const { AWS_PROFILE: _profile, AWS_SESSION_TOKEN: _token, ...own } = process.env;
  return { ...own, PATH: [programs, process.env.PATH].join(delimiter), ...more };
}

/** Runs the caller's command in the terminal. @returns its exit code, 1 when it was killed. */
async function runCommand(program: string, args: string[], variables: Variables): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: environment(variables) });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** Leads every AWS client to the emulator. */
const emulatorVariables = (endpoint: string): Variables => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: emulatorAccount,
  AWS_SECRET_ACCESS_KEY: 'emulator',
  AWS_REGION: emulatorRegion,
  CDK_DEFAULT_ACCOUNT: emulatorAccount,
  CDK_DEFAULT_REGION: emulatorRegion,
});

/** Bootstraps and deploys. @returns the outputs of the stacks by their names. @throws Error with CDK's own words. */
async function deploy(endpoint: string, folder: string): Promise<Record<string, Variables>> {
  const env = environment(emulatorVariables(endpoint));
  const outputs = join(folder, 'outputs.json');
  const common = ['--context', 'environment=local', '--output', join(folder, 'assembly')];
  const cdk = async (...args: string[]): Promise<void> => {
    console.log(`cdk ${args[0]} ...`);
    const options = { cwd: root, env, timeout: cdkTimeoutSeconds * 1000, maxBuffer: 50_000_000 };
    await execute('cdk', [...args, ...common], options).catch((error) => {
      throw new Error(`cdk ${args[0]} failed:\n${error.stdout}\n${error.stderr}`);
    });
  };
  await cdk('bootstrap', `aws://${emulatorAccount}/${emulatorRegion}`);
  await cdk('deploy', 'data', 'service', '--require-approval', 'never', '--outputs-file', outputs);
  return JSON.parse(await readFile(outputs, 'utf8'));
}

async function main(command: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-deploy-'));
  const given = process.env.AWS_ENDPOINT_URL;
  // Ctrl-C reaches the children by itself; listening lets this process clean up after them.
  const interrupted = new Promise<void>((resolveSignal) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolveSignal());
  });
  let emulator: Emulator | undefined;
  try {
    await bundleFunctions(await functionEntries());
    if (!given) emulator = await startEmulator(folder);
    const endpoint = given ?? emulator?.endpoint ?? '';
    const stacks = await deploy(endpoint, folder);
    const outputs = { ...stacks['fiducial-local-data'], ...stacks['fiducial-local-service'] };
    // MiniStack serves an API below a path of its own address; others by the address that they answer.
    const url = emulator ? `${emulator.endpoint}/_aws/execute-api/${outputs.ApiId}` : (outputs.ApiUrl ?? '');
    const health = await fetch(`${url}/health`);
    if (health.status !== 200) throw new Error(`GET ${url}/health answers ${health.status}: ${await health.text()}`);
    console.log(`Fiducial is deployed: ${url}`);
    const [program, ...args] = command;
    const { TableName = '', ServiceSecretArn = '' } = outputs;
    const deployed = { FIDUCIAL_URL: url, TABLE_NAME: TableName, SECRET_ID: ServiceSecretArn };
    if (program) return await runCommand(program, args, { ...emulatorVariables(endpoint), ...deployed });
    await interrupted;
    return 0;
  } finally {
    await emulator?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
