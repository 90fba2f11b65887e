import type { Clock } from './clock.ts';

/**
 * How long a worker may drive the hardware (rule WORK-4). The service gives the lock on when it has not heard of the
 * worker for a window; the worker stops after half of one, so that it stands still long before. A heartbeat counts from
 * when it was sent: it cannot have been heard earlier.
 */
export class Lease {
  readonly #clock: Clock;
  #renewedAt: number;
  #windowMilliseconds: number;

  /** @param claimedAt when the claim was sent, on the clock. */
  constructor(clock: Clock, claimedAt: number, windowSeconds: number) {
    this.#clock = clock;
    this.#renewedAt = claimedAt;
    this.#windowMilliseconds = windowSeconds * 1000;
  }

  /** The service has answered a heartbeat that was sent at `sentAt`. */
  renew(sentAt: number, windowSeconds: number): void {
    this.#renewedAt = Math.max(this.#renewedAt, sentAt);
    this.#windowMilliseconds = windowSeconds * 1000;
  }

  /** Milliseconds until the hardware has to stand still; zero or less when it has to now. */
  get leftMilliseconds(): number {
    return this.#since(this.#windowMilliseconds / 2);
  }

  /** Milliseconds for which telling the service still has a sense: it has given the lock on long before. */
  get toGiveUpMilliseconds(): number {
    return this.#since(this.#windowMilliseconds * 2);
  }

  #since(milliseconds: number): number {
    return this.#renewedAt + milliseconds - this.#clock();
  }
}
