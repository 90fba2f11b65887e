import { fileURLToPath } from 'node:url';

/*
 * Memory settings of the process (docs/performance.md#memory-on-one-machine). V8 takes them at its start, Node and the C
 * library from the environment; `local/supervisor.ts` starts the service with both.
 */

/**
 * Half-spaces of 8 MB give new objects 16 MB, where V8 would take up to 128 and never return them. With an old
 * generation of 768 MB, V8 collects when the heap has grown by half since the last time; with the 4 GB of a large
 * machine, when it has grown fourfold.
 */
const v8Flags = ['--max-semi-space-size=8', '--max-old-space-size=768'];

/**
 * The C library keeps up to eight heaps per core, which hold on to freed buffers of megabytes. Two are enough. A buffer of
 * 16 kB or more, as V8 takes them to compile, is returned as soon as it is free; no more than 16,384 of them, since the
 * system has a limit of its own (65,530 mappings a process).
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384', MALLOC_MMAP_MAX_: '16384' };

/**
 * Node keeps what it compiles here, TypeScript without its types included. Without the compiler of types, each thread
 * takes 6 to 10 MB less, and the service starts in half the CPU. The folder of the code itself, because anyone who can
 * change this cache decides what the service runs.
 */
const compileCacheFolder = fileURLToPath(new URL('../dist/compile-cache', import.meta.url));

const environment = { ...allocator, NODE_COMPILE_CACHE: compileCacheFolder };

/** How a process is started. */
export interface ProcessStart {
  /** Options of Node itself. */
  execArgv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** What to add to how a process was started; undefined if nothing is missing. Settings of the operator are kept. */
export function missingSettings({ execArgv, env }: ProcessStart): ProcessStart | undefined {
  const set = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].map((option) => nameOf(option));
  const flags = v8Flags.filter((flag) => !set.includes(nameOf(flag)));
  const variables = Object.entries(environment).filter(([name]) => env[name] === undefined);
  if (flags.length === 0 && variables.length === 0) return undefined;
  return { execArgv: flags, env: Object.fromEntries(variables) };
}

/** `--max_old_space_size=1` and `--max-old-space-size 1` are the same option. */
const nameOf = (option: string): string => option.replace(/=.*/, '').replaceAll('_', '-');
