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

/**
 * Limits how many jobs run at once, or how much they weigh together; others wait in order. A job that weighs more than the
 * limit runs alone.
 */
export function atMost(width: number): <T>(work: () => Promise<T>, weight?: number) => Promise<T> {
  let used = 0;
  const waiting: { weight: number; begin: () => void }[] = [];
  const fits = (weight: number) => used === 0 || used + weight <= width;
  const admit = () => {
    for (let [next] = waiting; next && fits(next.weight); [next] = waiting) {
      waiting.shift();
      used += next.weight;
      next.begin();
    }
  };
  return async (work, weight = 1) => {
    if (waiting.length === 0 && fits(weight)) used += weight;
    else await new Promise<void>((begin) => waiting.push({ weight, begin }));
    try {
      return await work();
    } finally {
      used -= weight;
      admit();
    }
  };
}
