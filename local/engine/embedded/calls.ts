import type { ToolResult } from './answers.ts';

/** A response of JSON-RPC. */
export interface Response {
  id?: number;
  result?: ToolResult;
  error?: { message: string };
}

interface Call {
  /** Members of a JSON-RPC request. */
  text: string;
  settle(response: Response): void;
  reject(error: Error): void;
}

/**
 * Sends calls to an engine one after another. The engine does one thing at a time anyway, and a caller can read related
 * data before the next write.
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

  /**
   * @param read produces the result of the response, synchronously.
   */
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

  /** Processes a response; other messages of the engine are ignored. */
  answer(response: Response): void {
    if (response.id !== this.#count || !this.#current) return;
    const { settle } = this.#current;
    this.#current = undefined;
    settle(response);
    this.#next();
  }

  /** Fails all calls, because no more responses will come. */
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
