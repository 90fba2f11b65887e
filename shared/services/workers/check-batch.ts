import { invalid, type Problem } from '../../errors.ts';

/** What a batch of a worker may hold, beyond the shape of each entry (design 5, Worker protocol). */

/**
 * A batch names nothing twice: one of both would be lost, though it was answered.
 * @param keys what each entry is known by.
 * @param path where the list stands in the request.
 * @throws Refusal `invalid` that names every entry which repeats one before it.
 */
export function requireDistinct(keys: readonly string[], path: string, what: string): void {
  const first = new Map<string, number>();
  const problems: Problem[] = [];
  for (const [n, key] of keys.entries()) {
    const before = first.get(key);
    if (before === undefined) first.set(key, n);
    else problems.push({ path: `${path}.${n}`, message: `names the same ${what} as ${path}.${before}` });
  }
  if (problems.length > 0) throw invalid(`A batch holds each ${what} once`, problems);
}
