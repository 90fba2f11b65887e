/**
 * `npm run upgrade:local`: deploys the last release, with the packages of its lockfile, into an AWS emulator and uses
 * it. Then it deploys this version over the release as docs/operations.md describes: first with the release's code
 * behind the new API, as while a deployment is under way, then whole, back to the release, whole again, and at last with
 * the present forms of items. Requests go on all the time, and none may answer 500 or above. After each step it reads
 * all earlier data. The last line is `N passed, N failed, N skipped`; without the release's history or packages
 * everything is skipped.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Client, createClient } from '#shared/api/client.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { countsLine } from '../suites/lib/vitest-counts.ts';
import { type Cdk, cdkAt, emulatorVariables, runCommand, type Variables } from './lib/cdk.ts';
import { type Answers, actsIn, clientOf, differences, goOn, isRefused, makeWork, readAll } from './lib/kept-answers.ts';
import { lostBetween, templateOf } from './lib/kept-resources.ts';
import { lastRelease, NoRelease, type Release } from './lib/last-release.ts';
import { type Emulator, emulatorAccount, emulatorRegion, startEmulator } from './lib/ministack.ts';
import type { Check } from './lib/second-deployment.ts';
import { startTraffic } from './lib/traffic.ts';

/** The CDK app of a deployment that is under way. */
const mixedApp = 'node test/deployed/mixed-app.ts';

/** Acts of the traffic after each deployment, so that each meets every state. */
const actsPerStep = Number(process.env.UPGRADE_ACTS ?? 40);

interface Versions {
  release: Cdk;
  /** This version, writing items as the release reads them. */
  released: Cdk;
  /** This version, writing the present forms. */
  present: Cdk;
  /** Assemblies of the release and of this version. */
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
  const traffic = startTraffic(await actsIn(url, access_token));
  const api = clientOf(url, access_token, work.project_id);
  try {
    await traffic.more(actsPerStep);
    const step = async (deploy: Promise<Variables>): Promise<string> => {
      const address = urlOf(await deploy);
      await traffic.more(actsPerStep);
      return address;
    };
    const mixed = await step(versions.released.deploy(mixedApp));
    const meanwhile = compare(before, await read(url), { isGrown: true });
    const runs = [await goOn(api, 'mixed')];

    const first = await step(versions.released.deploy());
    const { data, service } = await templatesOf(versions.folders.release);
    const lost = lostBetween({ data, service }, await templatesOf(versions.folders.present));
    const listing = { ...emulatorVariables(emulator.endpoint), TABLE_NAME: outputs.TableName ?? '' };
    const listed = await runCommand('node', ['scripts/operations/list-all.ts'], listing);
    const after = compare(before, await read(url), { isGrown: true });
    const byToken = compare(before, await read(url, work.apiToken), { except: ['user', 'tokens'], isGrown: true });
    runs.push(await goOn(api, 'upgraded'));
    const richer = await read(url);
    const elsewhere = compare(before, await read(first), { isGrown: true });

    const back = await step(versions.release.deploy());
    const backProblems = compare(before, await read(url), { isGrown: true });
    const backRuns = await statusesOf(api, runs);
    const backLogin = await login(url).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    runs.push(await goOn(api, 'back'));

    const again = await step(versions.released.deploy());
    const forthProblems = compare(richer, await read(url), { isGrown: true });
    const written = await step(versions.present.deploy());
    runs.push(await goOn(api, 'present'));
    const present = await read(url);
    const last = await step(versions.released.deploy());
    const releasedProblems = compare(present, await read(url));
    const endRuns = await statusesOf(api, runs);
    const failures = await traffic.stop();
    console.log(`${traffic.count()} acts of traffic over six deployments`);
    return [
      told('the release answers all that is read', refused),
      told('nothing that holds data is made anew, and nothing that is imported goes', lost),
      { name: 'the address of a version stays', ok: mixed === first && again === written && written === last },
      { name: 'back at the release, its address is what it was', ok: back === url },
      told('upgraded, its own address says the same as that of the release', elsewhere),
      { name: 'the lists of administrators are filled by npm run list-all', ok: listed === 0 },
      told('while code of both runs, every answer says what it said', meanwhile),
      told('upgraded, every answer says what it said', after),
      told('an API token of the release opens the same', byToken),
      told('back at the release, every answer says what it said', backProblems),
      told('back at the release, a run of this version is read', backRuns),
      told('back at the release, a login is one', backLogin),
      told('upgraded again, every answer says what it said', forthProblems),
      told('one setting back from the present forms, every answer says what it said', releasedProblems),
      told('the runs of every step are there', endRuns),
      told('no request answers 500 or above, in any step and during any deployment', failures),
    ];
  } catch (error) {
    told('requests until then', await traffic.stop());
    throw error;
  }
}

/** Names the runs that are not completed. */
async function statusesOf(api: Client, runs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(runs.map((execution_id) => api.getExecution({ params: { execution_id } })));
  return found.flatMap(({ execution_id, status }) => (status === 'completed' ? [] : [`${execution_id} is ${status}`]));
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
    process.env.FIDUCIAL_RELEASE = release.folder;
    const versions: Versions = {
      release: cdkAt(emulator.endpoint, folders.release, {}, release.folder),
      released: cdkAt(emulator.endpoint, folders.present, { storedForms: 'released' }),
      present: cdkAt(emulator.endpoint, folders.present, { storedForms: 'present' }),
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
