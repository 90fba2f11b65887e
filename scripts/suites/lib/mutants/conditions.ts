import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { projectRoot } from '../../../tools/project-root.ts';
import {
  type ConditionMutant,
  doneFiles,
  type Entry,
  forgetLog,
  isCurrent,
  keyOf,
  readLog,
  writeDown,
} from './condition-log.ts';
import type { ConditionTask } from './condition-runner.ts';
import { conditionSites, isWithConditions } from './condition-sites.ts';
import { reasonOfEquivalence } from './equivalents.ts';
import { type Sample, sampleOf } from './sample.ts';

/** The verdict on a mutant. `unasked`: no test evaluates it; `unrefused`: in no test does the condition refuse. */
export type Verdict = 'killed' | 'survived' | 'unrefused' | 'unasked';

export interface ConditionResult extends ConditionMutant {
  verdict: Verdict;
  /** The test that fails without the part. */
  killer?: string | undefined;
}

export interface ConditionOptions {
  /** Only sources below these paths. */
  folders: readonly string[];
  /** Only tests below these paths; by default all that judge conditions. */
  tests?: readonly string[];
  /** A sample of the conditions; by default all. */
  sample?: Sample | undefined;
  /** Ignores the results of earlier runs. */
  fresh: boolean;
  say(line: string): void;
}

/** Most test files that run again for a mutant with unrepeatable tests. */
const mostDoubts = 2;

/** Removes each part of each condition in turn and runs the relevant tests; results of earlier runs are kept. */
export async function tryConditions({ folders, tests = [], sample, fresh, say }: ConditionOptions) {
  if (fresh) forgetLog();
  const sites = sampleOf(sitesOf(folders), sample);
  await judge(sites, tests, say);
  await settleDoubts(new Set(sites), say);
  return resultsOf(readLog(), sites);
}

/** The results of every condition. */
export const conditionResults = (): ConditionResult[] => resultsOf(readLog(), sitesOf([]));

/** Results from a log. A condition that was never evaluated counts as one mutant, since its parts are unknown. */
export function resultsOf(log: readonly Entry[], sites: readonly string[]): ConditionResult[] {
  const asked = new Map<string, Set<string>>();
  const verdicts = new Map<string, ConditionResult>();
  for (const entry of log) {
    if (entry.type === 'asked') {
      const parts = asked.get(entry.site) ?? new Set();
      for (const part of [...entry.parts.demands, ...entry.parts.alternatives]) parts.add(part);
      asked.set(entry.site, parts);
    } else if (entry.type !== 'file' && isCurrent(entry)) {
      const { site, part, file, test } = entry;
      const key = keyOf(entry);
      if (entry.type === 'killed') verdicts.set(key, { site, part, verdict: 'killed', killer: `${file} > ${test}` });
      else if (!verdicts.has(key)) verdicts.set(key, { site, part, verdict: 'survived' });
    }
  }
  return sites.flatMap((site) => {
    const parts = asked.get(site);
    const list: ConditionMutant[] = parts ? [...parts].map((part) => ({ site, part })) : [{ site, part: '' }];
    return list
      .filter((mutant) => reasonOfEquivalence(mutant) === undefined)
      .map((mutant) => verdicts.get(keyOf(mutant)) ?? { ...mutant, verdict: parts ? 'unrefused' : 'unasked' });
  });
}

/** Runs the test files without results; a file that crashes its process is left out. */
async function judge(sites: readonly string[], tests: readonly string[], say: (line: string) => void): Promise<void> {
  const lost = new Set<string>();
  for (;;) {
    const log = readLog();
    const files = new Map(log.flatMap((entry) => (entry.type === 'file' ? [[entry.file, entry] as const] : [])));
    const done = doneFiles(log, sites);
    const left = await withTests(tests, { sites: [...sites] }, async (vitest, specifications) => {
      const todo = specifications
        .filter(({ moduleId }) => !done.has(pathOf(moduleId)) && !lost.has(pathOf(moduleId)))
        .sort((a, b) => costOf(pathOf(a.moduleId), files) - costOf(pathOf(b.moduleId), files));
      say(`${todo.length} of ${specifications.length} files of tests to be run`);
      if (todo.length > 0) await vitest.runTestSpecifications(todo);
      return todo.map(({ moduleId }) => pathOf(moduleId));
    });
    const ended = new Set(
      readLog()
        .slice(log.length)
        .flatMap((entry) => (entry.type === 'file' ? [entry.file] : [])),
    );
    for (const entry of readLog().slice(log.length))
      if (entry.type === 'file')
        for (const test of entry.failed) say(`fails over marked sources: ${entry.file} > ${test}`);
    const first = left.find((file) => !ended.has(file));
    if (first === undefined) return;
    say(`was not run to its end: ${first}`);
    lost.add(first);
  }
}

/** Repeats the files with unrepeatable failures, with the part missing from the start. */
async function settleDoubts(sites: ReadonlySet<string>, say: (line: string) => void): Promise<void> {
  const log = readLog();
  const killed = new Set(log.flatMap((entry) => (entry.type === 'killed' && isCurrent(entry) ? [keyOf(entry)] : [])));
  const files = new Map(log.flatMap((entry) => (entry.type === 'file' ? [[entry.file, entry] as const] : [])));
  const settled = new Set(log.flatMap((entry) => (entry.type === 'passed' ? [`${entry.file} ${keyOf(entry)}`] : [])));
  const doubts = log.flatMap((entry) =>
    entry.type === 'doubt' && sites.has(entry.site) && isCurrent(entry) ? [entry] : [],
  );
  for (const [key, list] of Map.groupBy(doubts, keyOf)) {
    if (killed.has(key)) continue;
    const byFile = [...new Map(list.map((one) => [one.file, one])).values()]
      .filter(({ file }) => files.get(file)?.failed.length === 0 && !settled.has(`${file} ${key}`))
      .sort((a, b) => costOf(a.file, files) - costOf(b.file, files));
    for (const { file, site, part, digest } of byFile.slice(0, mostDoubts)) {
      const mutant = { site, part };
      const [failed] = await failuresOf({ mutant }, file);
      const test = failed ?? '';
      writeDown({ type: failed === undefined ? 'passed' : 'killed', file, test, digest, ...mutant });
      say(`${failed === undefined ? 'survived' : 'killed  '} ${site} without ${part} in ${file}`);
      if (failed !== undefined) break;
    }
  }
}

const failuresOf = (task: ConditionTask, file: string): Promise<string[]> =>
  withTests([file], task, async (vitest, specifications) => {
    vitest.config.bail = 1;
    const { testModules } = await vitest.runTestSpecifications(specifications);
    return testModules.flatMap((module) => {
      const failed = [...module.children.allTests('failed')].map((test) => test.fullName);
      return failed.length > 0 || module.ok() ? failed : [file];
    });
  });

/** Starts vitest with marked sources. */
async function withTests<T>(
  tests: readonly string[],
  task: ConditionTask,
  use: (vitest: Vitest, specifications: TestSpecification[]) => Promise<T>,
): Promise<T> {
  const vitest = await createVitest('test', {
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    reporters: [{}],
    silent: true,
  });
  try {
    vitest.provide('conditionTask', task);
    return await use(vitest, await vitest.globTestSpecifications([...tests]));
  } finally {
    await vitest.close();
  }
}

const pathOf = (moduleId: string): string => relative(projectRoot, moduleId);

/** Histories first, since they need no engine; pauses last, since they take minutes. */
const kinds = ['test/mutants/', 'test/store/', 'test/faults/', 'test/property/', 'test/api/', 'test/faults/pauses/'];

/** Sorts cheap files first, by their last duration, or by kind and length. */
function costOf(file: string, known: ReadonlyMap<string, { ms: number }>): number {
  const kind = kinds.findLastIndex((one) => file.startsWith(one));
  return kind === 0 ? 0 : (known.get(file)?.ms ?? 1e6 * kind + readFileSync(join(projectRoot, file)).length);
}

function sitesOf(folders: readonly string[]): string[] {
  const paths = globSync('{shared/*,compat/qdash}/{store,verbs}/**/*.ts', { cwd: projectRoot }).sort();
  return paths
    .filter((path) => isWithConditions(path) && (folders.length === 0 || folders.some((one) => path.startsWith(one))))
    .flatMap((path) => conditionSites(path, readFileSync(join(projectRoot, path), 'utf8')).map(({ id }) => id));
}
