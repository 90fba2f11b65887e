import { relative } from 'node:path';
import fc from 'fast-check';
import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestTryOptions,
} from 'vitest';
import { projectRoot } from '../../../tools/project-root.ts';
import { type Attempt, trial, type Verdicts } from './trial.ts';

/** Who judges mutants by the tests that a runner runs. */
export interface Judge<Mutant> {
  /** What becomes of the mutants of which a test could tell. */
  verdictsOf(file: string, test: string): Verdicts<Mutant>;
  /** The next attempt of a test is with this mutant, or as it is. */
  switchTo(mutant: Mutant | undefined): void;
  /** A file has been run to its end. @param failed its tests that fail as they are */
  endFile(file: string, failed: string[]): void;
}

/** Why a test is run once more. */
class OnceMore extends Error {}

const mostAttempts = 1_000_000;

/** What this process has taken of a processor so far. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs each test as often as there are mutants of which it could tell, another one switched on each time: sources and services
 * are loaded once. To vitest the attempts are the retries of a test, each with its hooks.
 */
export abstract class MutantRunner<Mutant> extends TestRunner {
  #trial: Generator<Mutant | undefined, void, Attempt> | undefined;
  #begun = 0;
  #isSound = true;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // A property that fails need not find its smallest counterexample.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
  }

  /** Undefined where tests are only run. */
  protected abstract get judge(): Judge<Mutant> | undefined;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (!this.judge) return;
    test.retry = { count: mostAttempts, condition: (error) => error.message === OnceMore.name };
    this.#trial = trial(this.judge.verdictsOf(pathOf(test.file), test.fullTestName));
    this.#trial.next();
    this.#isSound = true;
    this.judge.switchTo(undefined);
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#begun = processorMs();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const { result } = test;
    if (!this.#trial || !result || result.state === 'skip') return;
    const passed = result.state === 'pass';
    if (options.retry === 0) this.#isSound = passed;
    const next = this.#trial.next({ passed, ms: processorMs() - this.#begun });
    this.judge?.switchTo(next.done ? undefined : next.value);
    if (options.retry > 0) delete result.errors;
    if (!next.done) throw new OnceMore(OnceMore.name);
    result.state = this.#isSound ? 'pass' : 'fail';
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    for (const file of files) {
      const failed = failedOf(file.tasks);
      const isBroken = failed.length === 0 && file.result?.state === 'fail';
      this.judge?.endFile(pathOf(file), isBroken ? [pathOf(file)] : failed);
    }
  }
}

const pathOf = ({ filepath }: { filepath: string }): string => relative(projectRoot, filepath);

const failedOf = (tasks: RunnerTestSuite['tasks']): string[] =>
  tasks.flatMap((task) => {
    if (task.type === 'suite') return failedOf(task.tasks);
    return task.result?.state === 'fail' ? [task.fullTestName] : [];
  });
