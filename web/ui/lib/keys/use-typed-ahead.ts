import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps what is typed while a dialog is still loading, so that it is not taken as shortcuts of the page; Escape gives the dialog up.
 * @returns a handler of the dialog's focus, which types the kept text into its first field
 */
export function useTypedAhead(isLoading: boolean, onEscape: () => void): (event: FocusEvent) => void {
  const typed = useRef('');
  const giveUp = useRef(onEscape);
  useEffect(() => {
    giveUp.current = onEscape;
  });
  useEffect(() => {
    if (!isLoading) return;
    typed.current = '';
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Escape') giveUp.current();
      else if (event.key.length !== 1) return;
      else typed.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', keep, { capture: true });
    return () => document.removeEventListener('keydown', keep, { capture: true });
  }, [isLoading]);
  return ({ target }) => {
    const text = typed.current;
    if (text === '' || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    typed.current = '';
    // The only way that browsers have to type into a field of any kind, with its events and its undo.
    document.execCommand('insertText', false, text);
  };
}
