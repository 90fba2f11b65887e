import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What was seen of a process's memory, in megabytes: each by the thirds of the time. */
export interface MemorySeen {
  /** Medians of the resident memory. Garbage is in it: V8 collects when it finds it worth while. */
  resident: number[];
  /** Most that was resident. */
  most: number;
  /** Medians of what all threads keep after a collection. */
  live: number[];
}

const folder = mkdtempSync(join(tmpdir(), 'fiducial-memory-'));
const file = join(folder, 'live.jsonl');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Has every Node process that is started from now on tell what lives in it, thirty times while it is watched. */
export function prepareMemory(minutes: number): void {
  const preload = new URL('./live-memory.ts', import.meta.url).href;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`;
  process.env.LIVE_MEMORY_FILE = file;
  process.env.LIVE_MEMORY_SECONDS = String(minutes * 2);
}

/** Watches a process from now on. */
export function watchMemory(pid: number): { end(): MemorySeen } {
  const samples: number[] = [];
  const begun = liveSamples().length;
  const watch = setInterval(() => samples.push(residentMegabytes(pid)), 5000);
  return {
    end: () => {
      clearInterval(watch);
      const live = liveSamples().slice(begun);
      return { resident: thirds(samples), most: Math.max(...samples), live: thirds(live) };
    },
  };
}

export const residentMegabytes = (pid: number): number => Number(statusOf(pid, 'VmRSS')) / 1024;

/** Resident memory of the processes of one service, in megabytes. Code of Node that two of them share counts in both. */
export interface ServiceMemory {
  /** API, runs and stream, which are threads of one process. */
  service: number;
  /** Writes the table. */
  engine: number;
  /** Starts the service again after a crash. */
  supervisor: number;
}

/** @param pid process of the service: child of its supervisor, and parent of its engine. */
export function memoryOfService(pid: number): ServiceMemory {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return {
    service: residentMegabytes(pid),
    engine: children.reduce((sum, child) => sum + residentMegabytes(Number(child)), 0),
    supervisor: residentMegabytes(Number(statusOf(pid, 'PPid'))),
  };
}

const statusOf = (pid: number, field: string): string | undefined =>
  new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

/** What lived at each time that the main thread told, the latest of the other threads included. */
function liveSamples(): number[] {
  const latest = new Map<number, number>();
  const samples: number[] = [];
  for (const line of readLines()) {
    const { thread, megabytes } = JSON.parse(line) as { thread: number; megabytes: number };
    latest.set(thread, megabytes);
    if (thread === 0) samples.push([...latest.values()].reduce((sum, value) => sum + value, 0));
  }
  return samples;
}

function readLines(): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function thirds(values: readonly number[]): number[] {
  const third = Math.floor(values.length / 3);
  return [0, 1, 2].map((n) => median(values.slice(n * third, (n + 1) * third)));
}
