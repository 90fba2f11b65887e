import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dashedDay } from '../../web/ui/lib/url/days.ts';
import { openIn, pathOf } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A layout shift, as the browser reports it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Nothing of a page moves while its parts come, and its scripts are small. */
describe.skipIf(missing)(`pages from their first paint${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let run: string;

  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    run = await startOneQubitCheck(api, {});
    await vi.waitUntil(async () => (await api.getExecution({ params: { execution_id: run } })).status === 'completed', {
      timeout: 300_000,
      interval: 500,
    });
    await api.upsertChipNote({ params: { chip_id: 'qpu-1' }, body: { content: 'Cold since Monday' } });
  });
  afterAll(() => session?.stop());

  /** A page of a browser that has never been here, in which every shift is remembered. */
  async function openCold(width: number, isSignedIn = true): Promise<Page> {
    const { service, browser } = session;
    const { access_token: token } = await service.api.login({
      body: { username: session.username, password: service.password },
    });
    const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: service.url });
    await context.addInitScript(
      (value) => {
        if (value) localStorage.setItem('fiducial.token', value);
        const shifts: string[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[])
            if (!entry.hadRecentInput)
              shifts.push(
                `${entry.value.toFixed(4)} ${entry.sources
                  .map(({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 90))
                  .join(' | ')}`,
              );
        }).observe({ type: 'layout-shift', buffered: true });
      },
      isSignedIn ? token : '',
    );
    return openIn(await context.newPage(), session.projectId);
  }

  it.each([
    ['overview', 1440],
    ['overview', 360],
    ['overview of a past day', 1440],
    ['overview of a past day', 360],
    ['dashboard', 1440],
    ['dashboard', 360],
    ['run', 1440],
    ['run', 360],
  ] as const)('nothing of the %s moves at %d pixels after it is first drawn', async (name, width) => {
    const page = await openCold(width);
    const places = {
      overview: ['/chips/qpu-1', () => page.getByRole('link', { name: 'Analysis', exact: true }).waitFor()],
      'overview of a past day': [
        `/chips/qpu-1?as_of=${dashedDay(run.slice(0, 8))}`,
        () => page.getByRole('link', { name: 'Analysis', exact: true }).waitFor(),
      ],
      dashboard: ['/dashboard?chip=qpu-1', () => page.getByRole('gridcell', { name: /^Q3,/ }).first().waitFor()],
      run: [`/execution/${run}`, () => page.getByRole('heading', { name: 'Details' }).waitFor()],
    } as const;
    const [address, isThere] = places[name];
    await page.goto(address);
    await isThere();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
    await page.context().close();
  });

  it('anyone who has to sign in loads at most 110 KB of scripts, wherever they wanted to go, and nothing else than that takes', async () => {
    const page = await openCold(1440, false);
    await page.goto('/chips/qpu-1?since=week');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    );
    expect(bytes).toBeGreaterThan(30 * 1024);
    expect(bytes).toBeLessThanOrEqual(110 * 1024);
    await page.getByLabel('Username').fill(session.username);
    await page.getByLabel('Password').fill(session.service.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('region', { name: 'Overview of qpu-1' }).waitFor();
    expect(pathOf(page) + new URL(page.url()).search).toBe('/chips/qpu-1?since=week');
    await page.context().close();
  });
});
