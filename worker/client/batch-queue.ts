/** How many of the waiting entries, from the first, go into the next batch: one at least. */
type BatchRule<T> = (waiting: readonly T[]) => number;

/**
 * Sends entries in order, a batch at a time, the next one only after the one before was acknowledged. Entries leave the
 * queue when they are acknowledged. `send` retries what can be retried; after its failure nothing more is sent.
 */
export class BatchQueue<T> {
  readonly #send: (batch: readonly T[]) => Promise<void>;
  readonly #sizeOf: BatchRule<T>;
  readonly #waiting: T[] = [];
  #pump: Promise<void> | undefined;
  #failure: unknown;
  #failed = false;

  constructor(send: (batch: readonly T[]) => Promise<void>, sizeOf: BatchRule<T>) {
    this.#send = send;
    this.#sizeOf = sizeOf;
  }

  /** Entries that are not acknowledged. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Puts entries at the end. After a failure they are dropped: `drained` tells. */
  push(...entries: readonly T[]): void {
    if (this.#failed) return;
    this.#waiting.push(...entries);
    this.#pump ??= this.#run();
  }

  /** Resolves when every entry is acknowledged. @throws what `send` has thrown. */
  async drained(): Promise<void> {
    while (this.#pump !== undefined) await this.#pump;
    if (this.#failed) throw this.#failure;
  }

  async #run(): Promise<void> {
    // What is pushed in one go makes one batch.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const size = Math.max(1, this.#sizeOf(this.#waiting));
        await this.#send(this.#waiting.slice(0, size));
        this.#waiting.splice(0, size);
      }
    } catch (error) {
      this.#failed = true;
      this.#failure = error;
      this.#waiting.length = 0;
    } finally {
      this.#pump = undefined;
    }
  }
}

/** A rule for batches of at most `most` entries that hold no key twice. */
export const distinctBatches =
  <T>(max: number, keyOf: (entry: T) => string): BatchRule<T> =>
  (waiting) => {
    const keys = new Set<string>();
    for (const entry of waiting.slice(0, max)) {
      const key = keyOf(entry);
      if (keys.has(key)) break;
      keys.add(key);
    }
    return keys.size;
  };
