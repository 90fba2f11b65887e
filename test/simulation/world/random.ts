/** A reproducible source of chance (sfc32, PractRand): equal seeds, equal draws. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(0x9e3779b9, 0x243f6a88, 0xb7e15162, seed ^ 0xdeadbeef);
    for (let n = 0; n < 15; n += 1) this.#next();
  }

  #next(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const drawn = (a + b + d) >>> 0;
    state[3] = d + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + drawn;
    return drawn;
  }

  /** From 0 to below 1. */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  /** A whole number from `first` to `last`. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const hex = Buffer.from(this.bytes(16)).toString('hex');
    const variant = '89ab'[this.below(4)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
