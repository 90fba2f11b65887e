import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import engineDigests from './engine-digests.json' with { type: 'json' };

/** The result of a finished program. */
export interface Ran {
  /** 0 for success. */
  code: number;
  /** Its output, including errors. */
  output: string;
}

/** The machine, as far as the choice of an engine depends on it; tests replace it. */
export interface Host {
  /** As `process.platform` and `process.arch`. */
  platform: string;
  arch: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Cache folder of fetched files. */
  cacheFolder: string;
  /**
   * Digests of the packages that may be fetched, by name and version, as `npm view <package> dist.integrity` prints
   * them.
   */
  engineDigests: Readonly<Record<string, string>>;
  /** Runs a program to its end; a missing program ends with 127. */
  run(program: string, args: readonly string[]): Promise<Ran>;
}

const outputBytes = 16 * 1024 * 1024;

/** Programs that are shell scripts on Windows. */
const scripts = new Set(['npm', 'mvn']);

/** This machine. */
export const thisHost: Host = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  cacheFolder: join(fileURLToPath(new URL('../..', import.meta.url)), '.cache'),
  engineDigests,
  run: (program, args) =>
    new Promise((resolve) => {
      const isScript = process.platform === 'win32' && scripts.has(program);
      const [file, given] = isScript ? [`${program}.cmd`, args.map((text) => `"${text}"`)] : [program, [...args]];
      execFile(file, given, { shell: isScript, maxBuffer: outputBytes, windowsHide: true }, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0;
        resolve({ code, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
      });
    }),
};

/** Runs the npm that called us with its own Node, else the one in PATH. */
export function runNpm({ env, run }: Host, args: readonly string[]): Promise<Ran> {
  const script = env.npm_execpath;
  return script?.endsWith('.js') ? run(env.npm_node_execpath ?? process.execPath, [script, ...args]) : run('npm', args);
}
