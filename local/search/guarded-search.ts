import { damageOf } from '#local/data-folder/database-damage.ts';
import type { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import type { EventSearch, SearchChange, SearchIndex, SearchPage, SearchQuery } from '#shared/search/index/port.ts';

/**
 * The index of notes over a file that may be damaged, in which case `keepSearch` rebuilds it. Until then searches read
 * the table, and changes wait.
 */
export class GuardedSearch implements SearchIndex {
  readonly #withoutIndex: EventSearch;
  readonly #onDamage: (problem: string) => void;
  #index: EmbeddedSearch | undefined;
  #opened = closedGate();

  /**
   * @param withoutIndex answers while there is no index.
   */
  constructor(withoutIndex: EventSearch, onDamage: (problem: string) => void) {
    this.#withoutIndex = withoutIndex;
    this.#onDamage = onDamage;
  }

  resume(index: EmbeddedSearch): void {
    this.#index = index;
    this.#opened.resolve();
  }

  /** Closes the file; idempotent. */
  suspend(): void {
    if (!this.#index) return;
    this.#index.close();
    this.#index = undefined;
    this.#opened = closedGate();
  }

  /** Rejects changes that wait for the index. */
  end(): void {
    this.#opened.reject(new Error('The index of notes is closed'));
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    const answered = await this.#attempt((index) => index.search(query));
    return answered ? answered.value : this.#withoutIndex.search(query);
  }

  async apply(changes: readonly SearchChange[]): Promise<(string | undefined)[]> {
    for (;;) {
      await this.#opened.promise;
      const answered = await this.#attempt((index) => index.apply(changes));
      if (answered) return answered.value;
    }
  }

  async lacking(projectId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const answered = await this.#attempt((index) => index.lacking(projectId, eventIds));
    // Without an index a search reads the table, which is complete.
    return answered ? answered.value : new Set();
  }

  /** Returns nothing if there is no index or it is found to be damaged. */
  async #attempt<T>(work: (index: EmbeddedSearch) => Promise<T>): Promise<{ value: T } | undefined> {
    const index = this.#index;
    if (!index) return undefined;
    try {
      return { value: await work(index) };
    } catch (error) {
      const problem = damageOf(error);
      if (problem === undefined) throw error;
      if (index === this.#index) {
        this.suspend();
        this.#onDamage(problem);
      }
      return undefined;
    }
  }
}

function closedGate(): PromiseWithResolvers<void> {
  const gate = Promise.withResolvers<void>();
  // It may be rejected without a listener.
  gate.promise.catch(() => undefined);
  return gate;
}
