import { useSyncExternalStore } from 'react';
import { useMedia } from '../../../ui/lib/hooks/use-media.ts';
import { useTheme } from './theme.ts';

/** Whether the page is dark at the moment, by choice or by the system; on paper none is (rule SHOW-19). */
export function useIsDark(): boolean {
  const theme = useTheme();
  const isDarkSystem = useMedia('(prefers-color-scheme: dark)');
  const isPaper = useIsPaper();
  return !isPaper && (theme === 'dark' || (theme === 'system' && isDarkSystem));
}

/** Whether the page is printed at the moment. */
export function useIsPaper(): boolean {
  const isPaper = useMedia('print');
  const isOnItsWay = useSyncExternalStore(onPrinting, () => isPrinting);
  return isPaper || isOnItsWay;
}

// Firefox prints a copy of the page, so no media query of the page itself changes; it says beforehand that it will.
let isPrinting = false;

function onPrinting(listener: () => void): () => void {
  const turn = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  for (const type of ['beforeprint', 'afterprint']) globalThis.addEventListener(type, turn);
  return () => {
    for (const type of ['beforeprint', 'afterprint']) globalThis.removeEventListener(type, turn);
  };
}
