import { useEffect, useRef } from 'react';
import { singleKeys } from './keys.ts';
import { type Begun, pressKey, type Shortcuts } from './shortcuts.ts';

/** Elements that handle keys themselves when focused: text fields, menus and dialogs. */
const ownKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Acts on shortcuts anywhere in the page; on those with Ctrl or Cmd also while something is typed. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    let begun: Begun | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isFree = !(event.target instanceof Element && event.target.closest(ownKeys));
      const step = pressKey(event, begun, latest.current, {
        singleKeys: isFree && singleKeys.areOn(),
        now: event.timeStamp,
      });
      begun = step.begun;
      if (step.complete === undefined) return;
      event.preventDefault();
      latest.current[step.complete]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
