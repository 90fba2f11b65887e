import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** An engine's process that ends with ours. */
export interface GuardedProcess {
  /** Resolves with a sentence when it has ended for any reason. */
  ended: Promise<string>;
  /** Ends it and waits for the end. May be called twice. */
  stop(): Promise<void>;
}

const stopGraceMilliseconds = 5_000;
const wordsKept = 20;

// Runs the engine and watches stdin, which only our process holds open. When we end, even by SIGKILL, the read returns
// and the engine is ended. Nothing is ever written to that stdin.
const watchdogScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
engine=$!
{ read -r _ <&3; kill "$engine"; } 2>/dev/null &
watch=$!
wait "$engine"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

/** The command that runs another and ends it with us: a shell script, or a Node script where there is no shell. */
function guardOf(platform: string): { program: string; args: string[] } {
  if (platform !== 'win32') return { program: '/bin/sh', args: ['-c', watchdogScript, 'engine-guard'] };
  return { program: process.execPath, args: [fileURLToPath(new URL('guard-process.ts', import.meta.url))] };
}

/**
 * Starts an engine that ends with this process in any case.
 * @param ready whether a line of its output means that it accepts requests.
 * @param env added to this process's own environment; unlike arguments, it is hidden from other accounts.
 * @throws Error with the engine's own message if it ends instead.
 */
export async function spawnGuarded(
  command: readonly string[],
  ready: (line: string) => boolean,
  { platform = process.platform, env = {} }: { platform?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<GuardedProcess> {
  const { program, args } = guardOf(platform);
  // A separate process group: Ctrl-C in a terminal reaches only us, and we stop the engine after the last request.
  const child = spawn(program, [...args, ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
    env: { ...process.env, ...env },
  });
  const said: string[] = [];
  const ended = once(child, 'exit').then(([code, signal]) => {
    const how = signal ? `signal ${signal}` : `code ${code}`;
    return `The database engine ended (${how})${said.length > 0 ? `: ${said.join(' ')}` : ''}`;
  });
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (ready(line)) resolve();
      else if (line.trim() && said.length < wordsKept) said.push(line.trim());
    });
  });
  const early = await Promise.race([listening, ended]);
  if (early !== undefined) throw new Error(early);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.stdin.destroy();
    const timer = setTimeout(() => killWhole(child), stopGraceMilliseconds);
    await ended;
    clearTimeout(timer);
  };
  return {
    ended,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Ends the guard and the engine. */
function killWhole({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined);
  else process.kill(-pid, 'SIGKILL');
}
