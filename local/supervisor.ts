import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { missingSettings, type ProcessStart } from '#local/process-memory.ts';

/** Messages from the service to its supervisor: the port that it listens on, or that it ends on purpose. */
export type FromService = { ready: number } | { ended: number };

/** Flags that apply only to the first start. After a crash, the data must be kept. */
const onceOnly = new Set(['--reset', '--demo']);

const firstPauseMilliseconds = 1000;
const mostPauseMilliseconds = 60_000;
/** After this time without a crash, the next one counts as the first. */
const steadyMilliseconds = 600_000;

/** The life and end of a service process. */
interface Life {
  /** When it first answered requests. */
  wasReady: number | undefined;
  /** Its exit code, if it closed everything; otherwise it crashed. */
  ended: number | undefined;
  /** Exit code, or the signal that ended it. */
  how: string;
  code: number;
  seconds: number;
}

/** Pause before the next start, by the number of consecutive crashes. */
export const pauseAfter = (crashes: number): number =>
  Math.min(mostPauseMilliseconds, firstPauseMilliseconds * 2 ** (crashes - 1));

/**
 * Runs the service in a separate process and restarts it after a crash (rule DEPLOY-36): out of memory, an uncaught
 * error, or a dead database engine. It does not restart after a stop or a failed start.
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
      `${new Date().toISOString()} Fiducial crashed (${life.how}) after ${Math.round(life.seconds)} s; see its output above. ` +
        `It starts again in ${milliseconds / 1000} s (crash ${crashes} in a row). Saved data is kept.`,
    );
    // The port stays the same, so that open pages find the service again.
    given = { args: args.filter((arg) => !onceOnly.has(arg)), env: { ...env, PORT: String(life.wasReady) } };
    await sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return 0;
  }
}

/** Waits for the end of a process, and forwards a stop request to it. */
async function live(child: ChildProcess, stop: AbortSignal): Promise<Life> {
  const begun = performance.now();
  let wasReady: number | undefined;
  let ended: number | undefined;
  child.on('message', (message: FromService) => {
    if ('ready' in message) wasReady = message.ready;
    else ended = message.ended;
  });
  // It may have ended just now.
  const ask = () => child.connected && child.send('stop', () => undefined);
  if (stop.aborted) ask();
  stop.addEventListener('abort', ask);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', ask);
  const how = signal ? `signal ${signal}` : `code ${code}`;
  return { wasReady, ended, how, code: code ?? 1, seconds: (performance.now() - begun) / 1000 };
}

/** Compiles what the service loads, if anything has changed since the last time (`local/compile.ts`). */
export async function compileService(env: ProcessStart['env'], stop: AbortSignal): Promise<void> {
  const child = startService(['--compile-only'], env);
  stop.addEventListener('abort', () => child.kill());
  await once(child, 'exit');
}

/** Starts the service with its memory settings, and with the Node options of this process. */
function startService(args: readonly string[], env: ProcessStart['env']): ChildProcess {
  const missing = missingSettings({ execArgv: process.execArgv, env });
  const flags = [...process.execArgv, ...(missing?.execArgv ?? [])];
  const program = fileURLToPath(new URL('service.ts', import.meta.url));
  return spawn(process.execPath, [...flags, program, ...args], {
    env: { ...env, ...missing?.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}
