import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** What a page that is opened for the first time asks the API for. */
describe.skipIf(missing)(`requests of the overview of a chip${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;

  beforeAll(async () => {
    session = await startSession();
    await session.service.api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
  });
  afterAll(() => session?.stop());

  const nameOf = (route: Route) => new URL(route.request().url()).pathname.replace(/^\/api/, '');

  /** Holds every answer of the API back until those that are named were asked for; answers what was held. */
  async function release(held: Route[], names: readonly string[]): Promise<string[]> {
    await expect.poll(() => held.map(nameOf)).toEqual(expect.arrayContaining([...names]));
    const wave = held.splice(0);
    await Promise.all(wave.map((route) => route.continue()));
    return wave.map(nameOf).sort();
  }

  async function openCold(): Promise<Page> {
    const { service, browser } = session;
    const { access_token: token } = await service.api.login({
      body: { username: 'admin', password: service.password },
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: service.url });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
    return openIn(await context.newPage(), session.projectId);
  }

  it('the overview asks for all that it shows in two waves, in 15 requests at most', async () => {
    const page = await openCold();
    const held: Route[] = [];
    await page.route('**/api/**', (route) => {
      held.push(route);
    });
    await page.goto('/chips/torino');
    const first = await release(held, ['/auth/me', '/projects', '/settings']);
    const second = await release(held, [
      ...['/executions/lock-status', '/notifications/unread-count', '/chips', '/chips/torino'],
      ...['/chips/torino/overview', '/chips/torino/drift', '/metrics/chips/torino/metrics', '/metrics/config'],
      ...['/task-results/held-values', '/workers', '/flows/schedules', `/projects/${session.projectId}/members`],
    ]);
    await page.getByRole('region', { name: 'Overview of torino' }).waitFor();
    // A third wave would be held back, and the network never idle.
    const third = page.waitForRequest('**/api/**', { timeout: 0 }).then(
      (request) => new URL(request.url()).pathname,
      () => 'the page was closed',
    );
    expect(held.map(nameOf)).toEqual([]);
    expect(await Promise.race([third, page.waitForLoadState('networkidle')])).toBeUndefined();
    expect(first.length + second.length).toBeLessThanOrEqual(15);
    await page.context().close();
  });

  it('the overview is drawn from at most 65 requests, those of its files included', async () => {
    const page = await openCold();
    await page.goto('/chips/torino');
    await page.getByRole('region', { name: 'Overview of torino' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => performance.getEntriesByType('resource').length + 1)).toBeLessThanOrEqual(65);
    await page.context().close();
  });
});
