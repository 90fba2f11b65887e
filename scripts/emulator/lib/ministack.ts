/** Installs, starts and stops MiniStack, the AWS emulator that `deploy-local.ts` uses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#local/ports.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { installPythonTool } from '../../tools/python-tool.ts';

/** Account and region of everything in the emulator. */
export const emulatorAccount = '000000000000';
export const emulatorRegion = 'eu-central-1';

export interface Emulator {
  /** URL of all its services, such as `http://127.0.0.1:4566`. */
  endpoint: string;
  /** Ends it and its functions; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Only what a program needs, since the emulator passes its own variables to every function. */
function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: [join(projectRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter), HOME: process.env.HOME };
}

async function isReachable(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

async function waitUntilReady(child: ChildProcess, endpoint: string, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) throw new Error(`MiniStack ended with ${child.exitCode}:\n${output()}`);
    if (await isReachable(endpoint)) return;
    await sleep(200);
  }
  throw new Error(`MiniStack does not answer at ${endpoint}:\n${output()}`);
}

/**
 * Starts a new emulator on a free port of the loopback or of the address EMULATOR_HOST; it keeps nothing between runs.
 * @param folder for the functions' code; the caller removes it.
 */
export async function startEmulator(folder: string): Promise<Emulator> {
  const programs = await installPythonTool('ministack');
  const port = await freePort();
  const host = process.env.EMULATOR_HOST ?? '127.0.0.1';
  const endpoint = `http://${host}:${port}`;
  const child = spawn(join(programs, 'python'), [join(import.meta.dirname, 'ministack_with_imports.py')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: host,
      MINISTACK_REGION: emulatorRegion,
      MINISTACK_ACCOUNT_ID: emulatorAccount,
      NODE_PATH: join(projectRoot, 'node_modules'),
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
