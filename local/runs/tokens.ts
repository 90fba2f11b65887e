import { randomUUID } from 'node:crypto';

/** An error of the states language: retriers and catchers know it by its name. */
export class StatesError extends Error {
  constructor(name: string, cause: string) {
    super(cause);
    this.name = name;
  }
}

/** What a waiting state may wait for. */
export interface WaitLimits {
  timeoutSeconds: number;
  /** Undefined for a state without heartbeat. */
  heartbeatSeconds: number | undefined;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
  renew(): void;
}

/**
 * The task tokens of waiting states. The interpreter knows neither tokens nor heartbeats, so both live here: a token is
 * good from the moment its state has one until the state ends, for whatever reason.
 */
export class TaskTokens {
  readonly #waiting = new Map<string, Waiting>();

  /** A token for a state that begins. */
  make(): string {
    return randomUUID();
  }

  /**
   * Waits until the token is completed or failed.
   * @throws StatesError with the error that it was failed with, `States.Timeout` or `States.HeartbeatTimeout`.
   */
  async wait(token: string, limits: WaitLimits): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const fail = (name: string) => reject(new StatesError(name, ''));
    const timeout = setTimeout(() => fail('States.Timeout'), limits.timeoutSeconds * 1000);
    let heartbeat: NodeJS.Timeout | undefined;
    const renew = () => {
      clearTimeout(heartbeat);
      if (limits.heartbeatSeconds !== undefined)
        heartbeat = setTimeout(() => fail('States.HeartbeatTimeout'), limits.heartbeatSeconds * 1000);
    };
    renew();
    this.#waiting.set(token, { resolve, reject, renew });
    try {
      return await promise;
    } finally {
      this.#waiting.delete(token);
      clearTimeout(timeout);
      clearTimeout(heartbeat);
    }
  }

  /** Ends a wait with an output. @returns whether the token was good. */
  succeed(token: string, output: unknown): boolean {
    this.#waiting.get(token)?.resolve(output);
    return this.#waiting.delete(token);
  }

  /** Ends a wait with an error. @returns whether the token was good. */
  fail(token: string, error: string, cause: string): boolean {
    this.#waiting.get(token)?.reject(new StatesError(error, cause));
    return this.#waiting.delete(token);
  }

  /** Says that whoever works is alive. @returns whether the token was good. */
  heartbeat(token: string): boolean {
    const waiting = this.#waiting.get(token);
    waiting?.renew();
    return waiting !== undefined;
  }

  /** Ends every wait. */
  close(): void {
    for (const token of [...this.#waiting.keys()]) this.fail(token, 'States.TaskFailed', 'The service is stopping');
  }
}
