import { Worker } from 'node:worker_threads';
import { invalid, ServiceError } from '../../../kernel/errors.ts';
import type { ThreadAnswer, ThreadInput } from './work.ts';

/** How much is worked on in threads. */
export interface ThreadLimits {
  /** Threads at a time. */
  threads: number;
  /** Documents that wait for one. */
  waiting: number;
  timeoutSeconds: number;
  megabytes: number;
}

/**
 * Runs each input in a thread of its own, which ends with it.
 * @throws ServiceError `invalid` for an input that takes too long or too much memory, `busy` where too many wait.
 */
export function documentThreads(file: URL, limits: ThreadLimits): (input: ThreadInput) => Promise<unknown> {
  const waiting: (() => void)[] = [];
  let running = 0;

  const takePlace = async (): Promise<void> => {
    if (running < limits.threads) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting)
      throw new ServiceError('busy', `${running + waiting.length} large documents are being read; try again soon`, {
        retryAfterSeconds: limits.timeoutSeconds,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  /** A place goes to the document that has waited longest. */
  const leavePlace = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (input) => {
    await takePlace();
    try {
      return await resultOf(file, input, limits);
    } finally {
      leavePlace();
    }
  };
}

async function resultOf(file: URL, input: ThreadInput, { timeoutSeconds, megabytes }: ThreadLimits): Promise<unknown> {
  const worker = startThread(file, input, megabytes);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const refuse = (bound: string) =>
    reject(invalid(`The document takes more than ${bound} to read; send less at a time`));
  const timer = setTimeout(() => refuse(`${timeoutSeconds} s`), timeoutSeconds * 1000);
  worker.once('message', ({ result }: ThreadAnswer) => resolve(result));
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse(`${megabytes} MB`) : reject(error),
  );
  worker.once('exit', (code) => reject(new Error(`The document thread ended with code ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Handing an input over copies it level by level, which a deeply nested one exceeds. */
function startThread(file: URL, input: ThreadInput, megabytes: number): Worker {
  try {
    return new Worker(file, {
      name: 'document',
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
  } catch (error) {
    throw error instanceof RangeError ? invalid('The document is nested too deeply to be read') : error;
  }
}
