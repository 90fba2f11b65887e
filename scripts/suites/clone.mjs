/*
 * The project as a stranger has it: a clone at a path of 90 characters with a space in it. Runs on the system's Node
 * and imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const depth = 90;
const startSeconds = 600;
const ready = /^Fiducial is ready: (http:\S+)$/m;

/** Folders that a clone lacks; for a checkout without git. */
const notCloned = new Set([
  'node_modules',
  '.git',
  '.local',
  '.cache',
  '.venv',
  'dist',
  'cdk.out',
  'coverage',
  'test-results',
]);

/**
 * Copies what a clone of `root` would contain, including uncommitted changes.
 * @returns the folder to remove afterwards, and the clone in it.
 */
export function makeClone(root) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fiducial-clone-')));
  const clone = join(folder, 'the folders of another user'.padEnd(depth - folder.length, ' and more'), 'fiducial');
  mkdirSync(clone, { recursive: true });
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) {
    const filter = (path) =>
      !path
        .slice(root.length)
        .split('/')
        .some((name) => notCloned.has(name));
    cpSync(root, clone, { recursive: true, filter });
    return { folder, clone };
  }
  const names = listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  for (const name of names) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    copyFileSync(join(root, name), join(clone, name));
  }
  return { folder, clone };
}

/** Shares another checkout's packages with one that has none, through hard links if possible. */
export function sharePackages(from, to) {
  const installed = (checkout) => existsSync(join(checkout, 'node_modules', '.package-lock.json'));
  if (!installed(from) || installed(to)) return;
  const linked = spawnSync('cp', ['-al', join(from, 'node_modules'), to], { stdio: 'ignore' });
  if (linked.status !== 0) cpSync(join(from, 'node_modules'), join(to, 'node_modules'), { recursive: true });
}

/** Runs the README's first command in a clone: `npm start`, its first answers, and its end. Throws on failure. */
async function start(clone) {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: '0', SERVICE_ADMIN_PASSWORD: 'a password for a try' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let printed = '';
  const answered = new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
      process.stdout.write(chunk);
      const url = ready.exec(printed)?.[1];
      if (url) resolve(url);
    });
    child.on('close', (code) => reject(new Error(`npm start ended with ${code} before it was ready`)));
    setTimeout(() => reject(new Error(`npm start was not ready in ${startSeconds} s`)), startSeconds * 1000).unref();
  });
  try {
    const url = await answered;
    for (const path of ['/', '/health']) {
      const { status } = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
      if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

if (import.meta.main ?? process.argv[1]?.endsWith('clone.mjs')) {
  const failed = await start(process.cwd()).then(
    () => 0,
    (error) => {
      console.error(error.message);
      return 1;
    },
  );
  console.log(`${1 - failed} passed, ${failed} failed`);
  process.exitCode = failed;
}
