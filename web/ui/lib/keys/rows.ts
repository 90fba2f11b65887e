const row = 'main :is(tbody tr, li)';
const opens = 'a[href], button';

/** Moves the focus to the row so many further on: in the table or list that has it, else into the first of the page. */
export function focusRow(step: 1 | -1): void {
  const current = document.activeElement?.closest<HTMLElement>(row);
  const list = current?.closest('table, ul, ol') ?? document.querySelector(row)?.closest('table, ul, ol');
  const rows = [...(list?.querySelectorAll<HTMLElement>(':is(tbody tr, li)') ?? [])].filter((one) => focusable(one));
  const next = current ? rows[rows.indexOf(current) + step] : rows[0];
  const target = next && focusable(next);
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** Ticks the row that has the focus, or takes its tick away. */
export function tickRow(): void {
  document.activeElement?.closest(row)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

/** Presses the button of the row with the focus that has this key, and goes on to the next row, or back from the last. */
export function pressInRow(key: string): void {
  const current = document.activeElement?.closest<HTMLElement>(row);
  const button = current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  if (!current || !button) return;
  focusRow(1);
  if (current.contains(document.activeElement)) focusRow(-1);
  button.click();
}

const focusable = (one: HTMLElement): HTMLElement | null => one.querySelector(opens) ?? one.querySelector('input');
