import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unreachableText } from '../../web/ui/lib/format/words.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long a run of some twenty seconds may take on a machine that does much besides. */
const runLimit = { timeout: 110_000 };

/** What a page counts while it is looked at. */
interface Watched {
  shift: number;
  spokenAt: number[];
}
declare const watchedLive: Watched;

/** A page that follows a run to its end without being read anew: the steps build on each other. */
describe.skipIf(missing)(`a run that goes on, in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let id: string;
  /** Answers to requests for this run, with the time at which they came. */
  const answers: { status: number; at: number }[] = [];

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    page.on('response', (response) => {
      if (response.url().includes(`/executions/${id}`)) answers.push({ status: response.status(), at: Date.now() });
    });
    id = await startOneQubitCheck(session.service.api, {
      pace_seconds: 3,
      qids: ['0', '1', '2', '3', '4', '5', '6', '7'],
    });
  });

  afterAll(() => session?.stop());

  const bar = () => page.getByRole('progressbar', { name: 'Progress' });
  const numberOf = async (attribute: string) => Number(await bar().getAttribute(attribute));
  const percent = async () => (100 * (await numberOf('aria-valuenow'))) / (await numberOf('aria-valuemax'));

  it('a run that goes on shows the counts and about how long it will still take', async () => {
    await page.goto(`/execution/${id}`);
    await page.getByText(/^(less than a minute|about \d+ min) left$/).waitFor({ timeout: 300_000 });
    expect(await percent()).toBeGreaterThan(0);
    const counts = page.getByRole('list', { name: 'Tasks by status' });
    await counts.getByText(/to come$/).waitFor();
    const signs = page.getByRole('list', { name: 'Legend of the matrix' });
    expect(await signs.innerText()).toMatch(/^scheduled\s+running\s+completed\s+failed\s+skipped$/);
    await keepScreenshot(page, 'run-live');
  });

  it('the page of a run moves on by itself and leaves scroll, selection, focus and place where they were', async () => {
    await page.evaluate(() => {
      const watched: Watched = { shift: 0, spokenAt: [] };
      Object.assign(window, { watchedLive: watched });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) watched.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift' });
      const status = document.querySelector('main [role="status"]');
      if (status)
        new MutationObserver(() => watched.spokenAt.push(Date.now())).observe(status, {
          subtree: true,
          characterData: true,
          childList: true,
        });
    });
    await page.evaluate(() => {
      const scroller = [...document.querySelectorAll('section[tabindex="0"]')].find((one) => one.ariaLabel === 'Tasks');
      if (scroller) scroller.scrollTop = 60;
      const cell = scroller?.querySelectorAll('tbody tr')[3]?.querySelectorAll('td')[0];
      if (cell) getSelection()?.selectAllChildren(cell);
      document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
      scrollTo(0, 40);
    });
    const standing = () =>
      page.evaluate(() => {
        const scroller = [...document.querySelectorAll('section[tabindex="0"]')].find(
          (one) => one.ariaLabel === 'Tasks',
        );
        return {
          scrolled: scroller?.scrollTop,
          pageAt: scrollY,
          selected: getSelection()?.toString(),
          focused: document.activeElement?.getAttribute('data-place'),
        };
      });
    const before = await standing();
    expect(before.selected).toMatch(/^Check/);
    expect(before.focused).toBe('0 0');
    const from = await percent();
    await expect.poll(percent, runLimit).toBeGreaterThan(from + 10);
    expect(await standing()).toEqual(before);
    expect(await page.evaluate(() => watchedLive.shift)).toBeLessThan(0.01);
  });

  it('the page of a run asks on condition, and is told that nothing changed', () => {
    expect(answers.filter(({ status }) => status === 304).length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 304]));
  });

  it('the page of a run asks nothing while the tab is hidden, and at once when it is looked at again', async () => {
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    expect((await session.service.api.getExecution({ params: { execution_id: id } })).status).toBe('running');
    await show('hidden');
    const since = () => Date.now() - (answers.at(-1)?.at ?? 0);
    await expect.poll(since, { timeout: 20_000 }).toBeGreaterThan(3_000);
    const before = answers.length;
    await show('visible');
    await expect.poll(() => answers.length).toBeGreaterThan(before);
  });

  it('the page of a run says when the service is not reached, keeps what was heard, and goes on when it is', async () => {
    const shown = await percent();
    await page.route('**/api/**', (route) => route.abort());
    const lost = page.getByText(new RegExp(`^${unreachableText}\\..* Showing the last data`));
    await lost.waitFor();
    expect(await percent()).toBeGreaterThanOrEqual(shown);
    await page.unroute('**/api/**');
    await lost.waitFor({ state: 'hidden' });
  });

  it('the page of a run ends with everything done, as it was opened, and asks no more', async () => {
    await page.getByRole('main').locator('dl').first().getByText('completed').waitFor(runLimit);
    const run = await session.service.api.getExecution({ params: { execution_id: id } });
    const completed = run.task.filter((task) => task.status === 'completed').length;
    await expect.poll(() => numberOf('aria-valuenow')).toBe(completed);
    await page.getByText(`${completed} of ${run.task.length} completed`, { exact: true }).waitFor();
    const cells = page.getByRole('grid').getByRole('gridcell');
    await expect
      .poll(() =>
        cells
          .and(page.locator('[data-status]:not([data-status=running], [data-status=scheduled], [data-status=pending])'))
          .count(),
      )
      .toBe(run.task.length);
    await expect.poll(() => Date.now() - (answers.at(-1)?.at ?? 0), { timeout: 20_000 }).toBeGreaterThan(3_000);
    // Of a row that is half below the head of the table there is half to hit.
    await page.locator('section[aria-label="Tasks"][tabindex="0"]').evaluate((scroller) => {
      scroller.scrollTop = 0;
    });
    await expectAccessible(page);
    // What was put on the window is there: the page was not loaded anew.
    expect(await page.evaluate(() => typeof watchedLive)).toBe('object');
  });

  it('the progress of a run was said aloud at most every ten seconds', async () => {
    const at = await page.evaluate(() => watchedLive.spokenAt);
    expect(at.length).toBeGreaterThan(0);
    for (const [n, time] of at.entries()) if (n > 0) expect(time - (at[n - 1] ?? 0)).toBeGreaterThan(9_500);
    expect(session.problems).toEqual([]);
  });
});
