import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '#shared/api/client.ts';
import { projectRoot } from '../../tools/project-root.ts';

const password = 'a password for a try';
const ready = /^Fiducial is ready: (http:\S+)$/m;
const demo = { chip: 'DEMO64', qubits: 64, leastRuns: 30 };

/** Durations of the steps of a start. */
export interface StartSeconds {
  first: number;
  stop: number;
  second: number;
}

/** Receives the process id of `npm start`, and later that it has ended. */
type Guard = (pid: number | null) => void;

/**
 * Runs `npm start -- --demo` on an empty data folder, stops the ready service and starts it again.
 * @throws Error that names the failed step, with the service's last lines.
 */
export async function startTwice(dataDirectory: string, guard: Guard): Promise<StartSeconds> {
  const first = await startDemo(dataDirectory, guard, 'Loaded the simulated chip');
  const made = await readDemo(first.url);
  const stop = await first.stop();
  const second = await startDemo(dataDirectory, guard, 'already exists');
  const kept = await readDemo(second.url);
  await second.stop();
  if (kept !== made) throw new Error(`The second start shows ${kept}, the first one ${made}`);
  return { first: first.seconds, stop, second: second.seconds };
}

interface Started {
  url: string;
  seconds: number;
  /** Returns the seconds until everything has ended. */
  stop(): Promise<number>;
}

async function startDemo(dataDirectory: string, guard: Guard, expected: string): Promise<Started> {
  const begun = Date.now();
  const child = spawn('npm', ['start', '--', '--demo'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: '',
      PORT: '0',
      FIDUCIAL_DATA_DIR: dataDirectory,
      SERVICE_ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  guard(child.pid ?? null);
  const ended = once(child, 'close').then(() => {
    guard(null);
    return undefined;
  });
  const url = await Promise.race([
    ended,
    new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const found = ready.exec(output)?.[1];
          if (found) resolve(found);
        });
    }),
  ]);
  if (url === undefined) throw new Error(`npm start ended before it was ready:\n${lastLines(output)}`);
  if (!output.includes(expected)) {
    await stop(child, ended);
    throw new Error(`npm start did not print '${expected}':\n${lastLines(output)}`);
  }
  return { url, seconds: secondsSince(begun), stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<number> {
  const begun = Date.now();
  child.kill('SIGTERM');
  // The pipes close when the last process that holds them has ended.
  await ended;
  return secondsSince(begun);
}

/** Reads the demo's data. @throws Error if it is incomplete. */
async function readDemo(url: string): Promise<string> {
  const baseUrl = `${url}/api`;
  const { access_token: token } = await createClient({ baseUrl }).login({ body: { username: 'admin', password } });
  const client = createClient({ baseUrl, token: () => token });
  const { qubits } = await client.getChip({ params: { chip_id: demo.chip } });
  const { executions } = await client.listExecutions({ query: { limit: 100 } });
  const count = Object.keys(qubits ?? {}).length;
  const found = `${count} qubits and ${executions.length} runs`;
  const isWhole = count === demo.qubits && executions.length > demo.leastRuns;
  if (!isWhole || executions.some(({ status }) => status !== 'completed'))
    throw new Error(`The demo is not whole: ${found}`);
  return found;
}

const secondsSince = (begun: number): number => Math.round((Date.now() - begun) / 100) / 10;

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-20).join('\n');
