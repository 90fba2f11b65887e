/**
 * Works on every entry, `width` at a time. After a failure no more work begins, and running work is awaited: after the
 * error of a job was reported, nothing more of it is written while another caller takes over.
 * @throws the first failure.
 */
export async function forEachConcurrent<T>(
  entries: readonly T[],
  width: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const queue = [...entries];
  const worker = async () => {
    try {
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await work(entry);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(width, queue.length) }, worker));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** A read that is made once, on first use. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= read();
    return begun;
  };
}

/** Limits how many jobs run at once; others wait in order. */
export function atMost(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = width;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
