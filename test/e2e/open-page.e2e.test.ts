import type { Page, Request, Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** What a page that stays open asks for; its clock is the test's. */
describe.skipIf(missing)(`an overview that stays open${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let answers: { path: string; status: number }[] = [];
  /** Requests of the API without an answer. */
  const open = new Set<Request>();

  beforeAll(async () => {
    session = await startSession();
    await session.service.api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
    page = openIn(await session.context.newPage(), session.projectId);
    await page.clock.install();
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && open.add(request));
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('response', (response: Response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) answers.push({ path: pathname, status: response.status() });
    });
    await page.goto('/chips/torino');
    await page.getByRole('region', { name: 'Overview of torino' }).waitFor();
    await page.waitForLoadState('networkidle');
  });
  beforeEach(() => {
    answers = [];
  });
  afterAll(() => session?.stop());

  const lock = '/api/executions/lock-status';
  const overview = '/api/chips/torino/overview';
  const statusesOf = (path: string) => answers.filter((one) => one.path === path).map(({ status }) => status);

  /** Lets minutes pass, and waits after each for what the page then asks for. */
  async function passMinutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      const looked = page.waitForResponse((response) => new URL(response.url()).pathname === lock);
      await page.clock.runFor('01:00');
      await looked;
      // The page acts on an answer when its clock moves, and only the test moves it.
      for (let step = 0; step < 2; step += 1) {
        await expect.poll(() => open.size).toBe(0);
        await page.clock.runFor(500);
      }
      await expect.poll(() => open.size).toBe(0);
    }
  }

  async function show(value: 'visible' | 'hidden'): Promise<void> {
    await page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, value);
  }

  it('one look a minute is all that it asks for while nothing is written, and is answered 304', async () => {
    await passMinutes(1);
    answers = [];
    await passMinutes(3);
    expect(answers).toEqual([1, 2, 3].map(() => ({ path: lock, status: 304 })));
  });

  it('what another user writes is there after the next look', async () => {
    await session.service.api.upsertChipNote({ params: { chip_id: 'torino' }, body: { content: 'Warm again' } });
    await passMinutes(1);
    await page.getByText('Warm again').first().waitFor();
    expect(statusesOf(overview)).toContain(200);
  });

  it('in a hidden tab it asks for nothing, and when it is shown again at once', async () => {
    await passMinutes(1);
    answers = [];
    await show('hidden');
    await page.clock.runFor('30:00');
    expect(answers).toEqual([]);
    const looked = page.waitForResponse((response) => new URL(response.url()).pathname === overview);
    await show('visible');
    await looked;
    await page.waitForLoadState('networkidle');
    expect(statusesOf(lock)).toEqual([304]);
    expect(statusesOf(overview)).toEqual([304]);
  });
});
