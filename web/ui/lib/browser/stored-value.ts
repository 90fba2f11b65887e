/** A text in the browser's storage that components can subscribe to; in memory where storage is refused. */
export interface StoredValue {
  get: () => string | undefined;
  set: (value: string | undefined) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Opens the value under a key. Changes made by other tabs are seen as well. */
export function storedValue(key: string): StoredValue {
  const listeners = new Set<() => void>();
  let value = read(key);
  const notify = () => {
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.('storage', (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    value = event.key === null ? undefined : (event.newValue ?? undefined);
    notify();
  });
  return {
    get: () => value,
    set: (next) => {
      value = next;
      write(key, next);
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(key: string): string | undefined {
  try {
    return globalThis.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis.localStorage.removeItem(key);
    else globalThis.localStorage.setItem(key, value);
  } catch {
    // Storage is full or refused: the value lives as long as the page.
  }
}
