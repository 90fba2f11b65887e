import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { projectRoot } from '../../../tools/project-root.ts';
import type { ConditionTask, Sighting } from './condition-worker.ts';

/** A condition without one of its parts. */
export interface ConditionMutant {
  site: string;
  part: string;
}

/** Tests to run: those of a file by their names, or the whole file where a name is missing. */
interface Selection {
  file: string;
  tests: Set<string>;
}

/** No test ran, as when the pool has lost its worker: the suite is to be started anew. */
export class NothingRun extends Error {}

/** Runs tests over marked sources, as often as asked, in one warmed process. */
export class ConditionSuite {
  readonly #vitest: Vitest;
  readonly #specifications: Map<string, TestSpecification>;
  /** Selections that pass while nothing is taken out, so that a failure says something. */
  readonly #sound = new Map<string, boolean>();

  private constructor(vitest: Vitest, specifications: readonly TestSpecification[]) {
    this.#vitest = vitest;
    this.#specifications = new Map(specifications.map((one) => [one.moduleId, one]));
  }

  static async start(filters: readonly string[] = []): Promise<ConditionSuite> {
    const vitest = await createVitest('test', {
      config: join(import.meta.dirname, 'vitest.config.ts'),
      watch: false,
      reporters: [{}],
      silent: true,
    });
    return new ConditionSuite(vitest, await vitest.globTestSpecifications([...filters]));
  }

  /** The files of the tests. */
  get files(): string[] {
    return [...this.#specifications.keys()];
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }

  /** Runs the tests of some files once, and notes which conditions it asks and which refuse it. @returns also the tests that failed. */
  async survey(files: readonly string[]): Promise<{ sightings: Sighting[]; failed: string[] }> {
    const folder = await mkdtemp(join(tmpdir(), 'fiducial-mutants-'));
    const surveyFile = join(folder, 'sightings.jsonl');
    try {
      this.#vitest.config.bail = 0;
      const failed = await this.#run(
        { surveyFile },
        files.flatMap((file) => this.#specifications.get(file) ?? []),
      );
      const lines = existsSync(surveyFile) ? readFileSync(surveyFile, 'utf8').trim().split('\n') : [];
      return { sightings: lines.map((line) => JSON.parse(line) as Sighting), failed };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The first test that fails without a part of a condition, of those that the survey names; undefined: it survives. */
  async killerOf(mutant: ConditionMutant, sightings: readonly Sighting[]): Promise<string | undefined> {
    for (const selection of selectionsOf(mutant, sightings)) {
      const [killer] = await this.#runSelection(mutant, selection);
      if (killer === undefined) continue;
      if (await this.#isSound(selection)) return killer;
      const whole = { file: selection.file, tests: new Set<string>() };
      const [ofAll] = await this.#runSelection(mutant, whole);
      if (ofAll !== undefined && (await this.#isSound(whole))) return ofAll;
    }
    return undefined;
  }

  async #isSound(selection: Selection): Promise<boolean> {
    const key = [selection.file, ...selection.tests].join('\n');
    const known = this.#sound.get(key);
    if (known !== undefined) return known;
    const isSound = (await this.#runSelection(undefined, selection)).length === 0;
    this.#sound.set(key, isSound);
    return isSound;
  }

  async #runSelection(mutant: ConditionMutant | undefined, { file, tests }: Selection): Promise<string[]> {
    const specification = this.#specifications.get(file);
    if (!specification) return [];
    this.#vitest.config.bail = 1;
    if (tests.size === 0) this.#vitest.resetGlobalTestNamePattern();
    else this.#vitest.setGlobalTestNamePattern(new RegExp(`^(?:${[...tests].map(escaped).join('|')})$`));
    return this.#run(mutant, [specification]);
  }

  /** @returns the names of the tests that failed; of a file that could not be run, its path. */
  async #run(task: ConditionTask | undefined, specifications: TestSpecification[]): Promise<string[]> {
    this.#vitest.provide('conditionTask', task);
    const { testModules } = await this.#vitest.runTestSpecifications(specifications);
    const hasRun = testModules.some((module) =>
      [...module.children.allTests()].some((test) => ['passed', 'failed'].includes(test.result().state)),
    );
    if (!hasRun) throw new NothingRun();
    return testModules.flatMap((module) => {
      const path = relative(projectRoot, module.moduleId);
      const failed = [...module.children.allTests('failed')].map((test) => `${path} > ${test.fullName}`);
      return failed.length > 0 || module.ok() ? failed : [path];
    });
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** At most as many files of tests judge a mutant, and as many tests of a file. */
const mostFiles = 12;
const mostTests = 100;

/**
 * The tests that can tell whether a part is there: where a demand is missing, those in which the condition refused; where
 * an alternative is missing, all that ask it. Files come first that need no service of their own, and of those the ones
 * with the fewest such tests, which are about the condition; equal ones by their path.
 */
function selectionsOf({ site, part }: ConditionMutant, sightings: readonly Sighting[]): Selection[] {
  const telling = sightings.filter(
    (one) =>
      one.site === site && ((one.refused && one.parts.demands.includes(part)) || one.parts.alternatives.includes(part)),
  );
  const selections = [...Map.groupBy(telling, ({ file }) => file)].map(([file, list]) => ({
    file,
    tests: list.some(({ test }) => test === '')
      ? new Set<string>()
      : new Set(list.map(({ test }) => test).slice(0, mostTests)),
  }));
  const costOf = ({ file, tests }: Selection) => (file.includes('/test/api/') ? 1000 : 0) + (tests.size || 500);
  return selections.sort((a, b) => costOf(a) - costOf(b) || a.file.localeCompare(b.file)).slice(0, mostFiles);
}
