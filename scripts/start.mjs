/*
 * `npm start`: installs what is missing, then becomes the service. It is a single process, so that a signal to npm
 * reaches the service. Runs on Node 20 and on a fresh clone, like `ensure-installed.mjs`.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

// npm may end during the installation; the service then learns that no one can stop it (`local/on-npm-exit.ts`).
process.env.FIDUCIAL_STARTED_UNDER ??= String(process.ppid);

ensureInstalled({ omitDev: true });

// As `local/process-memory.ts` does for the service: without the compiler of types this process takes 20 MB less.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../dist/compile-cache', import.meta.url));

const service = fileURLToPath(new URL('../local/main.ts', import.meta.url));
// Only Linux x64 has a Node among the packages. On a fresh clone the first start uses the system's Node.
const packaged = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const args = process.argv.slice(2);

if (!existsSync(packaged) || realpathSync(packaged) === realpathSync(process.execPath)) {
  process.argv = [process.execPath, service, ...args];
  module.enableCompileCache?.();
  await import(pathToFileURL(service).href);
} else if (typeof process.execve === 'function') {
  process.execve(packaged, [packaged, service, ...args], process.env);
} else {
  // Node 20 cannot replace itself with another program, so it forwards signals and ends with the service.
  const child = spawn(packaged, [service, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
