/*
 * `npm start`: installs what is missing, then becomes the service. One process for both, so that a signal to npm reaches the service. Runs
 * on Node 20 and on a fresh clone, as `ensure-installed.mjs` does.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

// npm may end while packages are installed: the service then learns that nobody can stop it (`local/on-npm-exit.ts`).
process.env.FIDUCIAL_STARTED_UNDER ??= String(process.ppid);

ensureInstalled({ omitDev: true });

const service = fileURLToPath(new URL('../local/main.ts', import.meta.url));
// Only Linux x64 has a Node among the packages; the first start on a fresh clone runs on the system's.
const packaged = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const args = process.argv.slice(2);

if (!existsSync(packaged) || realpathSync(packaged) === realpathSync(process.execPath)) {
  process.argv = [process.execPath, service, ...args];
  await import(pathToFileURL(service).href);
} else if (typeof process.execve === 'function') {
  process.execve(packaged, [packaged, service, ...args], process.env);
} else {
  // Node 20 cannot become another program: it hands on signals, and ends as the service ends.
  const child = spawn(packaged, [service, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
