/**
 * Keys that work on every page: one alone (`/`), one after another (`g d`) or with Ctrl or Cmd (`mod+k`; rule NAV-6).
 */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** What was pressed, as an event of the browser tells it. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The first key of two, and when it was pressed. */
export interface Begun {
  key: string;
  at: number;
}

/** How long a first key waits for the second. */
const patienceMilliseconds = 1_500;

export interface Step {
  /** The shortcut that is complete. */
  complete?: string;
  /** The key that waits for another. */
  begun?: Begun;
}

/**
 * What a key means after the one before it.
 * @param singleKeys whether keys without Ctrl or Cmd act (WCAG 2.1.4); off while something is typed
 * @param now milliseconds
 */
export function pressKey(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  begun: Begun | undefined,
  shortcuts: Shortcuts,
  { singleKeys, now }: { singleKeys: boolean; now: number },
): Step {
  const has = (name: string) => Object.hasOwn(shortcuts, name);
  if (ctrlKey || metaKey) {
    const name = `mod+${key.toLowerCase()}`;
    return !altKey && has(name) ? { complete: name } : {};
  }
  if (altKey || !singleKeys) return {};
  const pair = `${begun?.key} ${key}`;
  if (begun && now - begun.at <= patienceMilliseconds && has(pair)) return { complete: pair };
  if (has(key)) return { complete: key };
  return Object.keys(shortcuts).some((name) => name.startsWith(`${key} `)) ? { begun: { key, at: now } } : {};
}
