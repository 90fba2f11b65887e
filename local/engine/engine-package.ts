import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Host, runNpm } from '#local/engine/host.ts';
import { UsageError } from '#local/settings.ts';

/** The npm package of the embedded engine for a platform. */
export interface EnginePackage {
  name: string;
  /** The only version in use. */
  version: string;
  /** Path of the program in the package. */
  program: string;
}

/** Path of the engine's program, or why there is none. */
export type Found = { program: string } | { problem: string };

/** The platforms for which the engine is published. The lockfile only contains the package for Linux x64. */
const programs: Readonly<Record<string, string>> = {
  'linux-x64': 'dynoxide',
  'linux-arm64': 'dynoxide',
  'darwin-x64': 'dynoxide',
  'darwin-arm64': 'dynoxide',
  'win32-x64': 'dynoxide.exe',
};
const lockedPackage = '@dynoxide/linux-x64';

/** Record of what was fetched, for comparison at later starts. */
interface Remembered {
  package: string;
  version: string;
  /** npm's digest of the package. */
  integrity: string;
  /** Digest of the program in it. */
  sha256: string;
}

/** The engine's package for a platform; undefined if none is published. */
export function enginePackage(platform: string, arch: string): EnginePackage | undefined {
  const program = programs[`${platform}-${arch}`];
  return program === undefined ? undefined : { name: `@dynoxide/${platform}-${arch}`, version: version(), program };
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return manifest.optionalDependencies[lockedPackage] ?? '';
}

/** Finds the program of an engine's package among the project's own packages. */
export function installedProgram({ name, program }: EnginePackage): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve(`${name}/${program}`);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The digest that a fetched package must have; undefined if none is pinned. */
export const pinnedDigest = (host: Pick<Host, 'engineDigests'>, { name, version }: EnginePackage): string | undefined =>
  host.engineDigests[`${name}@${version}`];

/**
 * Finds the embedded engine's program among the project's packages. Otherwise npm fetches it at the first use, in the
 * version of the Linux x64 package, if its digest is pinned. Fetched files are checked at each start.
 * @throws UsageError if the stored files or the registry's package have another digest.
 */
export async function findEngine(host: Host, log: (line: string) => void): Promise<Found> {
  const wanted = enginePackage(host.platform, host.arch);
  if (!wanted) return { problem: `The embedded engine is not published for ${host.platform}-${host.arch}` };
  // In a test that simulates another machine, the local installation does not count.
  const isHere = host.platform === process.platform && host.arch === process.arch;
  const installed = isHere ? installedProgram(wanted) : undefined;
  if (installed !== undefined) return { program: installed };
  const folder = folderOf(host, wanted);
  const fetched = join(folder, 'node_modules', wanted.name, wanted.program);
  if (!existsSync(fetched)) {
    const problem = await fetchPackage(host, wanted, folder, log);
    if (problem !== undefined) return { problem };
  }
  await checkProgram(fetched, recordOf(folder), folder);
  return { program: fetched };
}

const folderOf = (host: Host, { version }: EnginePackage): string =>
  join(host.cacheFolder, `engine-${host.platform}-${host.arch}-${version}`);

const recordOf = (folder: string): string => `${folder}.json`;

/** Fetches the package to its folder; another process may do the same. Returns why it could not. */
async function fetchPackage(
  host: Host,
  wanted: EnginePackage,
  folder: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  const { name, version } = wanted;
  const pinned = pinnedDigest(host, wanted);
  if (pinned === undefined)
    return `${name} ${version} is not fetched: its digest is not pinned (local/engine/engine-digests.json)`;
  log(`Fetching the database engine for ${host.platform}-${host.arch}, once (${name} ${version}) ...`);
  await mkdir(host.cacheFolder, { recursive: true });
  // Remove an incomplete installation.
  await rm(folder, { recursive: true, force: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    const options = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      // By default npm retries for more than a minute without a message.
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=2000',
    ];
    const { code, output } = await runNpm(host, ['install', '--prefix', aside, ...options, `${name}@${version}`]);
    if (code !== 0) return `${name} ${version} could not be fetched: ${firstLine(output)}`;
    const program = join(aside, 'node_modules', name, wanted.program);
    if (!existsSync(program)) return `${name} ${version} has no file ${wanted.program}`;
    const integrity = await integrityOf(aside, wanted);
    if (integrity !== pinned)
      throw new UsageError(
        `${name} ${version} is not the package whose digest is pinned in local/engine/engine-digests.json:\n` +
          `  pinned   ${pinned}\n  fetched  ${integrity}\nIt was not used.`,
      );
    const found = { package: name, version, integrity, sha256: await sha256Of(program) };
    await rememberOrCompare(found, recordOf(folder), join(aside, 'record.json'));
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, 'node_modules', name, wanted.program))) throw error;
    });
    return undefined;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The first line of npm's error, without its prefix. */
const firstLine = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .find((line) => line !== '' && !line.startsWith('code ')) ?? 'npm said nothing';

/** The digest with which npm verified the package, from npm's own record. */
async function integrityOf(folder: string, { name, version }: EnginePackage): Promise<string> {
  const record = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  const entry = record.packages[`node_modules/${name}`];
  if (entry?.version !== version || !entry.integrity)
    throw new UsageError(
      `npm installed ${name} ${entry?.version ?? ''} without a digest, or not the version ${version}`,
    );
  return entry.integrity;
}

/** The first writer stores the record; any later one, in this or another process, compares. */
async function rememberOrCompare(found: Remembered, record: string, aside: string): Promise<void> {
  await writeFile(aside, `${JSON.stringify(found, null, 2)}\n`);
  await link(aside, record).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const before = await readRecord(record);
  if (before?.integrity === found.integrity && before.sha256 === found.sha256) return;
  throw new UsageError(
    `${found.package} ${found.version} differs from when it was first fetched, although a version never changes:\n` +
      `  then ${before?.integrity}\n  now  ${found.integrity}\n` +
      `It was not used. If you trust the new one, delete ${record} and start again.`,
  );
}

async function checkProgram(program: string, record: string, folder: string): Promise<void> {
  const remembered = await readRecord(record);
  if (remembered !== undefined && remembered.sha256 === (await sha256Of(program))) return;
  throw new UsageError(
    `The database engine ${program} is not what was fetched (${record} has its digest). ` +
      `It was not started. To fetch it again, delete the folder ${folder}`,
  );
}

async function readRecord(record: string): Promise<Remembered | undefined> {
  if (!existsSync(record)) return undefined;
  try {
    return JSON.parse(await readFile(record, 'utf8')) as Remembered;
  } catch {
    throw new UsageError(`${record}, the record of the database engine's digest, is damaged: delete it`);
  }
}

async function sha256Of(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
