import { digestOf } from './condition-log.ts';
import { type Judge, processorMs } from './mutant-runner.ts';
import { type RuleEntry, type RuleMutant, readRuleLog, writeDownRule } from './rule-log.ts';
import type { Verdicts } from './trial.ts';

/** State that changed sources use at run time (Stryker, instrumenter). */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

/**
 * Processor time limits in milliseconds, per mutant for all tests and per test for all mutants: what passed that often
 * will not fail.
 */
const mostOfMutant = { attempts: 80, ms: 2000 };
const mostOfTest = { ms: 8000 };
/** A loop that runs this many times more often than without the change is endless. */
const endlessFactor = 100;

const switches = () => {
  const shared = globalThis as unknown as { __stryker__?: Switches };
  shared.__stryker__ ??= {};
  shared.__stryker__.mutantCoverage ??= { static: {}, perTest: {} };
  return shared.__stryker__ as Switches & { mutantCoverage: Coverage };
};

/** Judges changes to rules, test by test, and writes the results to the log. */
export class RuleJudge implements Judge<RuleMutant> {
  readonly #mutants: ReadonlyMap<string, RuleMutant>;
  readonly #known = new Map<string, RuleEntry['type']>();
  readonly #spent = new Map<string, { attempts: number; ms: number }>();
  #hits: Record<string, number> = {};
  #sources: Record<string, string> = {};
  #begun = Date.now();

  constructor(mutants: readonly RuleMutant[]) {
    this.#mutants = new Map(mutants.map((mutant) => [mutant.id, mutant]));
    for (const entry of readRuleLog())
      if (entry.type !== 'file' && entry.digest === digestOf(entry.path)) this.#known.set(keyOf(entry), entry.type);
  }

  verdictsOf(file: string, test: string): Verdicts<RuleMutant> {
    return {
      candidates: () => this.#toTry(),
      killed: (mutant) => this.#tell('killed', mutant, `${file} > ${test}`),
      doubted: () => undefined,
      passed: ({ id }, ms) => {
        const before = this.#spent.get(id);
        this.#spent.set(id, { attempts: (before?.attempts ?? 0) + 1, ms: (before?.ms ?? 0) + ms });
      },
    };
  }

  switchTo(mutant: RuleMutant | undefined): void {
    const now = switches();
    now.activeMutant = mutant?.id;
    now.currentTestId = mutant ? 'changed' : 'as it is';
    now.hitCount = mutant ? 0 : undefined;
    now.hitLimit = mutant ? (this.#hits[mutant.id] ?? 1) * endlessFactor : undefined;
    now.mutantCoverage.perTest = {};
    for (const one of ['changed', 'as it is']) now.mutantCoverage.perTest[one] = {};
  }

  endFile(file: string, failed: string[]): void {
    for (const id of Object.keys(switches().mutantCoverage.static)) {
      const mutant = this.#mutants.get(id);
      if (mutant && !this.#known.has(keyOf(mutant))) this.#tell('loaded', mutant);
    }
    const ms = Date.now() - this.#begun;
    writeDownRule({ type: 'file', file, digest: digestOf(file), sources: this.#sources, ms, failed });
    this.#sources = {};
    this.#begun = Date.now();
    Object.assign(switches(), { currentTestId: undefined });
  }

  *#toTry(): Iterable<RuleMutant> {
    this.#hits = switches().mutantCoverage.perTest['as it is'] ?? {};
    const covered = Object.keys(this.#hits).flatMap((id) => this.#mutants.get(id) ?? []);
    for (const mutant of covered) {
      this.#sources[mutant.path] ??= digestOf(mutant.path);
      const known = this.#known.get(keyOf(mutant));
      if (known !== 'killed' && known !== 'passed') this.#tell('passed', mutant);
    }
    const begun = processorMs();
    for (const mutant of covered) {
      const { attempts, ms } = this.#spent.get(mutant.id) ?? { attempts: 0, ms: 0 };
      if (this.#known.get(keyOf(mutant)) !== 'killed' && attempts < mostOfMutant.attempts && ms < mostOfMutant.ms)
        yield mutant;
      if (processorMs() - begun > mostOfTest.ms) return;
    }
  }

  #tell(type: 'loaded' | 'passed' | 'killed', mutant: RuleMutant, killer?: string): void {
    const { path, name } = mutant;
    this.#known.set(keyOf(mutant), type);
    writeDownRule({ type, path, name, digest: digestOf(path), ...(killer && { killer }) });
  }
}

const keyOf = ({ path, name }: { path: string; name: string }): string => `${path} ${name}`;
