/**
 * Presses the button of the page that has this key (`aria-keyshortcuts`): of several, the last visible one, since the
 * bar for ticked targets is below what it acts on. A disabled button gets the focus instead, so that its reason is read
 * out.
 * @returns whether there is one
 */
export function pressButton(key: string): boolean {
  const named = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${key}"]`);
  const button = [...named].findLast((one) => one.checkVisibility());
  if (button?.ariaDisabled === 'true') button.focus();
  else button?.click();
  return button !== undefined;
}
