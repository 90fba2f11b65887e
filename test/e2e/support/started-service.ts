import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#local/ports.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { registerWithPassword } from '#test/support/people/register.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

/** A service that runs, as an administrator of it. */
export interface Service {
  url: string;
  /** Of the administrator. */
  password: string;
  /** Folder of its data. */
  dataDirectory: string;
  /** The API as the administrator. */
  api: FullClient;
  /** Registers a user who has chosen this password, with a token. */
  register(body: Parameters<typeof registerWithPassword>[2]): ReturnType<typeof registerWithPassword>;
}

/** The service as a person starts it: a process of its own, with the pages, on data of its own. */
export interface StartedService extends Service {
  token: string;
  /** Process of the service; the engine is a child of it, and it is one of the process that looks after it. */
  pid: number;
  /** All that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

const password = 'correct horse battery staple';

/** What a service can be used by from another process. */
export type Reached = Pick<StartedService, 'url' | 'password' | 'dataDirectory' | 'token'>;

/** A service that another process started. */
export function serviceAt({ url, token, ...reached }: Reached): Service {
  const as = (token: string) => createFullClient({ baseUrl: `${url}/api`, token: () => token });
  const api = as(token);
  return { url, ...reached, api, register: (body) => registerWithPassword(api, as, body) };
}

/**
 * Starts the service on a free port and an empty folder, which goes with it, or on one that is given, which stays; throws with its
 * output when it ends before it is ready. `args` are those of `npm start`, and `settings` variables of its environment.
 */
export async function startService(
  dataDirectory?: string,
  args: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<StartedService> {
  const dataDir = dataDirectory ?? (await makeScratch('fiducial-e2e-'));
  const port = settings.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ['local/main.ts', ...args], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...settings,
      PORT: port,
      FIDUCIAL_DATA_DIR: dataDir,
      SERVICE_ADMIN_PASSWORD: password,
      EMAIL_SENDER: 'fiducial@example.com',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await ready(child, output);
  const url = `http://127.0.0.1:${port}`;
  const { access_token } = await createFullClient({ baseUrl: `${url}/api` }).login({
    body: { username: 'admin', password },
  });
  return {
    ...serviceAt({ url, password, dataDirectory: dataDir, token: access_token }),
    token: access_token,
    pid: Number(readFileSync(join(dataDir, 'running.pid'), 'utf8')),
    output,
    stop: async () => {
      const endedItself = child.exitCode !== null || child.signalCode !== null;
      child.kill('SIGTERM');
      await ended;
      if (dataDirectory === undefined) rmSync(dataDir, { recursive: true, force: true });
      if (endedItself) throw new Error(`the service ended before its tests did:\n${output()}`);
    },
  };
}

/** Gathers what a process says; answers all of it so far. */
function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  return () => text;
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Fiducial is ready:')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output()}`)));
  });
}
