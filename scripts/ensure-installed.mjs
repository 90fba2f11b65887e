/*
 * Installs the packages of package-lock.json if they are missing or belong to another lockfile. `npm start` and `npm
 * test` run it first, even on a fresh clone, so it imports only Node's own modules and runs on Node 20. It is not a
 * `pre` script, because npm runs none if `.npmrc` disables install scripts.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const supportedNpm = { oldest: 10, newest: 11 };
// From this version Node runs TypeScript directly. Only on Linux x64 do the packages include a Node.
const oldestOwnNode = [22, 18];

/**
 * Whether the packages under `directory` match the lockfile; for `npm start` those of `npm ci --omit=dev` suffice.
 * `how` describes what is wrong, and `complete` says whether all are present.
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
  // Installed by hand, or before this lockfile: npm's own record decides.
  const installed = parseJson(readText(join(directory, 'node_modules', '.package-lock.json')))?.packages;
  const wanted = JSON.parse(lockText).packages;
  const holds = (omit) => installed !== undefined && sameTree(wanted, installed, { omitDev: omit, platform, arch });
  const complete = holds(false);
  const current = complete || (omitDev && holds(true));
  return { current, complete, stamp, how: current ? '' : 'The installed packages are not those of package-lock.json' };
}

/** Where the hash of the installed lockfile is stored. */
export function stampPath(directory) {
  return join(directory, 'node_modules', '.fiducial-lock');
}

/** Advice for a person whose Node cannot run the project; undefined if it can. */
export function nodeProblem(platform, arch, version) {
  if (platform === 'linux' && arch === 'x64') return undefined;
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  if (major > oldestOwnNode[0] || (major === oldestOwnNode[0] && minor >= oldestOwnNode[1])) return undefined;
  return (
    `On ${platform}-${arch} Fiducial runs on the system's Node.js, which must be ${oldestOwnNode.join('.')} or newer; ` +
    `this is ${version}. Install a newer one from https://nodejs.org (only on Linux x64 a package brings its own).`
  );
}

/** Explains a failed install from npm's version and output; undefined for unknown reasons. */
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
  // An optional package is needed if it names this platform. One that names none depends on another that does.
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

/** Runs npm as it called us, or the one in PATH, with npm's own Node, since ours may be among the packages. */
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

/** Installs what is missing. On failure it ends the process with a message. */
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
  // The stamp means that all packages are present; a tree without development packages has none.
  if ((complete || !current) && readText(stampPath(root)) !== stamp) writeFileSync(stampPath(root), stamp);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureInstalled({ omitDev: false });
