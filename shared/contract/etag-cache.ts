/** An answer that was kept with its entity tag. */
export interface CachedResponse {
  etag: string;
  value: unknown;
}

/** Answers that are kept at most; the one that was used longest ago goes first. */
const maxEntries = 16;

/** The last answers of a client to calls that may be answered 304, by project and address. */
export function etagCache() {
  const kept = new Map<string, CachedResponse>();
  return {
    get: (name: string): CachedResponse | undefined => kept.get(name),
    /** Keeps an answer as the one that was used last; without a tag forgets what was kept under the name. */
    keep: (name: string, etag: string | null, value: unknown): void => {
      kept.delete(name);
      if (etag !== null) kept.set(name, { etag, value });
      const [oldest] = kept.keys();
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
    },
  };
}
