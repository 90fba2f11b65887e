import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEngine } from '#local/engine/engine.ts';
import { enginePackage, findEngine } from '#local/engine/engine-package.ts';
import { type Host, type Ran, thisHost } from '#local/engine/host.ts';
import { noEngineMessage } from '#local/engine/no-engine.ts';
import { UsageError } from '#local/settings.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const done: Ran = { code: 0, output: '' };
const missing: Ran = { code: 127, output: 'not found' };
const jdk: Record<string, Ran> = {
  '-version': { code: 0, output: 'openjdk version "21.0.2" 2024-01-16' },
  '--list-modules': { code: 0, output: 'java.base@21.0.2\njdk.compiler@21.0.2' },
};

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-choice-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a pretended machine has. */
interface Pretended {
  platform?: string;
  arch?: string;
  env?: Record<string, string>;
  /** What the registry gives for the engine's package; `undefined`: it cannot be reached. */
  program?: string | undefined;
  /** Whether the repository has the digests of the packages, whose program is 'a program'. */
  isPinned?: boolean;
  java?: Record<string, Ran>;
  maven?: (outputDirectory: string) => Promise<Ran>;
}

/** A machine that is pretended, and what was run on it. */
function pretend({ platform = 'darwin', arch = 'arm64', env = {}, program, isPinned = true, java, maven }: Pretended) {
  const engine = enginePackage(platform, arch);
  const ran: string[] = [];
  const host: Host = {
    platform,
    arch,
    env,
    cacheFolder: join(folder, 'cache'),
    engineDigests: isPinned && engine ? { [`${engine.name}@${engine.version}`]: digestOf('a program') } : {},
    run: async (name, args) => {
      ran.push([name, ...args].join(' '));
      if (name === 'npm') {
        const spec = args.at(-1) ?? '';
        if (program === undefined)
          return { code: 1, output: 'npm error code ENOTFOUND\nnpm error network no such host\nnpm error more' };
        await install(args[args.indexOf('--prefix') + 1] ?? '', spec, program, platform);
        return done;
      }
      if (name === 'mvn') {
        const target = args.find((text) => text.startsWith('-DoutputDirectory='))?.split('=')[1];
        if (!maven) return missing;
        return target === undefined ? done : maven(target);
      }
      return java?.[args[0] ?? ''] ?? missing;
    },
  };
  return { host, ran };
}

const digestOf = (text: string): string => `sha512-${createHash('sha512').update(text).digest('base64')}`;

/** What npm leaves behind. */
async function install(prefix: string, spec: string, program: string, platform: string): Promise<void> {
  const [name, version] = [spec.slice(0, spec.lastIndexOf('@')), spec.slice(spec.lastIndexOf('@') + 1)];
  if (!prefix.startsWith(folder) || name === '') throw new Error(`'${spec}' would be installed in '${prefix}'`);
  const target = join(prefix, 'node_modules', name);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'), program);
  const integrity = digestOf(program);
  const packages = { [`node_modules/${name}`]: { version, integrity } };
  await writeFile(join(prefix, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

const quiet = () => undefined;
const data = () => ({
  databaseFile: join(folder, 'data', 'dynamodb.db'),
  dynamodbLocalFolder: join(folder, 'data', 'dynamodb-local'),
});
const messageOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message;
};

describe("the engine's package of a platform", () => {
  test('the package of the engine has the platform in its name and the version that is locked for Linux x64', async () => {
    const lock = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
    const { version } = lock.packages['node_modules/@dynoxide/linux-x64'];
    const named = (platform: string, arch: string) => enginePackage(platform, arch)?.name;
    expect(enginePackage('linux', 'x64')).toEqual({ name: '@dynoxide/linux-x64', version, program: 'dynoxide' });
    expect(enginePackage('win32', 'x64')).toEqual({ name: '@dynoxide/win32-x64', version, program: 'dynoxide.exe' });
    expect([named('darwin', 'arm64'), named('darwin', 'x64'), named('linux', 'arm64')]).toEqual([
      '@dynoxide/darwin-arm64',
      '@dynoxide/darwin-x64',
      '@dynoxide/linux-arm64',
    ]);
    expect([named('linux', 'riscv64'), named('win32', 'arm64'), named('freebsd', 'x64')]).toEqual(
      Array(3).fill(undefined),
    );
    expect(Object.keys(lock.packages).filter((path) => path.includes('@dynoxide/'))).toEqual([
      'node_modules/@dynoxide/linux-x64',
    ]);
  });

  test.each(['darwin arm64', 'darwin x64', 'linux arm64', 'win32 x64'])(
    'the package of the engine is fetched once on %s, by name and version, and then started from where it was put',
    async (name) => {
      const [platform = '', arch = ''] = name.split(' ');
      const { host, ran } = pretend({ platform, arch, program: 'a program' });
      const said: string[] = [];
      const first = await findEngine(host, (line) => said.push(line));
      const { name: packageName, version } = enginePackage(platform, arch) ?? { name: '', version: '' };
      expect(said).toEqual([
        `Fetching the database engine for ${platform}-${arch}, once (${packageName} ${version}) ...`,
      ]);
      expect(ran).toEqual([
        expect.stringMatching(new RegExp(`^npm install .*--ignore-scripts.* ${packageName}@${version}$`)),
      ]);
      expect(await readFile((first as { program: string }).program, 'utf8')).toBe('a program');
      expect(await findEngine(host, quiet)).toEqual(first);
      expect(ran).toHaveLength(1);
    },
  );

  test('the package of the engine is not fetched where its digest is not pinned, and the ways that remain are named', async () => {
    const { host, ran } = pretend({ program: 'a program', isPinned: false });
    const said = await messageOf(openEngine(data(), host, quiet));
    expect(ran.filter((command) => command.startsWith('npm'))).toEqual([]);
    expect(said).toMatch(/- @dynoxide\/darwin-arm64 \S+ is not fetched: its digest is not pinned/);
    expect(said).not.toContain('npm install --no-save');
    expect(said).toMatch(/1\. DynamoDB Local by Java[\s\S]*2\. .*docker run [\s\S]*DYNAMODB_ENDPOINT=/);
  });

  test('the package of the engine that was fetched before its digest had to be pinned is still started', async () => {
    const first = await findEngine(pretend({ program: 'a program' }).host, quiet);
    expect(await findEngine(pretend({ isPinned: false }).host, quiet)).toEqual(first);
  });

  test('the package of the engine is not used where its digest is another than the pinned one, and nothing is kept of it', async () => {
    const { host } = pretend({ program: 'another program' });
    expect(await messageOf(findEngine(host, quiet))).toMatch(/pinned {3}sha512-\S+\n {2}fetched {2}sha512-/);
    expect(await readdir(host.cacheFolder)).toEqual([]);
  });

  test('the digests that are pinned are of the version that is locked, and that of Linux x64 is the one of the lockfile', async () => {
    const lock = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
    const { version, integrity } = lock.packages['node_modules/@dynoxide/linux-x64'];
    expect(thisHost.engineDigests).toMatchObject({ [`@dynoxide/linux-x64@${version}`]: integrity });
    expect(Object.keys(thisHost.engineDigests).filter((name) => !name.endsWith(`@${version}`))).toEqual([]);
  });

  test('the package of the engine is fetched by the npm that started the service, with its own Node', async () => {
    const env = { npm_execpath: '/opt/npm/bin/npm-cli.js', npm_node_execpath: '/opt/node' };
    const { host, ran } = pretend({ env });
    await findEngine(host, quiet);
    expect(ran).toEqual([expect.stringMatching(/^\/opt\/node \/opt\/npm\/bin\/npm-cli\.js install /)]);
  });

  test('the package of the engine is not started when its program has been changed since it was fetched', async () => {
    const { host } = pretend({ program: 'a program' });
    const { program } = (await findEngine(host, quiet)) as { program: string };
    await writeFile(program, 'another program');
    expect(await messageOf(findEngine(host, quiet))).toMatch(/is not what was fetched[\s\S]*delete the folder/);
  });

  test('the package of the engine is not started when what was remembered of it is gone or cannot be read', async () => {
    const { host } = pretend({ program: 'a program' });
    await findEngine(host, quiet);
    const record = join(
      host.cacheFolder,
      (await readdir(host.cacheFolder)).find((name) => name.endsWith('.json')) ?? '',
    );
    await writeFile(record, '{');
    expect(await messageOf(findEngine(host, quiet))).toMatch(/is damaged: delete it/);
    await rm(record);
    expect(await messageOf(findEngine(host, quiet))).toMatch(/is not what was fetched/);
  });

  test('the package of the engine is fetched again where its folder was deleted, and refused when the registry then gives another', async () => {
    const { host } = pretend({ program: 'a program' });
    const first = (await findEngine(host, quiet)) as { program: string };
    const installed = first.program.slice(0, first.program.indexOf('/node_modules/'));
    await rm(installed, { recursive: true });
    expect(await findEngine(host, quiet)).toEqual(first);
    await rm(installed, { recursive: true });
    const other = pretend({ program: 'another program' }).host;
    expect(await messageOf(findEngine(other, quiet))).toMatch(/is not the package whose digest is pinned/);
    expect(existsSync(first.program)).toBe(false);
    expect((await readdir(host.cacheFolder)).filter((name) => !name.endsWith('.json'))).toEqual([]);
    expect(await findEngine(host, quiet)).toEqual(first);
  });

  test('the package of the engine is fetched by several processes at once as if by one', async () => {
    const { host } = pretend({ program: 'a program' });
    const found = await Promise.all([1, 2, 3].map(() => findEngine(host, quiet)));
    expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1);
    expect((await readdir(host.cacheFolder)).sort()).toHaveLength(2);
  });

  test('the package of the engine of another name, version or content than asked for is not taken', async () => {
    const { host } = pretend({ program: 'a program' });
    const run: Host['run'] = async (_, args) => {
      await install(args[args.indexOf('--prefix') + 1] ?? '', '@dynoxide/darwin-arm64@9.9.9', 'a program', 'darwin');
      return done;
    };
    expect(await messageOf(findEngine({ ...host, run }, quiet))).toMatch(/installed @dynoxide\/darwin-arm64 9\.9\.9/);
    const nothing = await findEngine({ ...host, run: async () => done }, quiet);
    expect(nothing).toEqual({ problem: expect.stringMatching(/has no file dynoxide/) });
  });
});

describe('a machine without the embedded engine', () => {
  const open = (pretended: Pretended) => messageOf(openEngine(data(), pretend(pretended).host, quiet));

  test('a machine without the embedded engine says in one screen why there is no engine and which three commands give one', async () => {
    const said = await open({});
    expect(said).toMatch(/no database engine on this machine \(darwin-arm64\)/);
    expect(said).toMatch(/- @dynoxide\/darwin-arm64 \S+ could not be fetched: network no such host\n/);
    expect(said).toMatch(/- No Java was found \(there is no 'java' in PATH\)\n/);
    expect(said).toMatch(/1\. .*npm install --no-save @dynoxide\/darwin-arm64@\d/);
    expect(said).toMatch(/2\. .*brew install/);
    expect(said).toMatch(/3\. .*docker run [\s\S]*DYNAMODB_ENDPOINT=\S+ npm start$/);
    expect(said.split('\n').length).toBeLessThanOrEqual(24);
  });

  test('a machine without the embedded engine names only what its platform has', () => {
    const ways = (platform: string, arch: string) => noEngineMessage({ platform, arch, engineDigests: {} }, []);
    expect(ways('linux', 'riscv64')).not.toContain('@dynoxide');
    expect(ways('linux', 'riscv64')).toMatch(/1\. .*apt-get install/);
    expect(ways('win32', 'x64')).toMatch(/choco install[\s\S]*set DYNAMODB_ENDPOINT=\S+&& npm start$/);
    expect(ways('freebsd', 'x64')).toMatch(/1\. .*install a JDK/);
  });

  test.each([
    [
      'too old',
      { '-version': { code: 0, output: 'java version "11.0.2"' } },
      {},
      /needs Java 17 or newer; java is version 11/,
    ],
    [
      'without a compiler',
      { ...jdk, '--list-modules': { code: 0, output: 'java.base@21' } },
      {},
      /java is a Java without a compiler/,
    ],
    ['not where JAVA_HOME says', {}, { JAVA_HOME: '/opt/jdk' }, /No Java was found \(JAVA_HOME is \/opt\/jdk\)/],
    ['without Maven', jdk, {}, /Maven .* is not$/m],
  ])(
    'a machine without the embedded engine says what is wrong with a Java that is %s',
    async (_, java, env, expected) => {
      expect(await open({ java, env })).toMatch(expected);
    },
  );

  test('a machine without the embedded engine says what Maven said when it cannot fetch DynamoDB Local', async () => {
    const maven = async () => ({ code: 1, output: '[ERROR] no such artifact\nmore' });
    expect(await open({ java: jdk, maven })).toMatch(/could not be fetched by Maven: \[ERROR\] no such artifact\n/);
  });

  test('a machine without the embedded engine takes nothing of DynamoDB Local that is not pinned, and keeps none of it', async () => {
    const maven = async (target: string) => {
      await writeFile(join(target, 'other.jar'), '');
      return done;
    };
    const { host } = pretend({ java: jdk, maven });
    await expect(openEngine(data(), host, quiet)).rejects.toThrow(/missing or not pinned: .*other\.jar/);
    const pinned = async (target: string) => {
      const lines = await readFile(join(projectRoot, 'local/engine/dynamodb-local/checksums.sha256'), 'utf8');
      for (const line of lines.trim().split('\n')) await writeFile(join(target, line.split(/\s+/)[1] ?? ''), 'x');
      return done;
    };
    await expect(openEngine(data(), pretend({ java: jdk, maven: pinned }).host, quiet)).rejects.toThrow(
      /differs from its pinned checksum/,
    );
    expect(await readdir(host.cacheFolder)).toEqual([]);
  });

  test('a machine without the embedded engine does not begin anew with DynamoDB Local where the embedded engine has kept data', async () => {
    const { databaseFile } = data();
    await mkdir(join(folder, 'data'));
    await writeFile(databaseFile, '');
    const said = await open({ java: jdk });
    expect(said).toMatch(/dynamodb\.db was written by the embedded engine[\s\S]*could not be fetched/);
  });

  test('a machine stays with DynamoDB Local where that has kept data, though its package could be fetched', async () => {
    await mkdir(data().dynamodbLocalFolder, { recursive: true });
    const { host, ran } = pretend({ program: 'a program' });
    expect(await messageOf(openEngine(data(), host, quiet))).toMatch(/- No Java was found/);
    expect(ran.some((line) => line.startsWith('npm'))).toBe(false);
  });
});
