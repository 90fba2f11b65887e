import { relative } from 'node:path';
import fc from 'fast-check';
import {
  inject,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestTryOptions,
} from 'vitest';
import { projectRoot } from '../../../tools/project-root.ts';
import { connect, switchTo } from './condition-hook.ts';
import { ConditionJudge } from './condition-judge.ts';
import type { ConditionMutant } from './condition-log.ts';
import { type Attempt, trial } from './trial.ts';

/** The task of the workers: judge conditions, or run with one of them changed from the start. */
export type ConditionTask = { sites: string[] } | { mutant: ConditionMutant };

declare module 'vitest' {
  interface ProvidedContext {
    conditionTask: ConditionTask | undefined;
  }
}

const shared = globalThis as unknown as { fiducialConditionJudge?: ConditionJudge };

/** Makes vitest repeat a test. */
class OnceMore extends Error {}

const mostAttempts = 1_000_000;

/** Processor time of this process so far. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs each test once per judged condition, removing one after another, so that sources and services are loaded once.
 * To vitest these attempts are retries, each with its hooks.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads the default export of its runner
export default class ConditionRunner extends TestRunner {
  readonly #task = inject('conditionTask');
  #trial: Generator<ConditionMutant | undefined, void, Attempt> | undefined;
  #begun = 0;
  #isSound = true;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // A failing property need not shrink its counterexample.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
    connect();
    if (this.#task && 'mutant' in this.#task) switchTo(this.#task.mutant);
  }

  /** Undefined if tests only run. */
  get #judge(): ConditionJudge | undefined {
    if (!this.#task || !('sites' in this.#task)) return undefined;
    shared.fiducialConditionJudge ??= new ConditionJudge(this.#task.sites);
    return shared.fiducialConditionJudge;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (!this.#judge) return;
    test.retry = { count: mostAttempts, condition: (error) => error.message === OnceMore.name };
    this.#trial = trial(this.#judge.verdictsOf(pathOf(test.file), test.fullTestName));
    this.#trial.next();
    this.#isSound = true;
    this.#judge.switchTo(undefined);
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
    this.#judge?.switchTo(next.done ? undefined : next.value);
    if (options.retry > 0) delete result.errors;
    if (!next.done) throw new OnceMore(OnceMore.name);
    result.state = this.#isSound ? 'pass' : 'fail';
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    for (const file of files) {
      const failed = failedOf(file.tasks);
      const isBroken = failed.length === 0 && file.result?.state === 'fail';
      this.#judge?.endFile(pathOf(file), isBroken ? [pathOf(file)] : failed);
    }
  }
}

const pathOf = ({ filepath }: { filepath: string }): string => relative(projectRoot, filepath);

const failedOf = (tasks: RunnerTestSuite['tasks']): string[] =>
  tasks.flatMap((task) => {
    if (task.type === 'suite') return failedOf(task.tasks);
    return task.result?.state === 'fail' ? [task.fullTestName] : [];
  });
