/*
 * Installs the packages of package-lock.json when they are missing or are another lockfile's. Begins `npm start` and `npm test`, on a
 * fresh clone: it may import nothing but Node's own modules, and runs on Node 20. No `pre` script calls it: npm runs none where
 * `.npmrc` keeps install scripts of packages from running.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const supportedNpm = { oldest: 10, newest: 11 };
// From here on Node runs TypeScript as it is; elsewhere than on Linux x64 no package brings a Node of its own.
const oldestOwnNode = [22, 18];

/**
 * Whether the packages under `directory` are those of its lockfile; for `npm start` those of `npm ci --omit=dev` will do.
 * `how` says what is wrong with them, and `complete` whether they are all.
 */
export function inspectInstallation(
  directory,
  { omitDev = false, platform = process.platform, arch = process.arch } = {},
) {
  const lockText = readFileSync(join(directory, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update(`${platform}-${arch}\n${lockText}`).digest('hex');
  if (!existsSync(join(directory, 'node_modules')))
    return { current: false, complete: false, stamp, how: 'The packages are not installed yet' };
  if (readText(stampPath(directory)) === stamp) return { current: true, complete: true, stamp, how: '' };
  // Installed by hand, or before this lockfile: npm's own record of what it put there decides.
  const installed = parseJson(readText(join(directory, 'node_modules', '.package-lock.json')))?.packages;
  const wanted = JSON.parse(lockText).packages;
  const holds = (omit) => installed !== undefined && sameTree(wanted, installed, { omitDev: omit, platform, arch });
  const complete = holds(false);
  const current = complete || (omitDev && holds(true));
  return { current, complete, stamp, how: current ? '' : 'The installed packages are not those of package-lock.json' };
}

/** Where the hash of the lockfile that was installed is kept. */
export function stampPath(directory) {
  return join(directory, 'node_modules', '.fiducial-lock');
}

/** What a person should do when this Node cannot run the project; undefined when it can. */
export function nodeProblem(platform, arch, version) {
  if (platform === 'linux' && arch === 'x64') return undefined;
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  if (major > oldestOwnNode[0] || (major === oldestOwnNode[0] && minor >= oldestOwnNode[1])) return undefined;
  return (
    `On ${platform}-${arch} Fiducial runs on the system's Node.js, which must be ${oldestOwnNode.join('.')} or newer; ` +
    `this is ${version}. Install a newer one from https://nodejs.org (only on Linux x64 a package brings its own).`
  );
}

/** The reason for a failed install in a person's words, from npm's version and output; undefined when it is none of ours. */
export function explainFailure(npmVersion, output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return 'The package registry could not be reached. Check the network (and `npm config get registry`, `npm config get proxy`), then try again.';
  }
  const major = Number.parseInt(npmVersion, 10);
  if (major < supportedNpm.oldest)
    return `npm ${npmVersion} is too old: npm ${supportedNpm.oldest} or ${supportedNpm.newest} is needed.`;
  if (major > supportedNpm.newest)
    return `npm ${npmVersion} is newer than those tried, ${supportedNpm.oldest} and ${supportedNpm.newest}: try with \`npx npm@${supportedNpm.newest} ci\`.`;
  return undefined;
}

function sameTree(wanted, installed, { omitDev, platform, arch }) {
  const isSame = (path) => {
    const [a, b] = [wanted[path], installed[path]];
    return a !== undefined && b !== undefined && a.version === b.version && a.integrity === b.integrity;
  };
  // An optional package belongs here when it names this platform; one that names none hangs on another that does.
  const isForHere = ({ optional, devOptional, os, cpu, libc }) =>
    !(optional || devOptional) || (os?.includes(platform) && cpu?.includes(arch) && libc === undefined);
  const isOmitted = ({ dev, devOptional }) => omitDev && (dev || devOptional);
  const needed = Object.keys(wanted).filter(
    (path) => path !== '' && isForHere(wanted[path]) && !isOmitted(wanted[path]),
  );
  return needed.every(isSame) && Object.keys(installed).every(isSame);
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** npm as it called us, else the one in PATH; run by npm's own Node, since ours may be among the packages. */
function runNpm(args) {
  const script = process.env.npm_execpath;
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 };
  return script?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Installs what is missing. Ends the process with a message where that fails. */
export function ensureInstalled({ omitDev }) {
  const problem = nodeProblem(process.platform, process.arch, process.version);
  if (problem) fail(problem);
  const { current, complete, stamp, how } = inspectInstallation(root, { omitDev });
  if (!current) {
    console.log(`${how}: running npm ci, once (about a minute) ...`);
    const result = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (result.status !== 0) {
      const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim();
      const version = String(runNpm(['--version']).stdout ?? '').trim();
      fail(
        [output, 'npm ci failed, so nothing was started.', explainFailure(version, output)].filter(Boolean).join('\n'),
      );
    }
  }
  // The stamp says that all are there: a tree without development's packages has none.
  if ((complete || !current) && readText(stampPath(root)) !== stamp) writeFileSync(stampPath(root), stamp);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureInstalled({ omitDev: false });
