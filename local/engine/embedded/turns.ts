import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long reads may continue in one turn of the event loop. */
const turnMilliseconds = 2;

/**
 * Gives other work in a thread its turn. A read from the file is synchronous, so a caller that reads item after item
 * would otherwise block the thread.
 */
export class Turns {
  #began: number | undefined;

  /** Called when a read starts. */
  begin(): void {
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    setImmediate(() => {
      this.#began = undefined;
    });
  }

  /** Resolves at once, or in the next turn if the reads of this one have taken long enough. */
  async next(): Promise<void> {
    if (performance.now() - (this.#began ?? 0) > turnMilliseconds) await nextTurn();
  }
}
