/** Most bytes that are held in memory for one caller, and for all of them. */
export interface HeldLimits {
  perCaller: number;
  total: number;
}

/** Bytes held for one request. */
export interface Holding {
  /** Counts more of them; the oldest that may be dropped give way, perhaps this very holding. */
  add(bytes: number): void;
  /** Never drops them from now on: a function works on them. */
  keep(): void;
  release(): void;
}

interface Held {
  caller: string;
  bytes: number;
  drop: (() => void) | undefined;
}

/**
 * Bounds the memory that requests hold while their senders are slow (rule DEPLOY-35). Whoever exceeds it loses their own oldest;
 * beyond the total, whoever holds most does.
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

  /** Bytes held at the moment. */
  get total(): number {
    return this.#total;
  }

  /** @param drop called once where the holding gives way; it is released then. */
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
