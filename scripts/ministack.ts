/** Installs, starts and stops MiniStack, the AWS emulator into which `deploy-local.ts` deploys. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const version = '1.5.33';
const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

/** Account and region of everything in the emulator. */
export const emulatorAccount = '000000000000';
export const emulatorRegion = 'eu-central-1';

/** A running emulator. */
export interface Emulator {
  /** Address of all its services, such as `http://127.0.0.1:4566`. */
  endpoint: string;
  /** Ends it and the functions that it runs; returns when it has ended. */
  stop(): Promise<void>;
}

/**
 * Installs the pinned version into a virtual environment under `.cache` unless it is there.
 * @returns the path of its program.
 * @throws Error when Python 3 is missing or the package cannot be had.
 */
async function install(): Promise<string> {
  const folder = join(root, '.cache', `ministack-${version}`);
  const program = join(folder, 'bin/ministack');
  if (existsSync(program)) return program;
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', `ministack==${version}`]);
  return program;
}

/** Only what a program needs: the emulator hands its own variables on to every function. */
function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter), HOME: process.env.HOME };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

async function waitUntilReady(child: ChildProcess, endpoint: string, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) throw new Error(`MiniStack ended with ${child.exitCode}:\n${output()}`);
    if (await answers(endpoint)) return;
    await sleep(200);
  }
  throw new Error(`MiniStack does not answer at ${endpoint}:\n${output()}`);
}

/**
 * Starts a fresh emulator on a free port of the loopback interface; it keeps nothing from run to run.
 * @param folder where it may put the code of the functions; the caller removes it.
 */
export async function startEmulator(folder: string): Promise<Emulator> {
  const program = await install();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(program, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      MINISTACK_REGION: emulatorRegion,
      MINISTACK_ACCOUNT_ID: emulatorAccount,
      NODE_PATH: join(root, 'node_modules'),
    },
  });
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-10_000);
    });
  }
  const ended = new Promise<void>((resolveEnded) => child.once('exit', () => resolveEnded()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  await waitUntilReady(child, endpoint, () => tail).catch(async (error) => {
    await stop();
    throw error;
  });
  return { endpoint, stop };
}
