/**
 * How many requests of the API are being answered: a number in memory that the threads of the service share. The thread that
 * answers counts; those that work in the background look (docs/decisions/0020-two-engines.md).
 */
export class RequestsInFlight {
  /** What another thread looks at the same number by. */
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array<SharedArrayBuffer>;
  #answered = 0;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  /** Requests that this thread has answered, by a function or with a refusal. */
  get answered(): number {
    return this.#answered;
  }

  /** Counts a request that no function was asked to answer: what was read of it is garbage as well. */
  noteRefusal(): void {
    this.#answered += 1;
  }

  /** Counts a request while it is answered. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    Atomics.add(this.#count, 0, 1);
    try {
      return await answer();
    } finally {
      this.#answered += 1;
      if (Atomics.sub(this.#count, 0, 1) === 1) Atomics.notify(this.#count, 0);
    }
  }

  /** Resolves when no request is being answered, and after so many milliseconds in any case. */
  async none(mostMilliseconds: number): Promise<void> {
    const until = performance.now() + mostMilliseconds;
    for (;;) {
      const count = Atomics.load(this.#count, 0);
      const left = until - performance.now();
      if (count === 0 || left <= 0) return;
      // Answers at once where the number is another by now.
      await Atomics.waitAsync(this.#count, 0, count, left).value;
    }
  }
}
