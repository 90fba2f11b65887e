import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '#test/support/stack/processes.ts';

/** The command line as npx runs it. */
export const cliScript = join(projectRoot, 'cli/fiducial.mjs');

/** What a command has printed, and its exit code. */
export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a process of its own; nothing of this process's own settings reaches it. */
export async function runCli(
  args: readonly string[],
  env: Record<string, string>,
  { input = '', node = process.execPath }: { input?: string; node?: string } = {},
): Promise<CliResult> {
  const child = spawn(node, [cliScript, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}
