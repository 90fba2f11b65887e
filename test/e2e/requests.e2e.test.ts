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
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
    for (const [n, qid] of ['0', '1', '2', '3'].entries())
      await api.updateCalibrationParameters({
        body: { chip_id: 'torino', qid, parameters: { t1: { value: 30 + n } } },
      });
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
      body: { username: session.username, password: service.password },
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
    const first = await release(held, [
      ...['/auth/me', '/executions/lock-status', '/chips', '/chips/torino', '/chips/torino/drift'],
      ...['/metrics/config', '/task-results/held-values', '/workers', '/flows/schedules'],
    ]);
    const second = await release(held, [
      ...['/chips/torino/overview', '/topology/linear-4', '/metrics/chips/torino/metrics'],
      '/chips/torino/medians',
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

  it('the overview is drawn from at most 25 requests and 150 KB of scripts, those of its files included', async () => {
    const page = await openCold();
    await page.goto('/chips/torino');
    await page.getByRole('region', { name: 'Ranked metrics' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { names, scripts } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        names: files.map(({ name }) => new URL(name).pathname),
        scripts: files
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
    expect(names.length + 1, names.join('\n')).toBeLessThanOrEqual(25);
    expect(scripts).toBeGreaterThan(100 * 1024);
    expect(scripts).toBeLessThanOrEqual(150 * 1024);
    await page.context().close();
  });
});
