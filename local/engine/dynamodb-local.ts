import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerAccess } from '#local/engine/access.ts';
import { type GuardedProcess, spawnGuarded } from '#local/engine/guard.ts';
import type { Host } from '#local/engine/host.ts';
import { freePort } from '#local/ports.ts';

/*
 * AWS's DynamoDB Local, on 127.0.0.1 only: a fallback where the embedded engine is unavailable, and a second opinion on
 * its answers (`npm run test:engines`).
 */

/** Its parts: what Maven fetches, with a digest of every file, and how it is started. */
const parts = fileURLToPath(new URL('dynamodb-local', import.meta.url));
const pom = join(parts, 'pom.xml');
const checksums = join(parts, 'checksums.sha256');
const server = join(parts, 'LoopbackServer.java');

const oldestJava = 17;
const mavenPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const defaultHeap = '512m';

/** Whether it is in the cache already. */
export const isFetched = (host: Pick<Host, 'cacheFolder'>): boolean => existsSync(libraries(host));

/** Returns why DynamoDB Local cannot start here, or undefined. The first use fetches it. */
export async function javaProblem(host: Host, log: (line: string) => void): Promise<string | undefined> {
  const java = await findJava(host);
  if ('problem' in java) return java.problem;
  if (isFetched(host)) return undefined;
  if ((await host.run('mvn', ['--version'])).code !== 0)
    return "Java is installed, but Maven ('mvn'), which fetches DynamoDB Local, is not";
  log('Fetching DynamoDB Local, once ...');
  return fetchLibraries(host);
}

/**
 * Starts it on a free port. It answers only requests with the access key of this start. It is ready when this resolves,
 * and ends with this process in any case.
 * @param folder where it keeps its data; in memory if absent.
 */
export async function startDynamoDbLocal(
  host: Host,
  folder?: string,
): Promise<GuardedProcess & { access: ServerAccess & { accessKeyId: string } }> {
  const java = await findJava(host);
  if ('problem' in java) throw new Error(java.problem);
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const library = libraries(host);
  const command = [
    java.program,
    `-Xmx${host.env.DYNAMODB_LOCAL_HEAP || defaultHeap}`,
    ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
    `-Dsqlite4java.library.path=${library}`,
    ...['-cp', join(library, '*')],
    ...[server, String(port), ...(folder === undefined ? [] : [folder])],
  ];
  const accessKeyId = randomBytes(32).toString('hex');
  const process = await spawnGuarded(command, (line) => line === 'DynamoDB Local listens', {
    env: { DYNAMODB_ACCESS_KEY_ID: accessKeyId },
  });
  return { access: { endpoint: `http://127.0.0.1:${port}`, accessKeyId }, ...process };
}

/** Finds a Java that can compile and run the server: that of JAVA_HOME, else the one in PATH. */
async function findJava({ env, platform, run }: Host): Promise<{ program: string } | { problem: string }> {
  const home = env.JAVA_HOME;
  const program = home ? join(home, 'bin', platform === 'win32' ? 'java.exe' : 'java') : 'java';
  const { code, output } = await run(program, ['-version']);
  // The `java` of macOS may only tell where to download one.
  if (code !== 0)
    return { problem: `No Java was found (${home ? `JAVA_HOME is ${home}` : "there is no 'java' in PATH"})` };
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (version < oldestJava)
    return { problem: `DynamoDB Local needs Java ${oldestJava} or newer; ${program} is version ${version}` };
  const modules = await run(program, ['--list-modules']);
  return /^jdk\.compiler\b/m.test(modules.output)
    ? { program }
    : { problem: `DynamoDB Local needs a JDK; ${program} is a Java without a compiler` };
}

/** One folder per version of the parts, so that a change of them causes a new installation. */
function libraries({ cacheFolder }: Pick<Host, 'cacheFolder'>): string {
  const digest = createHash('sha256');
  for (const file of [pom, checksums]) digest.update(readFileSync(file));
  return join(cacheFolder, `dynamodb-local-${digest.digest('hex').slice(0, 12)}`);
}

/** Fetches exactly the files that are pinned by digest. Returns why it could not; a wrong digest is an error. */
async function fetchLibraries(host: Host): Promise<string | undefined> {
  const folder = libraries(host);
  await mkdir(host.cacheFolder, { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    const options = ['-q', '-B', '-Dstyle.color=never', '--strict-checksums', '-f', pom];
    const { code, output } = await host.run('mvn', [
      ...options,
      mavenPlugin,
      '-DincludeScope=runtime',
      `-DoutputDirectory=${aside}`,
    ]);
    if (code !== 0) return `DynamoDB Local could not be fetched by Maven: ${output.split('\n')[0]}`;
    await checkLibraries(aside);
    await rename(aside, folder).catch((error: unknown) => {
      // Another process has fetched it in the meantime.
      if (!existsSync(folder)) throw error;
    });
    return undefined;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/**
 * @throws Error if a file is missing, differs from its digest, or is not pinned.
 */
async function checkLibraries(folder: string): Promise<void> {
  const lines = (await readFile(checksums, 'utf8')).trim().split('\n');
  const pinned = new Map(lines.map((line) => line.split(/\s+/)).map(([sha256 = '', name = '']) => [name, sha256]));
  const found = readdirSync(folder);
  const odd = [...new Set([...pinned.keys(), ...found])].filter((name) => !pinned.has(name) || !found.includes(name));
  if (odd.length > 0) throw new Error(`These files of DynamoDB Local are missing or not pinned: ${odd.join(', ')}`);
  for (const [name, sha256] of pinned) {
    const digest = createHash('sha256').update(await readFile(join(folder, name)));
    if (digest.digest('hex') !== sha256) throw new Error(`${name} of DynamoDB Local differs from its pinned checksum`);
  }
}
