/**
 * The number of API requests in progress, shared between the threads of the service. The answering thread counts;
 * background threads read it (docs/decisions/0020-two-engines.md).
 */
export class RequestsInFlight {
  /** Shared memory of the number, for another thread. */
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

  /** Counts a request that was refused without a function. It leaves garbage too. */
  noteRefusal(): void {
    this.#answered += 1;
  }

  /** Counts a request while it is in progress. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    Atomics.add(this.#count, 0, 1);
    try {
      return await answer();
    } finally {
      this.#answered += 1;
      if (Atomics.sub(this.#count, 0, 1) === 1) Atomics.notify(this.#count, 0);
    }
  }

  /** Resolves when no request is in progress, or after the given milliseconds. */
  async none(mostMilliseconds: number): Promise<void> {
    const until = performance.now() + mostMilliseconds;
    for (;;) {
      const count = Atomics.load(this.#count, 0);
      const left = until - performance.now();
      if (count === 0 || left <= 0) return;
      // Resolves at once if the number has changed already.
      await Atomics.waitAsync(this.#count, 0, count, left).value;
    }
  }
}
