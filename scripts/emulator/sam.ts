/**
 * `npm run sam`: deploys the stacks into an AWS emulator, as `npm run deploy:local` does, and serves the API of the synthesized
 * template by `sam local start-api`, whose functions run in Docker with the variables of the deployed ones. `-- --port 3001`
 * changes the port (rule DEPLOY-56). Without Docker or SAM it says what is missing and ends with 1.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { awsSender } from '../operations/lib/aws-requests.ts';
import { ownArchitecture, runCommand } from './lib/cdk.ts';
import { deployedFunctions } from './lib/deployed-functions.ts';
import { emulatorRegion } from './lib/ministack.ts';
import { inContainer, samArguments, samTemplate, samVariables, type Template } from './lib/sam-project.ts';
import { synthesizeTemplates } from './lib/templates.ts';

const run = promisify(execFile);

/** What SAM needs, with a command that succeeds where it is there. */
const needed = {
  'Docker (docker info)': ['docker', 'info'],
  'the SAM CLI (pip install aws-sam-cli)': ['sam', '--version'],
} as const;

async function missing(): Promise<string[]> {
  const checks = Object.entries(needed).map(async ([name, [program, ...args]]) =>
    run(program, args).then(
      () => [],
      () => [name],
    ),
  );
  return (await Promise.all(checks)).flat();
}

/** On Linux, containers reach this machine by the gateway of their network, and not its loopback. */
async function emulatorHost(): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return {};
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const { stdout } = await run('docker', ['network', 'inspect', 'bridge', '--format', format]);
  return { EMULATOR_HOST: stdout.trim() };
}

/** Serves the API of what is deployed at an endpoint, until Ctrl-C. @returns the exit code. */
async function serve(endpoint: string, port: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-sam-'));
  try {
    const templates = await synthesizeTemplates('local', folder, { architecture: ownArchitecture });
    const service = templates.find((file) => file.endsWith('service.template.json')) ?? '';
    const variables = { AWS_ENDPOINT_URL: inContainer(endpoint) };
    const template = samTemplate(JSON.parse(await readFile(service, 'utf8')) as Template, variables);
    const deployed = await deployedFunctions(awsSender(endpoint), emulatorRegion);
    const deployedValue = (name: string, description: string) =>
      deployed.findLast((each) => each.description === description)?.variables[name];
    // The paths of the code are relative to the template.
    const files = { template: join(folder, 'sam.template.json'), variables: join(folder, 'sam.env.json') };
    await writeFile(files.template, JSON.stringify(template));
    await writeFile(files.variables, JSON.stringify(samVariables(template, deployedValue)), { mode: 0o600 });
    return await runCommand('sam', samArguments(files, port), { SAM_CLI_TELEMETRY: '0' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, endpoint: { type: 'string' } },
  });
  const absent = await missing();
  if (absent.length > 0) {
    console.error(`npm run sam cannot start: it needs ${absent.join(' and ')}, which this machine does not have`);
    return 1;
  }
  if (values.endpoint) return serve(values.endpoint, Number(values.port));
  // deploy-local.ts calls this program again, with the address of its emulator in AWS_ENDPOINT_URL.
  const again = 'exec node scripts/emulator/sam.ts --port "$0" --endpoint "$AWS_ENDPOINT_URL"';
  return runCommand('node', ['scripts/emulator/deploy-local.ts', 'sh', '-c', again, values.port], await emulatorHost());
}

process.exitCode = await main();
