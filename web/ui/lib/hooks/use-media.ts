import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, re-rendering when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = globalThis.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone's, where choices and details come in sheets from below. */
export const usePhone = (): boolean => useMedia('(max-width: 640px)');
