import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a slice takes; another request waits for one slice at most. */
const sliceMilliseconds = 10;

/** Maps entries in order and in slices; the thread serves other requests between them (rule API-30). */
export async function mapInSlices<T, U>(entries: Iterable<T>, map: (entry: T, n: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  let until = performance.now() + sliceMilliseconds;
  for (const entry of entries) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + sliceMilliseconds;
    }
    mapped.push(map(entry, mapped.length));
  }
  return mapped;
}
