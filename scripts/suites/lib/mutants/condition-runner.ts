import { inject } from 'vitest';
import { connect, switchTo } from './condition-hook.ts';
import { ConditionJudge } from './condition-judge.ts';
import type { ConditionMutant } from './condition-log.ts';
import { MutantRunner } from './mutant-runner.ts';

/** The task of the workers: judge conditions, or run with one of them changed from the start. */
export type ConditionTask = { sites: string[] } | { mutant: ConditionMutant };

declare module 'vitest' {
  interface ProvidedContext {
    conditionTask: ConditionTask | undefined;
  }
}

const shared = globalThis as unknown as { fiducialConditionJudge?: ConditionJudge };

/** Judges conditions of transactions. */
// biome-ignore lint/style/noDefaultExport: vitest loads the default export of its runner
export default class ConditionRunner extends MutantRunner<ConditionMutant> {
  readonly #task = inject('conditionTask');

  constructor(config: ConstructorParameters<typeof MutantRunner>[0]) {
    super(config);
    connect();
    if (this.#task && 'mutant' in this.#task) switchTo(this.#task.mutant);
  }

  protected override get judge(): ConditionJudge | undefined {
    if (!this.#task || !('sites' in this.#task)) return undefined;
    shared.fiducialConditionJudge ??= new ConditionJudge(this.#task.sites);
    return shared.fiducialConditionJudge;
  }
}
