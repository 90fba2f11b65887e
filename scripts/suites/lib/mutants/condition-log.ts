import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../tools/project-root.ts';
import type { Parts } from './expression-parts.ts';

/** A condition without one of its parts. */
export interface ConditionMutant {
  site: string;
  part: string;
}

interface FileEntry {
  type: 'file';
  file: string;
  /** Digest of the file. */
  digest: string;
  /** Digests of the sources of the conditions that it evaluates. */
  sources: Record<string, string>;
  /** The conditions that it was to judge, evaluated or not: those of a sample, or all. */
  judged?: string[];
  ms: number;
  failed: string[];
}

/** A log line. Results are logged while tests run, so that an interrupted run can continue. */
export type Entry =
  /** A test file has run to its end. */
  | FileEntry
  /** A file evaluates a condition. */
  | { type: 'asked'; file: string; site: string; parts: Parts }
  /** A relevant test fails or passes without the part. The digest is of the source. */
  | ({ type: 'killed' | 'passed'; file: string; test: string; digest: string } & ConditionMutant)
  /** A test fails without the part but cannot be repeated, so its file must run again. */
  | ({ type: 'doubt'; file: string; test: string; digest: string } & ConditionMutant);

export const logFile = join(projectRoot, '.cache/mutants/conditions.jsonl');

export function readLog(file = logFile): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Entry] : []));
}

export function writeDown(entry: Entry, file = logFile): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** When mutants were last tried, and how long the judging test files took. */
export interface Effort {
  day: string;
  ms: number;
  files: number;
}

/** When a log was last written, and how long its test files took. */
export function effortOf(file: string, log: readonly { type: string }[]): Effort {
  const files = new Map(log.flatMap((entry) => (isFile(entry) ? [[entry.file, entry.ms] as const] : [])));
  const ms = [...files.values()].reduce((total, one) => total + one, 0);
  return { day: existsSync(file) ? statSync(file).mtime.toISOString().slice(0, 10) : 'no day', ms, files: files.size };
}

const isFile = (entry: { type: string }): entry is FileEntry => entry.type === 'file';

/** The test files that have judged all of the given conditions, in one run or several, with their current sources. */
export function doneFiles(log: readonly Entry[], sites: readonly string[]): Set<string> {
  const judged = new Map<string, Set<string>>();
  for (const entry of log) {
    if (!isFile(entry) || !isAsNow(entry)) continue;
    judged.set(entry.file, new Set([...(judged.get(entry.file) ?? []), ...(entry.judged ?? [])]));
  }
  return new Set([...judged].flatMap(([file, of]) => (sites.every((site) => of.has(site)) ? [file] : [])));
}

const isAsNow = ({ file, digest, sources }: FileEntry): boolean =>
  digest === digestOf(file) && Object.entries(sources).every(([source, known]) => known === digestOf(source));

export const forgetLog = (file = logFile): void => rmSync(file, { force: true });

export const keyOf = ({ site, part }: ConditionMutant): string => `${site} ${part}`;

/** The source of a condition. */
export const sourceOf = (site: string): string => site.slice(0, site.indexOf(' '));

const digests = new Map<string, string>();

/** Digest of a file when first requested; empty if it does not exist. */
export function digestOf(path: string): string {
  const file = join(projectRoot, path);
  const known = digests.get(file);
  if (known !== undefined) return known;
  const digest = existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : '';
  digests.set(file, digest);
  return digest;
}

/** Whether an entry belongs to the current source. */
export const isCurrent = ({ site, digest }: { site: string; digest: string }): boolean =>
  digest === digestOf(sourceOf(site));
