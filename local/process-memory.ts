/*
 * How much memory the process takes (docs/performance.md#memory-on-one-machine). V8 is told at its start, and the C library by
 * the environment: `local/supervisor.ts` starts the service with both.
 */

/**
 * Half-spaces of 8 MB: new objects have 16 MB, where V8 would take up to 128 and give none of it back. With an old generation of
 * 768 MB it collects when half as much again lives as after the last time; with the 4 GB of a large machine, at four times.
 */
const v8Flags = ['--max-semi-space-size=8', '--max-old-space-size=768'];

/**
 * The C library keeps a heap for each thread, eight times the cores, and holds in them what was a buffer of some megabytes. Two
 * are enough, and a buffer of 128 kB or more goes back as soon as it is free.
 */
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** What a process is started with. */
export interface ProcessStart {
  /** Options of Node itself. */
  execArgv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** What is to be added to how a process was started; undefined where nothing is missing. Whatever somebody has set stays. */
export function missingSettings({ execArgv, env }: ProcessStart): ProcessStart | undefined {
  const set = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].map((option) => nameOf(option));
  const flags = v8Flags.filter((flag) => !set.includes(nameOf(flag)));
  const variables = Object.entries(environment).filter(([name]) => env[name] === undefined);
  if (flags.length === 0 && variables.length === 0) return undefined;
  return { execArgv: flags, env: Object.fromEntries(variables) };
}

/** `--max_old_space_size=1` and `--max-old-space-size 1` are the same option. */
const nameOf = (option: string): string => option.replace(/=.*/, '').replaceAll('_', '-');
