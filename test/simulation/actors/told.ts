import type { Heard } from './user.ts';

/** A request that makes or removes something. */
interface Telling {
  change: 'made' | 'removed';
  begun: number;
  /** When it was answered as done. Never, for any other: no one knows whether and when it has an effect. */
  done: number;
}

/**
 * What users were told of the things that they make and remove. A thing of which a user was told that it is made is
 * there, unless it was asked for its removal at the same time or later; and the other way round.
 */
export class Told {
  readonly #tellings = new Map<string, Telling[]>();
  #count = 0;

  async tell<T>(thing: string, change: Telling['change'], work: () => Promise<Heard<T>>): Promise<Heard<T>> {
    const telling: Telling = { change, begun: this.#tick(), done: Number.POSITIVE_INFINITY };
    this.#tellings.set(thing, [...(this.#tellings.get(thing) ?? []), telling]);
    const heard = await work();
    if (heard.kind === 'done') telling.done = this.#tick();
    return heard;
  }

  /** Whether anybody asked for things whose names begin so. */
  speaksOf(prefix: string): boolean {
    return [...this.#tellings.keys()].some((thing) => thing.startsWith(prefix));
  }

  /** What is certain of each thing at the end: whether it is there. What is not certain is left out. */
  certain(): Map<string, boolean> {
    const known = new Map<string, boolean>();
    for (const [thing, tellings] of this.#tellings) {
      const last = tellings.findLast(
        (one) =>
          Number.isFinite(one.done) && tellings.every((other) => other.change === one.change || other.done < one.begun),
      );
      if (last) known.set(thing, last.change === 'made');
    }
    return known;
  }

  #tick(): number {
    this.#count += 1;
    return this.#count;
  }
}
