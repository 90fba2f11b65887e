/** An answer that was kept with its entity tag. */
export interface CachedResponse {
  etag: string;
  value: unknown;
}

/** Answers that are kept at most; the one that was used longest ago goes first. */
const maxEntries = 64;

/** The last answers of a client to calls that may be answered 304, by project and address. */
export function etagCache() {
  const entries = new Map<string, CachedResponse>();
  return {
    get: (name: string): CachedResponse | undefined => entries.get(name),
    /** Keeps an answer as the one that was used last; without a tag forgets what was kept under the name. */
    keep: (name: string, etag: string | null, value: unknown): void => {
      entries.delete(name);
      if (etag !== null) entries.set(name, { etag, value });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
