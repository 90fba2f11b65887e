import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { projectRoot } from '#test/support/stack/processes.ts';
import { main } from '../../cli/main.ts';

/** The command line as npx runs it. */
export const cliScript = join(projectRoot, 'cli/fiducial.mjs');

/** What a command has printed, and its exit code. */
export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a process of its own; nothing of this process's own settings reaches it. */
export async function runCliProcess(
  args: readonly string[],
  env: Record<string, string>,
  { input = '' } = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [cliScript, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

/** Streams of the command that runs here; a service in this process keeps its own. */
const command = new AsyncLocalStorage<{ stdin: Readable; stdout: PassThrough; stderr: PassThrough }>();

let isBusy = false;

/** Runs the command line in this process, which costs a tenth of a process of its own. One command runs at a time. */
export function runCli(args: readonly string[], env: Record<string, string>, { input = '' } = {}): Promise<CliResult> {
  if (isBusy) throw new Error('another command still runs');
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  return command.run({ stdin: Readable.from(input === '' ? [] : [input]), stdout, stderr }, async () => {
    const printed = Promise.all([text(stdout), text(stderr)]);
    const restore = divertStreams();
    const code = await main(args, env).finally(() => {
      restore();
      stdout.end();
      stderr.end();
    });
    const [out, err] = await printed;
    return { code, stdout: out, stderr: err };
  });
}

/** Gives a command its own streams and console, until the returned function is called. */
function divertStreams(): () => void {
  isBusy = true;
  const { log, error } = console;
  const own = (['stdin', 'stdout', 'stderr'] as const).map(
    (name) => [name, process[name], Object.getOwnPropertyDescriptor(process, name) ?? {}] as const,
  );
  for (const [name, stream] of own)
    Object.defineProperty(process, name, { configurable: true, get: () => command.getStore()?.[name] ?? stream });
  const line = (words: unknown[]) => `${format(...words)}\n`;
  console.log = (...words) => command.getStore()?.stdout.write(line(words)) ?? log(...words);
  console.error = (...words) => command.getStore()?.stderr.write(line(words)) ?? error(...words);
  return () => {
    isBusy = false;
    Object.assign(console, { log, error });
    for (const [name, , descriptor] of own) Object.defineProperty(process, name, descriptor);
  };
}
