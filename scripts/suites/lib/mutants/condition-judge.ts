import { type Sighting, seen, switchTo } from './condition-hook.ts';
import {
  type ConditionMutant,
  digestOf,
  type Entry,
  isCurrent,
  keyOf,
  readLog,
  sourceOf,
  writeDown,
} from './condition-log.ts';
import { reasonOfEquivalence } from './equivalents.ts';
import type { Verdicts } from './trial.ts';

/**
 * Processor time limits in milliseconds, per mutant for the tests of one file and for all tests: what passed that often
 * will not fail. Histories vary more than other tests.
 */
const mostOfHistories = { attempts: 100, ms: 4000 };
const mostOfFile = { attempts: 12, ms: 3000 };
const mostOfAll = { ms: 15_000 };

/** What a test file has seen. */
interface FileState {
  sites: Set<string>;
  asked: Set<string>;
  begun: number;
}

/** Judges the conditions of some sites, test by test, and writes the results to the log. */
export class ConditionJudge {
  /** The next attempt of a test uses this mutant, or none. */
  readonly switchTo = switchTo;
  readonly #sites: ReadonlySet<string>;
  /** These need no further attempts. */
  readonly #killed = new Set<string>();
  readonly #spent = new Map<string, { attempts: number; ms: number }>();
  readonly #files = new Map<string, FileState>();

  constructor(sites: readonly string[]) {
    this.#sites = new Set(sites);
    for (const entry of readLog()) if (entry.type === 'killed' && isCurrent(entry)) this.#killed.add(keyOf(entry));
  }

  /** Receives the results for the mutants that a test covers. */
  verdictsOf(file: string, test: string): Verdicts<ConditionMutant> {
    const { sites, asked } = this.#stateOf(file);
    const tell = (type: 'killed' | 'passed' | 'doubt', mutant: ConditionMutant) =>
      writeDown({ type, file, test, digest: digestOf(sourceOf(mutant.site)), ...mutant });
    return {
      candidates: () => {
        const sightings = seen().filter(({ site }) => this.#sites.has(site));
        for (const { site, parts } of sightings) {
          sites.add(site);
          const entry: Entry = { type: 'asked', file, site, parts };
          const text = JSON.stringify(entry);
          if (!asked.has(text)) writeDown(entry);
          asked.add(text);
        }
        return this.#toTry(file, sightings);
      },
      killed: (mutant) => {
        this.#killed.add(keyOf(mutant));
        tell('killed', mutant);
      },
      passed: (mutant, ms) => {
        const isFirst = this.#spend(`${file} ${keyOf(mutant)}`, ms);
        this.#spend(keyOf(mutant), ms);
        if (isFirst) tell('passed', mutant);
      },
      doubted: (mutant) => tell('doubt', mutant),
    };
  }

  /** A file has run to its end. @param failed its tests that fail without a mutant */
  endFile(file: string, failed: string[]): void {
    const { sites, begun } = this.#stateOf(file);
    const sources = Object.fromEntries([...sites].map((site) => [sourceOf(site), digestOf(sourceOf(site))]));
    const ran = { ms: Date.now() - begun, failed };
    writeDown({ type: 'file', file, digest: digestOf(file), sources, judged: [...this.#sites], ...ran });
  }

  *#toTry(file: string, sightings: readonly Sighting[]): Iterable<ConditionMutant> {
    const candidates = sightings.flatMap(({ site, parts, refused }) =>
      [...(refused ? parts.demands : []), ...parts.alternatives].map((part) => ({ site, part })),
    );
    const unique = new Map(candidates.map((mutant) => [keyOf(mutant), mutant]));
    const most = file.startsWith('test/mutants/') ? mostOfHistories : mostOfFile;
    for (const [key, mutant] of unique) {
      if (this.#killed.has(key) || reasonOfEquivalence(mutant) !== undefined) continue;
      const here = this.#spent.get(`${file} ${key}`) ?? { attempts: 0, ms: 0 };
      const all = this.#spent.get(key) ?? { attempts: 0, ms: 0 };
      if (here.attempts >= most.attempts || here.ms >= most.ms || all.ms >= mostOfAll.ms) continue;
      yield mutant;
    }
  }

  /**
   * @returns whether it is the first time.
   */
  #spend(key: string, ms: number): boolean {
    const before = this.#spent.get(key);
    this.#spent.set(key, { attempts: (before?.attempts ?? 0) + 1, ms: (before?.ms ?? 0) + ms });
    return before === undefined;
  }

  #stateOf(file: string): FileState {
    const known = this.#files.get(file);
    if (known) return known;
    const state = { sites: new Set<string>(), asked: new Set<string>(), begun: Date.now() };
    this.#files.set(file, state);
    return state;
  }
}
