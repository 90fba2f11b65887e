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

/** Judges mutants with the tests of a runner. */
export interface Judge<Mutant> {
  /** Receives the results for the mutants that a test covers. */
  verdictsOf(file: string, test: string): Verdicts<Mutant>;
  /** The next attempt of a test uses this mutant, or none. */
  switchTo(mutant: Mutant | undefined): void;
  /** A file has run to its end. @param failed its tests that fail without a mutant */
  endFile(file: string, failed: string[]): void;
}

/** Makes vitest repeat a test. */
class OnceMore extends Error {}

const mostAttempts = 1_000_000;

/** Processor time of this process so far. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs each test once per covered mutant, switching mutants in between, so that sources and services are loaded once.
 * To vitest these attempts are retries, each with its hooks.
 */
export abstract class MutantRunner<Mutant> extends TestRunner {
  #trial: Generator<Mutant | undefined, void, Attempt> | undefined;
  #begun = 0;
  #isSound = true;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // A failing property need not shrink its counterexample.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
  }

  /** Undefined if tests only run. */
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
