import { requestSignal, withRequestSignal } from './request-signal.ts';

interface Next<Input, Answer> {
  input: Input;
  answer: PromiseWithResolvers<Answer>;
  signals: (AbortSignal | undefined)[];
}

/**
 * Shares one answer among concurrent requests for the same. A request gets an answer that was begun after it, so that
 * the answer includes the caller's earlier writes: of the same question at most one is being made, and one is next.
 */
export class SharedAnswers<Input, Answer> {
  readonly #make: (input: Input) => Promise<Answer>;
  readonly #atWork = new Set<string>();
  readonly #next = new Map<string, Next<Input, Answer>>();

  constructor(make: (input: Input) => Promise<Answer>) {
    this.#make = make;
  }

  /** @param input what the answer is made from; the latest of all that share one. */
  ask(question: string, input: Input): Promise<Answer> {
    const waiting = this.#next.get(question);
    const next = waiting ?? { input, answer: Promise.withResolvers<Answer>(), signals: [] };
    next.input = input;
    next.signals.push(requestSignal());
    if (!waiting && this.#atWork.has(question)) this.#next.set(question, next);
    else if (!waiting) this.#begin(question, next);
    return next.answer.promise;
  }

  #begin(question: string, { input, answer, signals }: Next<Input, Answer>): void {
    this.#atWork.add(question);
    const made = withRequestSignal(whenAllAre(signals), async () => this.#make(input));
    made.then(answer.resolve, answer.reject).finally(() => {
      this.#atWork.delete(question);
      const next = this.#next.get(question);
      this.#next.delete(question);
      if (next) this.#begin(question, next);
    });
  }
}

/** Aborted when all of them are; undefined if one never is. */
function whenAllAre(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const all = signals.filter((signal) => signal !== undefined);
  if (all.length < signals.length) return undefined;
  const controller = new AbortController();
  const look = () => {
    if (all.every(({ aborted }) => aborted)) controller.abort();
  };
  for (const signal of all) signal.addEventListener('abort', look, { once: true });
  look();
  return controller.signal;
}
