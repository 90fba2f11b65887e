import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/support/stack/processes.ts';

/** What an instrument did: it began or ended a step, or was made to pause. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  at: number;
  event: 'drive' | 'idle' | 'stop';
}

/** A worker as a process of its own. */
export interface WorkerProcess {
  child: ChildProcess;
  /** Everything that it has written to its terminal. */
  said(): string;
  /** What its instrument did, of the Python worker. */
  journal(): JournalEntry[];
  signal(name: NodeJS.Signals): void;
  /** Ends it, whatever it does; also one that was stopped. */
  kill(): Promise<void>;
}

/** How a worker is started. */
export interface WorkerStart {
  /** Port of 127.0.0.1 under which it finds the service. */
  port: number;
  token: string;
  name: string;
  backend: string;
  /** File of the instrument's journal; a restarted worker goes on in it. */
  journal: string;
  /** How long one step of the instrument takes. */
  stepSeconds?: number;
  /** The file of its flows, in place of the tests' own. */
  flows?: string;
}

const addressOf = ({ port }: WorkerStart): string => `http://127.0.0.1:${port}/api`;

/** A worker on the Python package of this folder, which needs nothing else, on the system's Python. */
export function startPythonWorker(start: WorkerStart): WorkerProcess {
  const { name, backend, journal, stepSeconds = 0.02, flows = 'test/worker/lab.py' } = start;
  const options = ['--url', addressOf(start), '--name', name, '--backend', backend, '--spool', `${journal}.outbox`];
  return run('python3', ['-m', 'fiducial_lab', 'worker', join(projectRoot, flows), ...options], start, {
    PYTHONPATH: join(projectRoot, 'python/src'),
    LAB_JOURNAL: journal,
    LAB_STEP: String(stepSeconds),
  });
}

/** The simulator as a worker. */
export function startSimulatorWorker(start: WorkerStart): WorkerProcess {
  const program = join(projectRoot, 'worker/simulator-worker.ts');
  return run(
    process.execPath,
    [program, '--url', addressOf(start), '--name', start.name, '--backend', start.backend],
    start,
  );
}

/** A worker on the TypeScript client whose sweeps take a while. */
export function startSweepWorker(start: WorkerStart): WorkerProcess {
  const program = join(projectRoot, 'test/worker/sweep-worker.ts');
  return run(process.execPath, [program, addressOf(start), start.name, start.backend], start);
}

function run(
  program: string,
  args: string[],
  { token, journal }: WorkerStart,
  own: Record<string, string> = {},
): WorkerProcess {
  const env = { ...process.env, ...own, FIDUCIAL_TOKEN: token, NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const gone = once(child, 'exit');
  return {
    child,
    said: () => said,
    journal: () => readJournal(journal),
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Reads whole lines: the last one may be half written. */
function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const entry = JSON.parse(line) as JournalEntry;
    return { ...entry, at: entry.at * 1000 };
  });
}

/** The steps that an instrument has begun. */
export const drives = (worker: WorkerProcess): JournalEntry[] =>
  worker.journal().filter(({ event }) => event === 'drive');

/** When it began the last one. */
export const lastDrive = (worker: WorkerProcess): number => Math.max(...drives(worker).map(({ at }) => at));
