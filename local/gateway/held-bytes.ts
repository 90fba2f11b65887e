/** Most bytes that are held in memory for one caller, and for all. */
export interface HeldLimits {
  perCaller: number;
  total: number;
}

/** Bytes held for one request. */
export interface Holding {
  /** Adds to the count. The oldest droppable holdings are dropped if necessary, possibly this one. */
  add(bytes: number): void;
  /** Excludes the holding from dropping, because a function works on it. */
  keep(): void;
  release(): void;
}

interface Held {
  caller: string;
  bytes: number;
  drop: (() => void) | undefined;
}

/**
 * Bounds the memory of requests with slow senders (rule DEPLOY-35). A caller beyond the limit loses the oldest
 * holdings; beyond the total, the largest caller does.
 */
export class HeldBytes {
  readonly #limits: HeldLimits;
  /** Oldest first. */
  readonly #held = new Set<Held>();
  readonly #bytesOf = new Map<string, number>();
  #total = 0;

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  /** Bytes that are held at present. */
  get total(): number {
    return this.#total;
  }

  /**
   * @param drop called once if the holding must be dropped; it is then released.
   */
  hold(caller: string, drop: () => void): Holding {
    const held: Held = { caller, bytes: 0, drop };
    this.#held.add(held);
    return {
      add: (bytes) => {
        if (!this.#held.has(held)) return;
        this.#count(held, bytes);
        this.#makeRoom(caller);
      },
      keep: () => {
        held.drop = undefined;
      },
      release: () => this.#release(held),
    };
  }

  #count(held: Held, bytes: number): void {
    held.bytes += bytes;
    this.#total += bytes;
    const left = (this.#bytesOf.get(held.caller) ?? 0) + bytes;
    if (left === 0) this.#bytesOf.delete(held.caller);
    else this.#bytesOf.set(held.caller, left);
  }

  #makeRoom(caller: string): void {
    while ((this.#bytesOf.get(caller) ?? 0) > this.#limits.perCaller && this.#dropOldest(caller));
    while (this.#total > this.#limits.total && this.#dropOldest(this.#largest()));
  }

  #largest(): string {
    const droppable = new Set([...this.#held].filter(({ drop }) => drop).map(({ caller }) => caller));
    const [most] = [...this.#bytesOf].filter(([caller]) => droppable.has(caller)).sort(([, a], [, b]) => b - a);
    return most?.[0] ?? '';
  }

  #dropOldest(caller: string): boolean {
    for (const held of this.#held) {
      if (held.caller !== caller || !held.drop || held.bytes === 0) continue;
      const { drop } = held;
      this.#release(held);
      drop();
      return true;
    }
    return false;
  }

  #release(held: Held): void {
    if (!this.#held.delete(held)) return;
    this.#count(held, -held.bytes);
  }
}
