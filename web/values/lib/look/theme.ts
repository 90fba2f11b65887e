import { useSyncExternalStore } from 'react';
import { storedValue } from '../../../ui/lib/browser/stored-value.ts';

/** How the page is coloured; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

const stored = storedValue('fiducial.theme');
const current = (): Theme => themes.find((theme) => theme === stored.get()) ?? 'system';

/** Colours the document by the stored choice; called before the first render and after each change. */
export function applyTheme(): void {
  const theme = current();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Chooses a theme and remembers it. */
export function setTheme(theme: Theme): void {
  stored.set(theme === 'system' ? undefined : theme);
  applyTheme();
}

/** The chosen theme, re-rendering when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(stored.subscribe, current);
