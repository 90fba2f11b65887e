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
  /** Of the file. */
  digest: string;
  /** The digests of the sources of the conditions that it asks. */
  sources: Record<string, string>;
  /** The conditions that it was to judge, be they asked or not: those of a sample, or all that there were. */
  judged?: string[];
  ms: number;
  failed: string[];
}

/** What is written down as tests judge: a line each, so that an interrupted run goes on where it was stopped. */
export type Entry =
  /** A file of tests has been run to its end. */
  | FileEntry
  /** A file asks a condition. */
  | { type: 'asked'; file: string; site: string; parts: Parts }
  /** A test could tell, and fails or passes without the part. The digest is of the source. */
  | ({ type: 'killed' | 'passed'; file: string; test: string; digest: string } & ConditionMutant)
  /** A test that fails without the part, but cannot be repeated: its file is to be run anew. */
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

/** When mutants were last tried, and how long the files of tests took that judged them. */
export interface Effort {
  day: string;
  ms: number;
  files: number;
}

/** When a log was last written to, and how long the files of tests took that it has. */
export function effortOf(file: string, log: readonly { type: string }[]): Effort {
  const files = new Map(log.flatMap((entry) => (isFile(entry) ? [[entry.file, entry.ms] as const] : [])));
  const ms = [...files.values()].reduce((total, one) => total + one, 0);
  return { day: existsSync(file) ? statSync(file).mtime.toISOString().slice(0, 10) : 'no day', ms, files: files.size };
}

const isFile = (entry: { type: string }): entry is FileEntry => entry.type === 'file';

/** The files of tests that have judged all of some conditions, in one run or in several, as they and their sources are now. */
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

/** The source in which a condition stands. */
export const sourceOf = (site: string): string => site.slice(0, site.indexOf(' '));

const digests = new Map<string, string>();

/** Of a file as it was when it was first asked for; empty where there is none. */
export function digestOf(path: string): string {
  const file = join(projectRoot, path);
  const known = digests.get(file);
  if (known !== undefined) return known;
  const digest = existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : '';
  digests.set(file, digest);
  return digest;
}

/** Whether an entry is about the source as it is now. */
export const isCurrent = ({ site, digest }: { site: string; digest: string }): boolean =>
  digest === digestOf(sourceOf(site));
