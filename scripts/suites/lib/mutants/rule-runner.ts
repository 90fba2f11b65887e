import { inject } from 'vitest';
import { MutantRunner } from './mutant-runner.ts';
import { RuleJudge } from './rule-judge.ts';
import type { RuleMutant } from './rule-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ruleMutants: RuleMutant[];
  }
}

const shared = globalThis as unknown as { fiducialRuleJudge?: RuleJudge };

/** Judges changes to rules. */
// biome-ignore lint/style/noDefaultExport: vitest loads the default export of its runner
export default class RuleRunner extends MutantRunner<RuleMutant> {
  protected override get judge(): RuleJudge {
    shared.fiducialRuleJudge ??= new RuleJudge(inject('ruleMutants'));
    return shared.fiducialRuleJudge;
  }
}
