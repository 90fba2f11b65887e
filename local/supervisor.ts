import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { missingSettings, type ProcessStart } from '#local/process-memory.ts';

/** What the service tells the process that looks after it: the port that it answers on, or that it ends by itself. */
export type FromService = { ready: number } | { ended: number };

/** Flags that a start is asked for once: the data of before a crash are what the next start is for. */
const onceOnly = new Set(['--reset', '--demo']);

const firstPauseMilliseconds = 1000;
const mostPauseMilliseconds = 60_000;
/** After so long without a crash the next one is the first again. */
const steadyMilliseconds = 600_000;

/** How a process of the service came to its end. */
interface Life {
  /** It has answered requests. */
  wasReady: number | undefined;
  /** It closed everything and chose its exit code; else it crashed. */
  ended: number | undefined;
  /** Exit code, or the signal that ended it. */
  how: string;
  code: number;
  seconds: number;
}

/** How long to wait before the next start, by how many crashes there were in a row. */
export const pauseAfter = (crashes: number): number =>
  Math.min(mostPauseMilliseconds, firstPauseMilliseconds * 2 ** (crashes - 1));

/**
 * Runs the service in a process of its own and starts it again when it crashes (rule DEPLOY-36): out of memory, by an error that
 * nothing caught, or because its database engine died. It does not start again after a stop or a failed start.
 * @returns the exit code.
 */
export async function supervise(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
  { start = startService, pause = pauseAfter } = {},
): Promise<number> {
  let given = { args, env };
  for (let crashes = 0; ; ) {
    const life = await live(start(given.args, given.env), stop);
    if (life.ended !== undefined) return life.ended;
    if (stop.aborted) return 0;
    if (life.wasReady === undefined) return life.code;
    crashes = life.seconds * 1000 >= steadyMilliseconds ? 1 : crashes + 1;
    const milliseconds = pause(crashes);
    console.error(
      `${new Date().toISOString()} Fiducial crashed (${life.how}) after ${Math.round(life.seconds)} s; its own words are above. ` +
        `It starts again in ${milliseconds / 1000} s (crash ${crashes} in a row). Saved data is kept.`,
    );
    // Whoever has opened a page finds the service where it was.
    given = { args: args.filter((arg) => !onceOnly.has(arg)), env: { ...env, PORT: String(life.wasReady) } };
    await sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return 0;
  }
}

/** Waits for the end of a process, which is told when it shall stop. */
async function live(child: ChildProcess, stop: AbortSignal): Promise<Life> {
  const begun = performance.now();
  let wasReady: number | undefined;
  let ended: number | undefined;
  child.on('message', (message: FromService) => {
    if ('ready' in message) wasReady = message.ready;
    else ended = message.ended;
  });
  // It may have gone just now.
  const ask = () => child.connected && child.send('stop', () => undefined);
  if (stop.aborted) ask();
  stop.addEventListener('abort', ask);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', ask);
  const how = signal ? `signal ${signal}` : `code ${code}`;
  return { wasReady, ended, how, code: code ?? 1, seconds: (performance.now() - begun) / 1000 };
}

/** Starts the service with its memory settings, and whatever Node was given for this process. */
function startService(args: readonly string[], env: ProcessStart['env']): ChildProcess {
  const missing = missingSettings({ execArgv: process.execArgv, env });
  const flags = [...process.execArgv, ...(missing?.execArgv ?? [])];
  const program = fileURLToPath(new URL('service.ts', import.meta.url));
  return spawn(process.execPath, [...flags, program, ...args], {
    env: { ...env, ...missing?.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}
