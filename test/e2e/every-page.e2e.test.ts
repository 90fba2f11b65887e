import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectNoSidewaysScroll, expectNoWordCut, expectTablesInside } from './support/browser.ts';
import { everyAddress, settingsOfEvery } from './support/every-address.ts';
import { type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Words of the API and of another time, which no page says; the test of words reads the sources for them. */
const givenUp = /.{0,20}(?:execution|heard of|\bput in\b).{0,20}/gi;

/** Days and instants as files and addresses have them; people read `12 Nov`. */
const dayOfFile = /.{0,20}\b\d{4}-\d\d-\d\d.{0,20}/g;

/** Pages of which parts still come one after the other. */
const unsteady = /^\/(?:flows|schedules|admin|cryo)\b/;

/** Layout shifts of a page without user input, as the browser counts them, and the texts of what moved. */
interface Shifts {
  sum: number;
  moved: string[];
}

const countShifts = () => {
  const shifts: Shifts = { sum: 0, moved: [] };
  Object.assign(globalThis, { shifts });
  type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput) {
        shifts.sum += value;
        shifts.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''));
      }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What a page says in text, tooltips and labels. */
const readAloud = () => [
  document.body.innerText,
  ...[...document.querySelectorAll('[title], [aria-label]')].flatMap((one) => [
    one.getAttribute('title') ?? '',
    one.getAttribute('aria-label') ?? '',
  ]),
];

/** Texts of a page that are drawn over each other or beyond its right edge; drawings place their own. */
const overlaps = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes: { text: string; box: DOMRect }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    const isSeen = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
    if (!text || !parent || !isSeen || parent.closest('svg, script, style, option, .visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push({ text, box });
  }
  const right = document.documentElement.clientWidth + 1;
  const beyond = boxes
    .filter(({ box }) => box.right > right)
    .map(({ text }) => `'${text.slice(0, 40)}' leaves the paper`);
  boxes.sort((a, b) => a.box.top - b.box.top);
  const over = boxes.flatMap((one, index) => {
    const found: string[] = [];
    for (const other of boxes.slice(index + 1)) {
      if (other.box.top >= one.box.bottom - 3) break;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (across > 3 && down > 3) found.push(`'${one.text.slice(0, 40)}' over '${other.text.slice(0, 40)}'`);
    }
    return found;
  });
  return [...beyond, ...over].slice(0, 8);
};

/** A chip after a run, with what belongs to it: every page has something to show. */
describe.skipIf(missing)(`what holds on every page${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let addresses: string[] = [];
  /** Answers that were refused, and whatever the console calls an error. */
  const refused: string[] = [];

  beforeAll(async () => {
    session = await startOwnSession(undefined, settingsOfEvery);
    page = session.page;
    await page.addInitScript(countShifts);
    const { api } = session.service;
    addresses = Object.values(await everyAddress(api));
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()} on ${page.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(`${message.text()} on ${page.url()}`);
    });
  });
  afterAll(() => session?.stop());

  /** Visits every page at a width. */
  async function onEveryPage(width: number, look: (address: string) => Promise<void>): Promise<void> {
    const wrong: string[] = [];
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(page);
      const names = await page.getByRole('main').getByRole('button').allInnerTexts();
      const first = names.map((name) => name.trim()).find(Boolean) ?? '';
      if (/^(Delete|Remove)/.test(first)) wrong.push(`${address} begins with '${first}'`);
      for (const [words] of (await page.getByRole('main').innerText()).matchAll(givenUp))
        wrong.push(`${address} says '${words}'`);
      for (const text of await page.evaluate(readAloud))
        for (const [words] of text.matchAll(dayOfFile)) wrong.push(`${address} writes '${words}'`);
      const { sum, moved } = await page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts);
      if (sum > 0.01 && !unsteady.test(address)) wrong.push(`${address} moves by ${sum}: ${moved.join(', ')}`);
      await look(address);
    }
    expect(wrong).toEqual([]);
    expect(refused).toEqual([]);
    expect(session.problems).toEqual([]);
  }

  /** The lowest row of each table, in pixels, with the table's label. */
  const lowestRows = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main table:not([role=grid])')].flatMap((table) => {
        const rows = [...table.querySelectorAll('tbody tr:not([aria-hidden])')].filter((row) => row.checkVisibility());
        // In a card at the side the cells are stacked.
        if (rows.length === 0 || (table.parentElement?.clientWidth ?? 0) <= 480) return [];
        const lowest = Math.min(...rows.map((row) => row.getBoundingClientRect().height));
        return [[table.parentElement?.ariaLabel, lowest] as const];
      }),
    );

  const nothingRefused =
    'no page scrolls sideways, is refused anything, has an error on the console, begins with deleting, says a word that was given up or moves after its first paint';

  it(`at 1440 pixels ${nothingRefused}; every table is inside its frame, cuts no word, and has rows of 28 pixels where their words need one line`, async () => {
    const wrong: string[] = [];
    await onEveryPage(1440, async (address) => {
      await expectTablesInside(page);
      await expectNoWordCut(page);
      for (const [label, height] of await lowestRows())
        if (height > 28.5) wrong.push(`${label} of ${address} has rows of ${height} pixels`);
    });
    expect(wrong).toEqual([]);
  });

  it('on paper of A4 the words of no page overlap or leave the paper, and every page becomes a PDF', async () => {
    const wrong: string[] = [];
    // 210 mm less the margins of the style sheet.
    await page.setViewportSize({ width: 703, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const problem of await page.evaluate(overlaps)) wrong.push(`${address}: ${problem}`);
      const file = await page.pdf({ format: 'A4', preferCSSPageSize: true });
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    }
    await page.emulateMedia({ media: null });
    expect(wrong).toEqual([]);
  });

  /** Links that are lower than a finger needs, in pixels; those of a drawing have the size of their cell. */
  const lowLinks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main a')].flatMap((link) => {
        const { height, width } = link.getBoundingClientRect();
        const isSeen = link.checkVisibility() && width > 1 && !link.closest('svg');
        return isSeen && height < 24 ? [`${link.textContent.trim()}: ${height}`] : [];
      }),
    );

  it(`at 360 pixels every link is 24 pixels high, and ${nothingRefused}`, () =>
    onEveryPage(360, async (address) => expect.soft(await lowLinks(), address).toEqual([])));
});
