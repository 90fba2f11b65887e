import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { createClient } from '#shared/api/client.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';

/** `npm start` without npm: the program as a process of its own. */
export interface Started {
  child: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

export const password = 'a password for tests';
export const ready = /^Fiducial is ready: (http:\/\/127\.0\.0\.1:\d+)$/m;

/** Starts services for the tests of the block that calls it; after them, ends those that run and deletes their data. */
export function startedServices() {
  let parent: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'fiducial-start-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await eventually(() => processesWith(parent).length === 0);
    await rm(parent, { recursive: true });
  });

  /** The path of a data directory, or of a file in it. */
  const pathOf = (...names: string[]): string => join(parent, ...names);

  function start(directory: string, args: string[] = [], env: Record<string, string> = {}): Started {
    const child = spawn(process.execPath, ['local/main.ts', ...args], {
      cwd: projectRoot,
      env: {
        ...process.env,
        DYNAMODB_ENDPOINT: '',
        PORT: '0',
        FIDUCIAL_DATA_DIR: pathOf(directory),
        SERVICE_ADMIN_PASSWORD: password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => lines.push(line));
    return {
      child,
      output: () => lines.join('\n'),
      ended: once(child, 'close').then(([code]) => code as number | null),
    };
  }

  /** The process that answers; the one that was started looks after it. */
  const servicePid = async (directory: string) => Number(await readFile(pathOf(directory, 'running.pid'), 'utf8'));

  return { children, pathOf, start, servicePid };
}

/** Waits until the service is ready. */
export async function address(started: Started): Promise<string> {
  await eventually(() => ready.test(started.output()) || started.child.exitCode !== null);
  const url = ready.exec(started.output())?.[1];
  if (!url) throw new Error(`It did not start:\n${started.output()}`);
  return url;
}

export async function stop(started: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  started.child.kill(signal);
  return started.ended;
}

/** A client of the service's administrator. */
export async function signIn(url: string, adminPassword = password) {
  const { access_token: token } = await createClient({ baseUrl: `${url}/api` }).login({
    body: { username: 'admin', password: adminPassword },
  });
  return createClient({ baseUrl: `${url}/api`, token: () => token });
}
