/**
 * Installs, starts and stops a real OpenSearch on this machine from the artifacts on Maven Central: for the search
 * tests, and for a local stack with `OPENSEARCH_ENDPOINT`. Needs Java 17 to 23 and Maven.
 *
 * `node scripts/tools/opensearch.ts` starts one on OPENSEARCH_PORT (9200) until Ctrl-C, and prints its URL.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#local/ports.ts';
import { modules, pluginDescriptor, pom, version, zipSha256 } from './opensearch-artifacts.ts';

const run = promisify(execFile);

/** Why OpenSearch is unavailable; dependent tests are skipped with this reason. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** A running OpenSearch. */
export interface OpenSearchNode {
  /** Such as `http://127.0.0.1:9200`. */
  endpoint: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** OpenSearch refuses to run as root, so it then runs as `nobody`. */
const nobodyUid = 65_534;
const startSeconds = 180;

/** Outside the project, where other checkouts find it and `nobody` may read it. */
const cache = join(process.env.OPENSEARCH_CACHE || join(tmpdir(), 'fiducial-opensearch'), version);

/** Starts a node without data. @throws Unavailable if Java, Maven or the artifacts are unavailable. */
export async function startOpenSearch(port?: number): Promise<OpenSearchNode> {
  const java = await findJava();
  const home = await install();
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-opensearch-node-'));
  const asRoot = process.getuid?.() === 0;
  const http = port ?? (await freePort());
  await writeConfiguration(folder, http, await freePort());
  if (asRoot) await changeOwner(folder);
  const child = spawn(java, javaArguments(home, folder), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot ? { uid: nobodyUid, gid: nobodyUid } : {}),
  });
  const endpoint = `http://127.0.0.1:${http}`;
  let tail = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-5_000);
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await untilHealthy(child, endpoint, () => tail).catch(async (error) => {
    await stop();
    throw error;
  });
  return { endpoint, stop };
}

async function untilHealthy(child: ChildProcess, endpoint: string, output: () => string): Promise<void> {
  for (const end = Date.now() + startSeconds * 1000; Date.now() < end; await sleep(250)) {
    if (child.exitCode !== null) throw new Error(`OpenSearch ended with ${child.exitCode}:\n${output()}`);
    const health = await fetch(`${endpoint}/_cluster/health`).catch(() => undefined);
    if (health?.ok) return;
  }
  throw new Error(`OpenSearch does not answer at ${endpoint}:\n${output()}`);
}

/** A Java for this version: Java 24 has no security manager. */
async function findJava(): Promise<string> {
  const candidates = [process.env.OPENSEARCH_JAVA_HOME, process.env.JAVA_HOME].flatMap((home) =>
    home ? [join(home, 'bin/java')] : [],
  );
  for (const java of [...candidates, 'java']) {
    const { stderr } = await run(java, ['-version']).catch(() => ({ stderr: '' }));
    const major = Number(/version "(\d+)/.exec(stderr)?.[1]);
    if (major >= 17 && major <= 23) return java;
  }
  throw new Unavailable('no Java 17 to 23 is installed');
}

/** Fetches what is not in the cache. @returns the installation folder, complete or missing. */
async function install(): Promise<string> {
  const home = join(cache, `opensearch-${version}`);
  if (existsSync(home)) return home;
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const aside = await mkdtemp(join(cache, 'install-'));
  try {
    await fetchArtifacts(aside);
    await unzip(join(aside, `opensearch-${version}.zip`), aside);
    const unpacked = join(aside, `opensearch-${version}`);
    for (const module of modules) {
      const folder = join(unpacked, 'modules', module.name);
      await cp(join(aside, module.name), folder, { recursive: true });
      await writeFile(join(folder, 'plugin-descriptor.properties'), pluginDescriptor(module));
      if (module.policy) await writeFile(join(folder, 'plugin-security.policy'), module.policy);
    }
    await run('chmod', ['-R', 'a+rX', unpacked]);
    await rename(unpacked, home).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster and has the same content.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return home;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Maven verifies its artifacts by SHA-1; the distribution must also match our checksum. */
async function fetchArtifacts(folder: string): Promise<void> {
  console.error(`Fetching OpenSearch ${version} from Maven Central ...`);
  const file = join(folder, 'pom.xml');
  await writeFile(file, pom(folder));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  await run('mvn', ['-q', '-B', '-C', '-f', file, goal], { timeout: 600_000 }).catch((error) => {
    throw new Unavailable(
      `its artifacts cannot be had by Maven: ${String(error.stdout || error.message).slice(0, 400)}`,
    );
  });
  const zip = await readFile(join(folder, `opensearch-${version}.zip`));
  const sum = createHash('sha256').update(zip).digest('hex');
  if (sum !== zipSha256) throw new Error(`opensearch-${version}.zip has the SHA-256 ${sum}, not ${zipSha256}`);
}

async function unzip(file: string, folder: string): Promise<void> {
  await run('unzip', ['-q', file, '-d', folder]).catch(() => run('python3', ['-m', 'zipfile', '-e', file, folder]));
}

async function writeConfiguration(folder: string, port: number, transportPort: number): Promise<void> {
  chmodSync(folder, 0o755);
  for (const name of ['config', 'data', 'logs', 'tmp']) await mkdir(join(folder, name));
  const settings = {
    'cluster.name': 'fiducial',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': transportPort,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'node.store.allow_mmap': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // As in the domain: creating an index without the template is an error.
    'action.auto_create_index': false,
  };
  const yaml = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(join(folder, 'config/opensearch.yml'), yaml.join(''));
  await writeFile(
    join(folder, 'config/log4j2.properties'),
    [
      'rootLogger.level = warn',
      'rootLogger.appenderRef.console.ref = console',
      'appender.console.type = Console',
      'appender.console.name = console',
      'appender.console.layout.type = PatternLayout',
      'appender.console.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n',
    ].join('\n'),
  );
}

async function changeOwner(folder: string): Promise<void> {
  await chown(folder, nobodyUid, nobodyUid);
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), nobodyUid, nobodyUid);
}

function javaArguments(home: string, folder: string): string[] {
  const heap = process.env.OPENSEARCH_HEAP || '512m';
  return [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Xss1m',
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Djna.nosys=true',
    `-Djava.io.tmpdir=${join(folder, 'tmp')}`,
    '-Djava.security.manager=allow',
    '-Dio.netty.noUnsafe=true',
    '-Dlog4j2.disable.jmx=true',
    '-Djava.locale.providers=SPI,CLDR',
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${join(folder, 'config')}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(home, 'lib/*'),
    'org.opensearch.bootstrap.OpenSearch',
  ];
}

if (import.meta.main) {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const node = await startOpenSearch(Number(process.env.OPENSEARCH_PORT || 9200));
  console.log(node.endpoint);
  await interrupted;
  await node.stop();
}
