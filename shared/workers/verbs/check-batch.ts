import { invalid, type Problem } from '../../kernel/errors.ts';
import { isAhead } from '../../values/rules/clock-ahead.ts';

/** What a batch of a worker may hold, beyond the shape of each entry (rule WORK-8). */

/**
 * A batch names nothing twice: one of both would be lost, though it was answered.
 * @param entries what each is known by, and its path in the request.
 * @throws ServiceError `invalid` that names every entry which repeats one before it.
 */
export function requireDistinct(entries: readonly { key: string; path: string }[], what: string): void {
  const first = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { key, path } of entries) {
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    else problems.push({ path, message: `names the same ${what} as ${before}` });
  }
  if (problems.length > 0) throw invalid(`A batch holds each ${what} once`, problems);
}

/**
 * A measurement is newer than those before its end: an end in the future would take precedence over every later value
 * until then.
 * @throws ServiceError `invalid` that names every such time.
 */
export function requirePast(
  results: readonly { startAt: string | undefined; endAt: string | undefined }[],
  path: string,
  now: Date,
): void {
  const problems: Problem[] = [];
  for (const [n, { startAt, endAt }] of results.entries())
    for (const [name, instant] of [
      ['start_at', startAt],
      ['end_at', endAt],
    ] as const)
      if (instant !== undefined && isAhead(instant, now.toISOString()))
        problems.push({
          path: `${path}.${n}.${name}`,
          message: `'${instant}' is in the future: the service's time is ${now.toISOString()}`,
        });
  if (problems.length > 0) throw invalid("A time of a result is in the future. Check the worker's clock", problems);
}
