import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openIn } from './addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
  type WatchedPage,
  watchPage,
} from './browser.ts';
import { type StartedService, startService } from './started-service.ts';

/** The administrator before the pages of a service of their own. */
export interface Session {
  service: StartedService;
  browser: Browser;
  context: BrowserContext;
  /** It opens addresses without a project in that of the administrator. */
  page: Page;
  projectId: string;
  /** Script errors and refusals of the content security policy so far. */
  problems: string[];
  stop(): Promise<void>;
}

/**
 * Starts a service, on data that are there if a folder is given, and a browser that is signed in. `settings` are variables of the
 * service's environment.
 */
export async function startSession(dataDirectory?: string, settings?: Record<string, string>): Promise<Session> {
  const [service, browser] = await Promise.all([startService(dataDirectory, [], settings), chromiumBrowser.launch()]);
  const { access_token, default_project_id } = await service.api.login({
    body: { username: 'admin', password: service.password },
  });
  const projectId = default_project_id ?? '';
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    baseURL: service.url,
  });
  await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
  const { page, problems } = await watchPage(context);
  return {
    service,
    browser,
    context,
    page: openIn(page, projectId),
    projectId,
    problems,
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** A page of another user, who is made a member of the administrator's project. */
export async function openAsMember(
  { service, browser, projectId }: Session,
  role: 'editor' | 'viewer',
): Promise<WatchedPage> {
  const { url } = service;
  const username = `a-${role}`;
  const { access_token } = await service.register({ username, password: `the password of ${username}` });
  await service.api.addProjectMemberAdmin({ params: { project_id: projectId }, body: { username, role } });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  await context.addInitScript((token) => localStorage.setItem('fiducial.token', token), access_token);
  const { page, problems } = await watchPage(context);
  return { page: openIn(page, projectId), problems };
}

/** Rows of tables are two lines at most on a phone (interface: table rows of two lines). */
export async function expectTwoLines(page: Page, address: string, labels: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(address);
  await expectRowsOfTwoLines(page, labels);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The same of tables that are there, on a page that is narrow. */
export async function expectRowsOfTwoLines(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const rows = page.getByRole('region', { name: label, exact: true }).locator('tbody tr');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    for (const height of heights) expect(height, label).toBeLessThanOrEqual(64);
  }
}

/** A page of the application, and an element that is there once it is drawn. */
export type View = readonly [name: string, address: string, landmark: (page: Page) => { waitFor(): Promise<void> }];

/**
 * Looks at pages as people see them: wide and narrow, light and then dark, with axe, without scrolling sideways. `look` is
 * what else is expected of each.
 */
export async function expectPresentable(
  page: Page,
  views: readonly View[],
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, address, landmark] of views) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(address);
      await landmark(page).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await look(page);
      await keepScreenshot(page, `${name}-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `${name}-dark-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
