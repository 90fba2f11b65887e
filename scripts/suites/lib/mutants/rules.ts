import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type File, Instrumenter } from '@stryker-mutator/instrumenter';
import type { Plugin } from 'vite';
import { createVitest } from 'vitest/node';
import { projectRoot } from '../../../tools/project-root.ts';
import { digestOf } from './condition-log.ts';
import { isRuleEquivalent } from './rule-equivalents.ts';
import { forgetRuleLog, type RuleMutant, readRuleLog } from './rule-log.ts';
import { type Sample, sampleOf } from './sample.ts';

/** Results of the changes to one file's rules. */
export interface RuleResult {
  path: string;
  killed: number;
  /** `line:column kind replacement` of each effective change that no test of rules noticed. */
  survivors: string[];
}

export interface RuleOptions {
  /** Files or folders of rules. */
  folders: readonly string[];
  /** Only tests below these paths; by default all tests of rules. */
  tests?: readonly string[];
  /** A sample of the files; by default all. */
  sample?: Sample | undefined;
  /** Ignores the results of earlier runs. */
  fresh: boolean;
  say(line: string): void;
}

/** Data without rules: catalogues and templates. Other tests check their content. */
const withoutRules = /\/(templates|tasks)\/|\/(types|kinds|cividis|[a-z]+-metrics)\.ts$/;

/**
 * Changes the rules while the tests run: a comparison, a boundary, an `and`, a constant, each with its own switch in
 * the instrumented sources. Texts are excluded, and so is code that runs while a module loads, since each change would
 * need a separate run.
 */
export async function tryRules({ folders, tests = [], sample, fresh, say }: RuleOptions): Promise<RuleResult[]> {
  if (fresh) forgetRuleLog();
  const paths = sampleOf(ruleFiles(folders), sample);
  const { files, mutants } = await changed(paths);
  const vitest = await createVitest(
    'test',
    {
      config: join(import.meta.dirname, 'rules.vitest.config.ts'),
      root: projectRoot,
      watch: false,
      reporters: [{}],
      silent: true,
    },
    { plugins: [serving(files)] },
  );
  try {
    vitest.provide('ruleMutants', mutants);
    const done = doneFiles(paths);
    const specifications = await vitest.globTestSpecifications([...tests]);
    const todo = specifications
      .filter(({ moduleId }) => !done.has(relative(projectRoot, moduleId)))
      .sort((a, b) => costOf(a.moduleId) - costOf(b.moduleId));
    say(`${mutants.length} changes, ${todo.length} of ${specifications.length} files of tests to be run`);
    if (todo.length > 0) await vitest.runTestSpecifications(todo);
  } finally {
    await vitest.close();
  }
  return resultsOf(paths, mutants);
}

/** Properties draw many cases, so examples come first; within each kind, smaller files first. */
const costOf = (file: string): number => (file.includes('/property/') ? 1e9 : 0) + statSync(file).size;

/** The results of every file that was tried so far. */
export async function ruleResults(): Promise<RuleResult[]> {
  const tried = new Set(readRuleLog().flatMap((entry) => (entry.type === 'file' ? [] : [entry.path])));
  const paths = ruleFiles([]).filter((path) => tried.has(path));
  return resultsOf(paths, (await changed(paths)).mutants);
}

function resultsOf(paths: readonly string[], mutants: readonly Change[]): RuleResult[] {
  const verdicts = new Map<string, string>();
  for (const entry of readRuleLog())
    if (entry.type !== 'file' && entry.digest === digestOf(entry.path)) {
      const key = `${entry.path} ${entry.name}`;
      if (verdicts.get(key) !== 'killed') verdicts.set(key, entry.type);
    }
  const ofPath = Map.groupBy(mutants, ({ path }) => path);
  return paths.map((path) => {
    const list = (ofPath.get(path) ?? []).map((mutant) => ({
      ...mutant,
      verdict: verdicts.get(`${path} ${mutant.name}`),
    }));
    const survivors = list.filter(
      ({ verdict, ...mutant }) => verdict !== 'killed' && verdict !== 'loaded' && !isRuleEquivalent(mutant),
    );
    return {
      path,
      killed: list.filter(({ verdict }) => verdict === 'killed').length,
      survivors: survivors.map(({ name }) => name),
    };
  });
}

/** Test files that have judged the current rules. */
function doneFiles(paths: readonly string[]): Set<string> {
  const log = readRuleLog();
  const judged = new Set(
    log.flatMap((entry) => (entry.type !== 'file' && entry.digest === digestOf(entry.path) ? [entry.path] : [])),
  );
  // For a file without results, the covering tests are unknown.
  if (paths.some((path) => !judged.has(path))) return new Set();
  return new Set(
    log.flatMap((entry) =>
      entry.type === 'file' &&
      entry.digest === digestOf(entry.file) &&
      Object.entries(entry.sources).every(([path, digest]) => digest === digestOf(path))
        ? [entry.file]
        : [],
    ),
  );
}

type Change = RuleMutant & { original: string; replacement: string };

const silent = () => undefined;
const never = () => false;
const logger = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
};

/** Sources with all their changes, each behind a switch. */
async function changed(paths: readonly string[]): Promise<{ files: ReadonlyMap<string, string>; mutants: Change[] }> {
  const sources = new Map(paths.map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]));
  const given: File[] = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] };
  const { files, mutants } = await new Instrumenter(logger).instrument(given, options);
  return {
    files: new Map(files.map(({ name, content }) => [join(projectRoot, name), content])),
    mutants: mutants.flatMap(({ id, fileName: path, location, mutatorName, replacement, status }) => {
      if (status === 'Ignored') return [];
      const original = textAt(sources.get(path) ?? '', location);
      const { line, column } = location.start;
      const name = `${line + 1}:${column + 1} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ')}`;
      return [{ id, path, name, original, replacement }];
    }),
  };
}

/** Serves the changed sources to vitest in place of those on disk. */
const serving = (files: ReadonlyMap<string, string>): Plugin => ({
  name: 'changed-rules',
  enforce: 'pre',
  transform(_, id) {
    const code = files.get(id.split('?')[0] ?? '');
    return code === undefined ? undefined : { code, map: null };
  },
});

interface Place {
  line: number;
  column: number;
}

/** The text between two positions, counted from 0. */
function textAt(source: string, { start, end }: { start: Place; end: Place }): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

const ruleFiles = (folders: readonly string[]): string[] =>
  globSync('{shared/*,compat/qdash}/rules/**/*.ts', { cwd: projectRoot })
    .filter((path) => !withoutRules.test(path))
    .filter((path) => folders.length === 0 || folders.some((one) => path.startsWith(one)))
    .sort();
