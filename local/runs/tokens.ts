import { randomUUID } from 'node:crypto';

/** An error of the states language; retriers and catchers match its name. */
export class StatesError extends Error {
  constructor(name: string, cause: string) {
    super(cause);
    this.name = name;
  }
}

/** Time limits of a waiting state. */
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
 * The task tokens of waiting states. The interpreter supports neither tokens nor heartbeats, so both are here. A token
 * is valid from its state's start until its end.
 */
export class TaskTokens {
  readonly #waiting = new Map<string, Waiting>();

  /** Returns a token for a new state. */
  make(): string {
    return randomUUID();
  }

  /**
   * Waits until the token is completed or failed.
   * @throws StatesError with the given error, `States.Timeout` or `States.HeartbeatTimeout`.
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

  /** Ends a wait with an output. @returns whether the token was valid. */
  succeed(token: string, output: unknown): boolean {
    this.#waiting.get(token)?.resolve(output);
    return this.#waiting.delete(token);
  }

  /** Ends a wait with an error. @returns whether the token was valid. */
  fail(token: string, error: string, cause: string): boolean {
    this.#waiting.get(token)?.reject(new StatesError(error, cause));
    return this.#waiting.delete(token);
  }

  /** Records a heartbeat. @returns whether the token was valid. */
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
