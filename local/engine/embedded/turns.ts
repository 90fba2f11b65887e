import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long reads go on in one turn of the thread's event loop. */
const turnMilliseconds = 2;

/**
 * Gives others of a thread their turn: a read out of the file is over at once, so that whoever reads one item after the other
 * would not let the thread do anything else.
 */
export class Turns {
  #began: number | undefined;

  /** A read begins. */
  begin(): void {
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    setImmediate(() => {
      this.#began = undefined;
    });
  }

  /** Resolves at once, and in the next turn where the reads of this one have taken long enough. */
  async next(): Promise<void> {
    if (performance.now() - (this.#began ?? 0) > turnMilliseconds) await nextTurn();
  }
}
