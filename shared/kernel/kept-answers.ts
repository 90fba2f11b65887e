/** The state that an answer was made from, and when it was made, in milliseconds. */
export interface KeptState {
  revision: number;
  nowMs: number;
}

/** How long an answer may lag in what depends only on the clock. */
const keptMilliseconds = 60_000;

/** Caches the latest answers while their state is unchanged, and for a minute at most. */
export class KeptAnswers<Answer> {
  readonly #most: number;
  readonly #kept = new Map<string, KeptState & { answer: Answer }>();

  /** @param most how many answers are cached. */
  constructor(most: number) {
    this.#most = most;
  }

  find(question: string, { revision, nowMs }: KeptState): Answer | undefined {
    const kept = this.#kept.get(question);
    if (!kept) return undefined;
    this.#kept.delete(question);
    // The clock may have been set back.
    const isYoung = Math.abs(nowMs - kept.nowMs) < keptMilliseconds;
    if (kept.revision !== revision || !isYoung) return undefined;
    this.#kept.set(question, kept);
    return kept.answer;
  }

  /** @param state as it was before the first read for the answer. */
  keep(question: string, state: KeptState, answer: Answer): void {
    this.#kept.delete(question);
    this.#kept.set(question, { ...state, answer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
