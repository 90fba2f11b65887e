/**
 * `npm run upgrade:local`: deploys the last release, with the packages of its lockfile, into an AWS emulator and uses
 * it. Then it deploys this version over the release, the release over this version, and this version again. After each
 * step it reads all earlier data. The last line is `N passed, N failed, N skipped`; without the release's history or
 * packages everything is skipped.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClient } from '#shared/contract/client.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { countsLine } from '../suites/lib/vitest-counts.ts';
import { type Cdk, cdkAt, emulatorVariables, runCommand, type Variables } from './lib/cdk.ts';
import { type Answers, clientOf, differences, goOn, isRefused, makeWork, readAll } from './lib/kept-answers.ts';
import { lostBetween, templateOf } from './lib/kept-resources.ts';
import { lastRelease, NoRelease, type Release } from './lib/last-release.ts';
import { type Emulator, emulatorAccount, emulatorRegion, startEmulator } from './lib/ministack.ts';
import type { Check } from './lib/second-deployment.ts';

/**
 * Reads that the last release answers with 500 after the downgrade, because this version writes their data in a format
 * that the release does not know (docs/operations.md, "Upgrade"). Empty if the formats are the same.
 */
const newerForms = new Set(['chip', 'qubits', 'metrics', 'latest results']);

interface Versions {
  release: Cdk;
  present: Cdk;
  /** Assemblies of both. */
  folders: { release: string; present: string };
}

async function passwordOf(endpoint: string, SecretId = ''): Promise<string> {
  const credentials = { accessKeyId: emulatorAccount, secretAccessKey: 'emulator' };
  const client = new SecretsManagerClient({ endpoint, region: emulatorRegion, credentials });
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
  return (JSON.parse(SecretString) as { adminPassword: string }).adminPassword;
}

/** Reports what answers lack compared with earlier ones. */
function compare(
  before: Answers,
  after: Answers,
  { except = [] as readonly string[], isGrown = false } = {},
): string[] {
  return [...before].flatMap(([name, answer]) =>
    except.includes(name) ? [] : differences(answer, after.get(name), { isGrown }).map((text) => `${name}${text}`),
  );
}

function told(name: string, problems: readonly string[]): Check {
  for (const problem of problems.slice(0, 20)) console.log(`${name}: ${problem}`);
  return { name, ok: problems.length === 0 };
}

async function upgrade(emulator: Emulator, versions: Versions): Promise<Check[]> {
  const outputs = await versions.release.deploy();
  const urlOf = ({ ApiId }: Variables) => `${emulator.endpoint}/_aws/execute-api/${ApiId}`;
  const url = urlOf(outputs);
  const password = await passwordOf(emulator.endpoint, outputs.ServiceSecretArn);
  const login = (baseUrl: string) => createClient({ baseUrl }).login({ body: { username: 'admin', password } });
  const { access_token } = await login(url);
  const work = await makeWork(url, access_token);
  const read = (baseUrl: string, token = access_token) => readAll(clientOf(baseUrl, token, work.project_id), work);
  const before = await read(url);
  const refused = [...before].filter(([, answer]) => isRefused(answer, 500)).map(([name]) => name);

  const upgraded = urlOf(await versions.present.deploy());
  const { data, service } = await templatesOf(versions.folders.release);
  const lost = lostBetween({ data, service }, await templatesOf(versions.folders.present));
  const listing = { ...emulatorVariables(emulator.endpoint), TABLE_NAME: outputs.TableName ?? '' };
  const listed = await runCommand('node', ['scripts/operations/list-all.ts'], listing);
  const after = compare(before, await read(upgraded));
  const byToken = compare(before, await read(upgraded, work.apiToken), { except: ['user', 'tokens'] });
  const run = await goOn(clientOf(upgraded, access_token, work.project_id));
  const richer = await read(upgraded);

  const back = urlOf(await versions.release.deploy());
  const again = await read(back);
  const newer = [...again].filter(([, answer]) => isRefused(answer, 500)).map(([name]) => name);
  const backProblems = compare(before, again, { except: newer, isGrown: true });
  const backLogin = await login(back).then(
    () => [],
    (error: unknown) => [String(error)],
  );

  const forth = urlOf(await versions.present.deploy());
  const forthProblems = compare(richer, await read(forth));
  const { status } = await clientOf(forth, access_token, work.project_id).getExecution({
    params: { execution_id: run },
  });
  return [
    told('the release answers all that is read', refused),
    told('nothing that holds data is made anew, and nothing that is imported goes', lost),
    { name: 'the lists of administrators are filled by npm run list-all', ok: listed === 0 },
    told('upgraded, every answer says what it said', after),
    told('an API token of the release opens the same', byToken),
    told('back at the release, what was not written since is answered as before', backProblems),
    told(
      'back at the release, only what is of a newer form is refused',
      newer.filter((name) => !newerForms.has(name)),
    ),
    told('back at the release, a login is one', backLogin),
    told('upgraded again, every answer says what it said', forthProblems),
    told('a run of the upgraded version is there', status === 'completed' ? [] : [status]),
  ];
}

async function templatesOf(assembly: string) {
  const [data, service] = await Promise.all([templateOf(assembly, 'data'), templateOf(assembly, 'service')]);
  return { data, service };
}

async function check(release: Release, folder: string): Promise<Check[]> {
  const emulator = await startEmulator(folder);
  try {
    await bundleFunctions(await functionEntries());
    const folders = { release: join(folder, 'release'), present: join(folder, 'present') };
    for (const each of Object.values(folders)) await mkdir(each);
    const versions: Versions = {
      release: cdkAt(emulator.endpoint, folders.release, {}, release.folder),
      present: cdkAt(emulator.endpoint, folders.present),
      folders: { release: join(folders.release, 'assembly'), present: join(folders.present, 'assembly') },
    };
    await versions.present.bootstrap();
    return await upgrade(emulator, versions);
  } finally {
    await emulator.stop();
  }
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-upgrade-'));
  try {
    const release = await lastRelease();
    console.log(`Upgrade from ${release.version} to this version and back`);
    const checks = await check(release, folder);
    for (const { name, ok } of checks) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    const passed = checks.filter(({ ok }) => ok).length;
    console.log(countsLine({ passed, failed: checks.length - passed, skipped: 0 }));
    return passed === checks.length ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoRelease)) throw error;
    console.log(`No upgrade is tried: ${error.message}`);
    console.log(countsLine({ passed: 0, failed: 0, skipped: 1 }));
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
