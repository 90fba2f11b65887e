import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
} from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A project with one chip, and addresses that lead nowhere. */
describe.skipIf(missing)(`pages that are not there in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const wayOn = () => page.getByRole('navigation', { name: 'Where to go' });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await session.service.api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
  });
  afterAll(() => session?.stop());

  it('an address without a page is answered in the frame of the application, with what was asked for', async () => {
    await page.goto('/no/such/page');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(await page.title()).toMatch(/Page not found · Fiducial$/);
    expect(await page.getByRole('main').innerText()).toContain('/no/such/page');
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
    await wayOn().getByRole('link', { name: 'qpu-1' }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'page-not-found');
    await expectContrastInDark(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, 'page-not-found-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each(['schedules', 'templates', 'helpers', 'validate', 'nope', 'nope?version=1', 'schedules?version=1&against=2'])(
    'the address /flows/%s says that there is no such flow, with a way on',
    async (name) => {
      const problems = session.problems.length;
      await page.goto(`/flows/${name}`);
      await wayOn().getByRole('link', { name: 'Runs', exact: true }).waitFor();
      await page
        .getByRole('alert')
        .getByText(/not found/)
        .waitFor();
      // The browser reports each 404 of the API.
      expect(session.problems.slice(problems).filter((problem) => !/404/.test(problem))).toEqual([]);
    },
  );

  it('from an address without a page the palette, the chips, the runs and the projects are one click away', async () => {
    for (const [name, path] of [
      ['qpu-1', '/chips/qpu-1'],
      ['All chips', '/chips'],
      ['Runs', '/execution'],
      ['Projects', '/projects'],
    ] as const) {
      await page.goto('/nowhere');
      await wayOn().getByRole('link', { name, exact: true }).click();
      await expect.poll(() => pathOf(page)).toBe(path);
    }
    await page.goto('/nowhere');
    await wayOn().getByRole('button', { name: 'Find…' }).click();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
  });

  it.each([
    ['/chips/no-chip', 'no-chip'],
    ['/chips/qpu-1/qubits/77', '77'],
    ['/chips/qpu-1/couplings/0-3', '0-3'],
    ['/execution/20200101-000', '20200101-000'],
    ['/flows/no_flow', 'no_flow'],
  ])('what %s names and is not there is said in the frame, with a way on', async (path, name) => {
    await page.goto(path);
    await wayOn().waitFor();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(name);
    expect(await page.getByRole('alert').count()).toBeGreaterThan(0);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
  });

  it('a page that fails is said in the frame, with a way to load it again and a way on', async () => {
    const part = /\/assets\/schedules-page[^/]*\.js/;
    await page.goto('/nowhere');
    await page.route(part, (route) => route.abort());
    await page.goto('/schedules');
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown' }).waitFor();
    await wayOn().waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
    await keepScreenshot(page, 'page-failure');
    await page.unroute(part);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  });

  it('a page for administrators, and a project of others, lead a viewer on', async () => {
    const viewer = await openAsMember(session, 'viewer');
    for (const path of ['/admin', '/projects/no-project']) {
      await viewer.page.goto(path);
      await viewer.page.getByRole('navigation', { name: 'Where to go' }).waitFor();
      expect(await viewer.page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
    }
  });

  it('who is not signed in is asked to, and then finds the page that says so', async () => {
    const context = await session.browser.newContext({ baseURL: session.service.url });
    const visitor = await context.newPage();
    await visitor.goto('/no/such/page');
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await visitor.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await context.close();
  });

  it('no page that is not there broke the content security policy', () => {
    expect(session.problems.filter((problem) => !/schedules-page/.test(problem))).toEqual([]);
  });
});
