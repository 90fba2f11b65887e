import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { projectRoot } from '../../../tools/project-root.ts';
import { isRuleEquivalent } from './rule-equivalents.ts';
import { type Sample, sampleOf } from './sample.ts';

/** What became of the changes to the rules of one file. */
export interface RuleResult {
  path: string;
  killed: number;
  /** `line:column kind replacement` of each that no test of rules noticed, and that makes a difference. */
  survivors: string[];
}

export interface RuleOptions {
  /** Files or folders below `shared/domain`. */
  folders: readonly string[];
  /** How many files, drawn by a seed; all where absent. */
  sample?: Sample | undefined;
  /** Forgets what earlier runs found. */
  fresh: boolean;
}

const incrementalFile = '.cache/mutants/rules.json';

/** Data that is no rule: catalogues and templates. Tests of their own say what must be in them. */
const withoutRules = /\/(templates|tasks)\/|\/(types|kinds|cividis|[a-z]+-metrics)\.ts$/;

/**
 * Lets Stryker change the rules: a comparison, a boundary, an `and`, a constant; folder by folder, so that an interrupted
 * run goes on where it stopped, and only what has changed since. Texts are left alone, and what is made as a module is
 * loaded: that would be a whole run of the tests for each.
 */
export async function tryRules({ folders, sample, fresh }: RuleOptions): Promise<RuleResult[]> {
  const paths = sampleOf(ruleFiles(folders), sample);
  for (const mutate of Map.groupBy(paths, dirname).values())
    await new Stryker({
      mutate,
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/suites/lib/mutants/rules.vitest.config.ts' },
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      mutator: { excludedMutations: ['StringLiteral'] },
      concurrency: 1,
      timeoutMS: 30_000,
      incremental: true,
      incrementalFile,
      force: fresh,
      reporters: [],
      tempDirName: '.cache/mutants/sandboxes',
      ignorePatterns: ['.cache', '.local', 'dist', 'cdk.out', 'coverage', 'test-results'],
      // Its own reading of tsconfig.json needs the API of an older TypeScript; vitest needs no help with it.
      tsconfigFile: 'none',
    }).runMutationTest();
  return ruleResults().filter(({ path }) => paths.includes(path));
}

/** What is known of every file that was tried so far (mutation testing report schema). */
export function ruleResults(): RuleResult[] {
  const file = join(projectRoot, incrementalFile);
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, 'utf8')) as MutationReport;
  return Object.entries(report.files).map(([path, { source, mutants }]) => {
    const survivors = mutants.filter(
      ({ status, location, replacement = '' }) =>
        (status === 'Survived' || status === 'NoCoverage') &&
        !isRuleEquivalent({ path, original: textAt(source, location), replacement }),
    );
    return {
      path,
      killed: mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length,
      survivors: survivors.map(
        ({ location: { start }, mutatorName, replacement = '' }) =>
          `${start.line}:${start.column} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ')}`,
      ),
    };
  });
}

function textAt(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

interface Place {
  line: number;
  column: number;
}
interface Location {
  start: Place;
  end: Place;
}
interface MutationReport {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        status: string;
        mutatorName: string;
        replacement?: string;
        location: Location;
      }[];
    }
  >;
}

const ruleFiles = (folders: readonly string[]): string[] =>
  globSync('shared/domain/**/*.ts', { cwd: projectRoot })
    .filter((path) => !withoutRules.test(path))
    .filter((path) => folders.length === 0 || folders.some((one) => path.startsWith(one)))
    .sort();
