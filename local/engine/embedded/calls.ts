import type { ToolResult } from './answers.ts';

/** A response of JSON-RPC. */
export interface Response {
  id?: number;
  result?: ToolResult;
  error?: { message: string };
}

interface Call {
  /** Members of a request of JSON-RPC. */
  text: string;
  settle(response: Response): void;
  reject(error: Error): void;
}

/**
 * Calls of an engine, one after the other in their order. The engine does one thing at a time anyway, and what a caller reads
 * when the response comes is read before anything else is written.
 */
export class Calls {
  readonly #write: (text: string) => void;
  readonly #waiting: Call[] = [];
  #current: Call | undefined;
  #count = 0;
  #failure: Error | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** @param read makes the result of the response, at once. */
  send<T>(text: string, read: (response: Response) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      const settle = (response: Response) => {
        try {
          resolve(read(response));
        } catch (error) {
          reject(error as Error);
        }
      };
      this.#waiting.push({ text, settle, reject });
      this.#next();
    });
  }

  /** Takes a response; anything else that the engine says is not for us. */
  answer(response: Response): void {
    if (response.id !== this.#count || !this.#current) return;
    const { settle } = this.#current;
    this.#current = undefined;
    settle(response);
    this.#next();
  }

  /** No response will come any more. */
  end(failure: Error): void {
    this.#failure = failure;
    for (const { reject } of [this.#current, ...this.#waiting.splice(0)].filter((one) => one !== undefined))
      reject(failure);
    this.#current = undefined;
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) return;
    this.#count += 1;
    this.#write(`{"jsonrpc":"2.0","id":${this.#count},${this.#current.text}}\n`);
  }
}
