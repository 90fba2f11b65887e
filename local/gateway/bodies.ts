import type { IncomingMessage } from 'node:http';
import { HeldBytes, type HeldLimits } from './held-bytes.ts';

/** Limits of bodies that are being received. */
export interface BodyLimits extends HeldLimits {
  /** Bodies of one caller that are read at the same time. */
  readingPerCaller: number;
  /** After this time, a body must have kept the minimum rate. */
  graceMilliseconds: number;
  leastBytesPerSecond: number;
}

/** A received body; it counts as `held` until `release`. */
export interface Body {
  /** Empty if the body is too large: it was counted but not kept. */
  bytes: Buffer;
  /** Number of bytes sent. */
  size: number;
  release(): void;
}

/** Why a body was not read to its end: too slow, one of too many, or too large. */
export type NoBody = 'slow' | 'crowded' | 'too-large';

/** Largest body of a request (API Gateway's own limit). Larger ones never reach a function. */
export const maxBodyBytes = 10 * 1024 * 1024;
// Read and discarded, so that the sender reads our answer instead of a reset connection.
const maxDiscardedBytes = 64 * 1024 * 1024;

interface Reading {
  giveUp(why: NoBody): void;
}

/**
 * Reads bodies outside the request count, so that a slow body occupies no place (rule DEPLOY-35). A caller with too
 * many bodies or bytes loses the oldest ones, so a quick body is read even next to slow ones.
 */
export class Bodies {
  readonly #limits: BodyLimits;
  readonly #held: HeldBytes;
  /** By caller, oldest first. */
  readonly #reading = new Map<string, Set<Reading>>();

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#held = new HeldBytes(limits);
  }

  /** Bytes that are held at present. */
  get heldBytes(): number {
    return this.#held.total;
  }

  /**
   * Reads the body of a request.
   * @param limit most bytes that are kept; 0 reads and keeps nothing
   * @throws Error if the sender disconnects or never stops sending.
   */
  read(request: IncomingMessage, caller: string, limit: number): Promise<Body | NoBody> {
    if (request.destroyed && !request.complete) return Promise.reject(new Error('The sender has gone'));
    const announced = Number(request.headers['content-length'] ?? 0);
    const isEmpty = announced === 0 && request.headers['transfer-encoding'] === undefined;
    if (isEmpty) return Promise.resolve({ bytes: Buffer.alloc(0), size: 0, release: () => undefined });
    const { promise, resolve, reject } = Promise.withResolvers<Body | NoBody>();
    const reading: Reading = { giveUp: (why) => end(() => resolve(why)) };
    const holding = this.#held.hold(caller, () => reading.giveUp('crowded'));
    const leave = this.#enter(caller, reading);
    const collected = new Collected(announced, Math.min(limit, maxBodyBytes));
    const stopClock = this.#clock(
      () => collected.size,
      () => reading.giveUp('slow'),
    );
    let isOver = false;
    const end = (settle: () => void, keeps = false) => {
      if (isOver) return;
      isOver = true;
      stopClock();
      leave();
      if (!keeps) holding.release();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      // Discards the rest of the body.
      request.resume();
      settle();
    };
    const onData = (chunk: Buffer) => {
      holding.add(collected.add(chunk));
      if (collected.size > maxDiscardedBytes) end(() => reject(new Error('The request body does not end')));
    };
    const onEnd = () => {
      if (collected.size > maxBodyBytes) return end(() => resolve('too-large'));
      holding.keep();
      const bytes = collected.take();
      end(() => resolve({ bytes, size: collected.size, release: () => holding.release() }), true);
    };
    const onClose = () => end(() => reject(new Error('The sender has gone')));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    request.on('error', () => undefined);
    return promise;
  }

  #enter(caller: string, reading: Reading): () => void {
    const all = this.#reading.get(caller) ?? new Set();
    this.#reading.set(caller, all);
    all.add(reading);
    const [oldest] = all;
    if (all.size > this.#limits.readingPerCaller) queueMicrotask(() => oldest?.giveUp('crowded'));
    return () => {
      all.delete(reading);
      if (all.size === 0) this.#reading.delete(caller);
    };
  }

  /** Gives up if a body falls below the minimum rate. @returns a function that stops the check. */
  #clock(size: () => number, giveUp: () => void): () => void {
    const { graceMilliseconds, leastBytesPerSecond } = this.#limits;
    const begun = performance.now();
    const left = () => begun + graceMilliseconds + (size() / leastBytesPerSecond) * 1000 - performance.now();
    let timer: NodeJS.Timeout;
    const look = () => {
      const milliseconds = left();
      if (milliseconds <= 0) return giveUp();
      timer = setTimeout(look, Math.ceil(milliseconds));
    };
    timer = setTimeout(look, graceMilliseconds);
    return () => clearTimeout(timer);
  }
}

/**
 * Collects the pieces of a body, in one buffer if the size was announced. Many small buffers would stay in the C
 * library's heap.
 */
class Collected {
  readonly #limit: number;
  readonly #whole: Buffer | undefined;
  #chunks: Buffer[] = [];
  size = 0;

  constructor(announced: number, limit: number) {
    this.#limit = limit;
    // Unwritten memory costs nothing.
    if (announced > 0 && announced <= limit) this.#whole = Buffer.allocUnsafeSlow(announced);
  }

  /**
   * @returns the change in kept bytes, negative if the kept bytes are discarded.
   */
  add(chunk: Buffer): number {
    const before = this.size;
    this.size += chunk.length;
    if (this.#whole) chunk.copy(this.#whole, before);
    else if (this.size <= this.#limit) this.#chunks.push(chunk);
    else this.#chunks = [];
    if (this.size <= this.#limit) return chunk.length;
    return before <= this.#limit ? -before : 0;
  }

  take(): Buffer {
    const { size } = this;
    if (size > this.#limit) return Buffer.alloc(0);
    if (this.#whole) return this.#whole.subarray(0, size);
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return whole;
  }
}
