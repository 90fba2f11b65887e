import type { Clock } from './clock.ts';

/**
 * How long a worker may drive the hardware (rule WORK-4). The service passes the lock on when the worker has been
 * silent for a window. The worker stops after half a window, so that its hardware is idle well before. A heartbeat
 * counts from when it was sent: it cannot have arrived earlier.
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

  /** Milliseconds until the hardware has to stop; zero or less if it has to stop now. */
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
