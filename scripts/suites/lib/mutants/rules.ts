import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { projectRoot } from '../../../tools/project-root.ts';
import { type RuleReport, type RuleResult, resultsOf } from './rule-report.ts';
import { type Sample, sampleOf } from './sample.ts';

export interface RuleOptions {
  /** Files or folders of rules. */
  folders: readonly string[];
  /** A sample of the files; by default all. */
  sample?: Sample | undefined;
  /** Ignores the results of earlier runs. */
  fresh: boolean;
}

const reportFile = join(projectRoot, '.cache/mutants/rules.json');

/** Data without rules: catalogues and templates. Other tests check their content. */
const withoutRules = /\/(templates|tasks)\/|\/(types|kinds|cividis|[a-z]+-metrics)\.ts$/;

/** Changes the rules, a comparison, a boundary, an `and`, a constant, as `stryker.config.mjs` says. */
export async function tryRules({ folders, sample, fresh }: RuleOptions): Promise<RuleResult[]> {
  if (fresh) rmSync(reportFile, { force: true });
  const paths = sampleOf(ruleFiles(folders), sample);
  await new Stryker({ configFile: join(projectRoot, 'stryker.config.mjs'), mutate: paths }).runMutationTest();
  return resultsOf(readReport(), paths);
}

/** The results of every file that was tried so far. */
export const ruleResults = (): RuleResult[] => resultsOf(readReport(), ruleFiles([]));

/** The day on which rules were last tried. */
export const ruleDay = (): string =>
  existsSync(reportFile) ? statSync(reportFile).mtime.toISOString().slice(0, 10) : 'no day';

const readReport = (): RuleReport =>
  existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : { files: {} };

const ruleFiles = (folders: readonly string[]): string[] =>
  globSync('{shared/*,compat/qdash}/rules/**/*.ts', { cwd: projectRoot })
    .filter((path) => !withoutRules.test(path))
    .filter((path) => folders.length === 0 || folders.some((one) => path.startsWith(one)))
    .sort();
