/**
 * Presses the button of the page that has this key (`aria-keyshortcuts`): of several the last that is seen, as the bar of what is
 * ticked stands below what it acts on. One that is switched off gets the focus instead, so that it says why.
 * @returns whether there is one
 */
export function pressButton(key: string): boolean {
  const named = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${key}"]`);
  const button = [...named].findLast((one) => one.checkVisibility());
  if (button?.ariaDisabled === 'true') button.focus();
  else button?.click();
  return button !== undefined;
}
